// SPDX-License-Identifier: Apache-2.0
// Copyright the Oriel authors.
package io.oriel.benchmarks.oriel;

/** The requests of a stream on one endpoint: which are in flight, and the slot of each. */
final class Lane {
    private final int firstSlot;
    private final int depth;
    private final int signalEvery;
    private final long[] intendedNs;
    private long posted;
    private long completed;
    private int postSlot;
    private int doneSlot;
    private int untilSignal;

    Lane(int index, int depth, int signalEvery) {
        this.depth = depth;
        this.signalEvery = signalEvery;
        firstSlot = index * depth;
        intendedNs = new long[depth];
        untilSignal = signalEvery;
    }

    boolean hasRoom() {
        return posted - completed < depth;
    }

    /** The sequence of the request to be posted next. */
    long sequence() {
        return posted;
    }

    /** The slot of the request to be posted next. */
    int slot() {
        return firstSlot + postSlot;
    }

    /** Tells whether the request to be posted next is to be signalled. */
    boolean isSignalled() {
        return untilSignal == 1;
    }

    /** Takes the request as posted. */
    void advance(boolean signalled, long intended) {
        intendedNs[postSlot] = intended;
        posted++;
        postSlot = postSlot + 1 == depth ? 0 : postSlot + 1;
        untilSignal = signalled ? signalEvery : untilSignal - 1;
    }

    /** Tells whether the oldest request in flight is done, given that a request up to a sequence has completed. */
    boolean isDone(long sequence) {
        return completed <= sequence;
    }

    /** The slot of the oldest request in flight. */
    int oldestSlot() {
        return firstSlot + doneSlot;
    }

    /** When the oldest request in flight was meant to begin. */
    long oldestIntendedNs() {
        return intendedNs[doneSlot];
    }

    /** Takes the oldest request in flight as done. */
    void release() {
        completed++;
        doneSlot = doneSlot + 1 == depth ? 0 : doneSlot + 1;
    }
}
