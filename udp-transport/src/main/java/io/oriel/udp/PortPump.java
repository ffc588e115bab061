// SPDX-License-Identifier: Apache-2.0
// Copyright the Oriel authors.
package io.oriel.udp;

import io.oriel.engine.control.ControlLoop;
import io.oriel.engine.counter.AdapterCounter;
import io.oriel.engine.transport.PortOwner;
import io.oriel.engine.transport.Pump;
import io.oriel.udp.aeron.DataPlane;
import io.oriel.udp.aeron.LinkStreams;
import io.oriel.udp.flow.Outbox;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.atomic.AtomicInteger;
import org.agrona.concurrent.ManyToOneConcurrentLinkedQueue;
import org.jspecify.annotations.Nullable;

/**
 * What of a port has to be turned: the media driver, the streams in the making, and what the agent asks for. The agent turns
 * it until somebody takes it: the domain's owner in its first call after the first link was made, or at last the worker that
 * closes the port. An application that only waits for connections never calls, and they are made all the same.
 */
final class PortPump implements Pump {
    /** For how long a driver may be left alone: it repeats what was lost, and tells its peers that it is there. */
    private static final long MAX_IDLE_NS = 20_000_000;

    private static final long AGENT_PERIOD_NS = 1_000_000;

    private static final int FREE = 0;
    private static final int AGENT = 1;
    private static final int TAKEN = 2;

    private final ControlLoop loop;
    private final PortOwner owner;
    private final DataPlane plane;
    private final ManyToOneConcurrentLinkedQueue<Runnable> meetings = new ManyToOneConcurrentLinkedQueue<>();
    private final ManyToOneConcurrentLinkedQueue<Runnable> commands = new ManyToOneConcurrentLinkedQueue<>();
    private final AtomicInteger turner = new AtomicInteger(FREE);

    // Used by the agent.
    private boolean isOffered;
    private ControlLoop.@Nullable Timer next;

    // Used by whoever turns it.
    private final List<LinkStreams> beginning = new ArrayList<>();
    private long dropped;

    // Used by whoever has taken it.
    private final List<UdpLink> links = new ArrayList<>();
    private final Outbox outbox;

    PortPump(ControlLoop loop, PortOwner owner, DataPlane plane, int datagramLength) {
        this.loop = loop;
        this.owner = owner;
        this.plane = plane;
        outbox = new Outbox(() -> plane.requireParts().driver().send(), datagramLength);
    }

    // By the agent, when the data plane is open.

    /** Begins to turn it. */
    void start() {
        comeIn(0);
    }

    /** Has something of streams in the making done in a turn that comes soon, whoever turns. */
    void meet(Runnable command) {
        meetings.add(command);
        comeIn(0);
    }

    /** Has something of a link done, by the domain's owner or whoever closes the port. */
    void command(Runnable command) {
        commands.add(command);
        owner.pumpWanted();
    }

    /** The domain's owner may take it, and must before it touches a link. Idempotent. */
    void offer() {
        if (!isOffered) {
            isOffered = true;
            owner.pumpStarted(this);
        }
    }

    private void comeIn(long delayNs) {
        ControlLoop.Timer later = loop.scheduleSurely(delayNs, this::turnByAgent);
        if (next != null) {
            next.cancel();
        }
        next = later;
    }

    private void turnByAgent() {
        next = null;
        if (!turner.compareAndSet(FREE, AGENT)) { // Pairs with #take.
            owner.pumpWanted();
            return;
        }
        long delayNs = MAX_IDLE_NS;
        try {
            int work = turnStreams();
            delayNs = work > 0 ? 0 : beginning.isEmpty() ? MAX_IDLE_NS : AGENT_PERIOD_NS;
        } finally {
            turner.set(FREE); // Pairs with #take: what was done.
            comeIn(delayNs); // or nobody would turn it any more
        }
    }

    // By whoever has taken it.

    @Override
    public int turn() {
        requireTaken();
        int work = commands.isEmpty() ? 0 : run(commands);
        outbox.beginProgress();
        return work + turnStreams();
    }

    private void requireTaken() {
        if (turner.getPlain() != TAKEN) { // set by this owner, or handed over with the domain
            take();
        }
    }

    private void take() {
        while (!turner.compareAndSet(FREE, TAKEN)) { // Pairs with #turnByAgent, which is not inside for long.
            Thread.onSpinWait();
        }
    }

    private int turnStreams() {
        int work = meetings.isEmpty() ? 0 : run(meetings);
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

    private static int run(ManyToOneConcurrentLinkedQueue<Runnable> commands) {
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
        if (!outbox.isEmpty() || !commands.isEmpty() || !meetings.isEmpty()) {
            return 0;
        }
        for (int index = 0; index < beginning.size(); index++) {
            if (beginning.get(index).awaitsDriver()) {
                return 0;
            }
        }
        long least = MAX_IDLE_NS;
        for (int index = 0; index < links.size(); index++) {
            least = Math.min(least, links.get(index).frames().idleNs());
        }
        return least;
    }

    @Override
    public void flush() {
        requireTaken();
        outbox.flush();
    }

    /** A frame of a link was committed, of so many bytes. */
    void committed(Outbox.Frames frames, int length) {
        outbox.add(frames, length);
    }

    /** A post or a progress has ended; false if nothing was committed. */
    boolean announce() {
        requireTaken();
        return outbox.announce();
    }

    /** Posts are to come that go together. */
    void startBatch() {
        outbox.startBatch();
    }

    // By whoever turns it, in a command.

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
        outbox.remove(link);
        links.remove(link);
    }
}
