// SPDX-License-Identifier: Apache-2.0
// Copyright the Oriel authors.
package io.oriel.udp;

import io.oriel.engine.control.ControlLoop;
import io.oriel.engine.counter.AdapterCounter;
import io.oriel.engine.transport.PortOwner;
import io.oriel.engine.transport.Pump;
import io.oriel.udp.aeron.DataPlane;
import io.oriel.udp.aeron.LinkStreams;
import io.oriel.udp.frame.LinkFrames;
import java.util.ArrayList;
import java.util.List;
import org.agrona.concurrent.ManyToOneConcurrentLinkedQueue;
import org.jspecify.annotations.Nullable;

/**
 * What of a port has to be turned: the media driver, the streams in the making, and what the agent asks for. The agent turns
 * it until the first link is made, and from then on the domain's owner; at the end, the worker that closes the port.
 */
final class PortPump implements Pump {
    /** For how long a driver may be left alone: it repeats what was lost, and tells its peers that it is there. */
    private static final long MAX_IDLE_NS = 20_000_000;

    private static final long RETRY_NS = 1_000_000;

    private static final long AGENT_PERIOD_NS = 1_000_000;

    private final ControlLoop loop;
    private final PortOwner owner;
    private final DataPlane plane;
    private final ManyToOneConcurrentLinkedQueue<Runnable> commands = new ManyToOneConcurrentLinkedQueue<>();

    // Used by the agent.
    private boolean isHandedOver;
    private ControlLoop.@Nullable Timer next;

    // Used by whoever turns it.
    private final List<LinkStreams> beginning = new ArrayList<>();
    private final List<UdpLink> links = new ArrayList<>();
    private boolean isCommitted;
    private long dropped;

    PortPump(ControlLoop loop, PortOwner owner, DataPlane plane) {
        this.loop = loop;
        this.owner = owner;
        this.plane = plane;
    }

    /** Has something done in a turn that comes soon. On the agent, when the data plane is open. */
    void command(Runnable command) {
        commands.add(command);
        if (isHandedOver) {
            owner.pumpWanted();
        } else {
            comeIn(0);
        }
    }

    /** The data plane is open. On the agent, which turns it from now on. */
    void start() {
        comeIn(0);
    }

    private void comeIn(long delayNs) {
        if (next != null) {
            next.cancel();
        }
        next = loop.schedule(delayNs, this::turnByAgent);
    }

    private void turnByAgent() {
        next = null;
        if (!isHandedOver) {
            int work = turn();
            comeIn(work > 0 ? 0 : beginning.isEmpty() ? MAX_IDLE_NS : AGENT_PERIOD_NS);
        }
    }

    /** From now on the domain's owner turns it. On the agent. Idempotent. */
    void handOver() {
        if (!isHandedOver) {
            isHandedOver = true;
            owner.pumpStarted(this);
        }
    }

    /** From now on only a worker turns it, that closes the port. On the agent. */
    void handOverToCloser() {
        isHandedOver = true;
    }

    @Override
    public int turn() {
        int work = commands.isEmpty() ? 0 : runCommands();
        isCommitted = false;
        DataPlane.Parts parts = plane.requireParts();
        work += parts.driver().turn(!beginning.isEmpty());
        if (parts.driver().gate().dropped() != dropped) {
            dropped = parts.driver().gate().dropped();
            parts.counters().set().set(AdapterCounter.FRAMES_DROPPED, dropped);
        }
        if (!beginning.isEmpty()) {
            work += progressStreams();
        }
        return work;
    }

    private int runCommands() {
        int count = 0;
        for (Runnable command = commands.poll(); command != null; command = commands.poll()) {
            command.run();
            count++;
        }
        return count;
    }

    private int progressStreams() {
        int steps = 0;
        for (int index = beginning.size() - 1; index >= 0; index--) {
            LinkStreams each = beginning.get(index);
            steps += each.progress() ? 1 : 0;
            if (each.isSettled()) {
                beginning.remove(index);
            }
        }
        return steps;
    }

    @Override
    public long idleNs() {
        if (isCommitted || !commands.isEmpty()) {
            return 0;
        }
        for (int index = 0; index < beginning.size(); index++) {
            if (beginning.get(index).awaitsDriver()) {
                return 0;
            }
        }
        for (int index = 0; index < links.size(); index++) {
            LinkFrames frames = links.get(index).frames();
            if (frames.hasToTell()) {
                return frames.isBlocked() ? RETRY_NS : 0;
            }
        }
        return MAX_IDLE_NS;
    }

    // By whoever turns it.

    /** A frame was committed that only a turn sends. */
    void committed() {
        isCommitted = true;
    }

    /** Sends what was committed. */
    void flush() {
        if (isCommitted) {
            int work = turn();
            assert work >= 0;
        }
    }

    void begin(LinkStreams streams) {
        beginning.add(streams);
        streams.subscribe();
    }

    void end(LinkStreams streams, boolean isPeerGone) {
        beginning.remove(streams);
        streams.close(isPeerGone);
    }

    void add(UdpLink link) {
        links.add(link);
    }

    void remove(UdpLink link) {
        links.remove(link);
    }
}
