// SPDX-License-Identifier: Apache-2.0
// Copyright the Oriel authors.
package io.oriel.engine.control;

import java.util.PriorityQueue;
import org.jspecify.annotations.Nullable;

/** The timers of an agent, by deadline; those with the same deadline in the order given. Used by the agent alone. */
final class TimerQueue {
    private final PriorityQueue<Entry> entries = new PriorityQueue<>();
    private long nextSequence;

    void add(Entry entry) {
        entry.sequence = nextSequence++;
        entries.add(entry);
    }

    void remove(Entry entry) {
        entries.remove(entry);
    }

    /** Takes a timer that is due. */
    @Nullable
    Entry pollDue(long nowNs) {
        Entry first = entries.peek();
        return first != null && first.deadlineNs - nowNs <= 0 ? entries.poll() : null;
    }

    /** Returns the nanoseconds until the first timer is due, at least 0; or -1 if there is none. */
    long delayNs(long nowNs) {
        Entry first = entries.peek();
        return first == null ? -1 : Math.max(0, first.deadlineNs - nowNs);
    }

    /** A task with its deadline. */
    static final class Entry implements Comparable<Entry> {
        final Runnable task;
        private final long deadlineNs;
        private long sequence;
        private volatile boolean isCanceled;

        Entry(Runnable task, long deadlineNs) {
            this.task = task;
            this.deadlineNs = deadlineNs;
        }

        void cancel() {
            isCanceled = true;
        }

        boolean isCanceled() {
            return isCanceled;
        }

        @Override
        public int compareTo(Entry other) {
            long difference = deadlineNs - other.deadlineNs;
            return difference != 0 ? Long.signum(difference) : Long.compare(sequence, other.sequence);
        }

        @Override
        public boolean equals(@Nullable Object other) {
            return this == other;
        }

        @Override
        public int hashCode() {
            return System.identityHashCode(this);
        }
    }
}
