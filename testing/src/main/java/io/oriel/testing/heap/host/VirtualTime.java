// SPDX-License-Identifier: Apache-2.0
// Copyright the Oriel authors.
package io.oriel.testing.heap.host;

import java.util.Comparator;
import java.util.PriorityQueue;

/** The clock and the agenda of a simulated host: time passes, and things happen, only when the test steps it. */
public final class VirtualTime {
    private static final long TICK_NS = 100;
    private static final long QUANTUM_NS = 10_000;
    private static final long[] ORIGINS_NS = {0, Long.MIN_VALUE / 2, Long.MAX_VALUE - 1_200_000_000};

    private final PriorityQueue<Event> agenda = new PriorityQueue<>(
            Comparator.comparingLong((Event event) -> event.dueNs).thenComparingLong(event -> event.sequence));
    private final long originNs;
    private long nowNs = 1_000_000_000;
    private long nextSequence;

    /**
     * Begins.
     *
     * @param seed by which clocks show a positive time, a negative one, or one that soon passes from the one to the other
     */
    public VirtualTime(long seed) {
        originNs = ORIGINS_NS[(int) Math.floorMod(seed, (long) ORIGINS_NS.length)];
    }

    /**
     * Returns what the clocks of all processes show.
     *
     * @return nanoseconds since any moment, as of {@link System#nanoTime}
     */
    public long clockNs() {
        return originNs + nowNs;
    }

    /**
     * Returns the time.
     *
     * @return nanoseconds since the beginning
     */
    public long nanoTime() {
        return nowNs;
    }

    /**
     * Puts something on the agenda; what is due at the same time happens in the order of these calls.
     *
     * @param dueNs  when, the past counts as now
     * @param action what
     * @return to take it back
     */
    public Event at(long dueNs, Runnable action) {
        Event event = new Event(dueNs, nextSequence++, action);
        agenda.add(event);
        return event;
    }

    /**
     * Lets the next thing happen, or, when it is far away, a little time pass.
     *
     * @return true if something happened
     */
    public boolean step() {
        Event next = agenda.peek();
        if (next == null || next.dueNs > nowNs + QUANTUM_NS) {
            nowNs += QUANTUM_NS;
            return false;
        }
        agenda.remove();
        nowNs = Math.max(nowNs + TICK_NS, next.dueNs);
        next.action.run();
        return true;
    }

    /**
     * Lets a span of time pass, with all that happens in it.
     *
     * @param durationNs how long
     */
    public void pass(long durationNs) {
        long endNs = nowNs + durationNs;
        while (nowNs < endNs) {
            Event next = agenda.peek();
            if (next == null || next.dueNs > endNs) {
                nowNs = endNs;
            } else {
                nowNs = Math.max(nowNs, next.dueNs - QUANTUM_NS);
                step();
            }
        }
    }

    /**
     * Tells how much is still to happen.
     *
     * @return things on the agenda that were not taken back
     */
    public int pending() {
        return (int) agenda.stream().filter(event -> !event.cancelled).count();
    }

    /** Something on the agenda. */
    public static final class Event {
        private final long dueNs;
        private final long sequence;
        private Runnable action;
        private boolean cancelled;

        private Event(long dueNs, long sequence, Runnable action) {
            this.dueNs = dueNs;
            this.sequence = sequence;
            this.action = action;
        }

        /** Takes it back. */
        public void cancel() {
            action = () -> {};
            cancelled = true;
        }
    }
}
