// SPDX-License-Identifier: Apache-2.0
// Copyright the Oriel authors.
package io.oriel.engine.link;

import java.util.Arrays;
import org.jspecify.annotations.Nullable;

/**
 * The last frames of Sends and Writes that a link has sent and the peer has not acknowledged, in order.
 *
 * @param <E> whose frames they are
 */
final class PendingFrames<E> {
    private static final int INITIAL_CAPACITY = 64;

    private long[] sequences = new long[INITIAL_CAPACITY];
    private @Nullable Object[] endpoints = new Object[INITIAL_CAPACITY];
    private long head;
    private long tail;

    /**
     * Adds a frame.
     *
     * @param sequence greater than those before
     * @param endpoint whose it is
     */
    void add(long sequence, E endpoint) {
        if (tail - head == sequences.length) {
            grow();
        }
        int slot = (int) tail & (sequences.length - 1);
        sequences[slot] = sequence;
        if (endpoints[slot] != endpoint) { // storing a reference costs a barrier of the collector
            endpoints[slot] = endpoint;
        }
        tail++;
    }

    /**
     * Takes the next frame that is not beyond a sequence.
     *
     * @param acknowledged the sequence
     * @return whose it is; null if there is none
     */
    @SuppressWarnings("unchecked") // only E goes in
    @Nullable
    E take(long acknowledged) {
        int slot = (int) head & (sequences.length - 1);
        if (head == tail || sequences[slot] > acknowledged) {
            return null;
        }
        head++;
        return (E) endpoints[slot];
    }

    private void grow() {
        int capacity = sequences.length;
        long[] longerSequences = Arrays.copyOf(sequences, capacity * 2);
        @Nullable Object[] longerEndpoints = Arrays.copyOf(endpoints, capacity * 2);
        for (long at = head; at < tail; at++) {
            int from = (int) at & (capacity - 1);
            int to = (int) at & (capacity * 2 - 1);
            longerSequences[to] = sequences[from];
            longerEndpoints[to] = endpoints[from];
        }
        sequences = longerSequences;
        endpoints = longerEndpoints;
    }
}
