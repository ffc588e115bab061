// SPDX-License-Identifier: Apache-2.0
// Copyright the Oriel authors.
package io.oriel.udp;

import io.oriel.engine.counter.AdapterCounter;
import io.oriel.engine.counter.CounterSet;
import io.oriel.engine.transport.Pump;
import io.oriel.udp.aeron.AdapterDriver;
import io.oriel.udp.aeron.LinkStreams;
import io.oriel.udp.frame.LinkFrames;
import java.util.ArrayList;
import java.util.List;
import org.agrona.concurrent.ManyToOneConcurrentLinkedQueue;

/**
 * What of a port the domain's owner turns: the media driver, the streams in the making, and what the agent asks it to do.
 */
final class PortPump implements Pump {
    /** For how long a driver may be left alone: it repeats what was lost, and tells its peers that it is there. */
    private static final long MAX_IDLE_NS = 20_000_000;

    private static final long RETRY_NS = 1_000_000;

    private final AdapterDriver driver;
    private final CounterSet counters;
    private final ManyToOneConcurrentLinkedQueue<Runnable> commands = new ManyToOneConcurrentLinkedQueue<>();

    // Used by the domain's owner.
    private final List<LinkStreams> beginning = new ArrayList<>();
    private final List<UdpLink> links = new ArrayList<>();
    private boolean isCommitted;
    private long dropped;

    PortPump(AdapterDriver driver, CounterSet counters) {
        this.driver = driver;
        this.counters = counters;
    }

    /** Has the owner run something in its next turn. From any thread. */
    void command(Runnable command) {
        commands.add(command);
    }

    @Override
    public int turn() {
        int work = commands.isEmpty() ? 0 : runCommands();
        isCommitted = false;
        work += driver.turn(!beginning.isEmpty());
        if (driver.gate().dropped() != dropped) {
            dropped = driver.gate().dropped();
            counters.set(AdapterCounter.FRAMES_DROPPED, dropped);
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

    // By the domain's owner.

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
