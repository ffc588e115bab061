// SPDX-License-Identifier: Apache-2.0
// Copyright the Oriel authors.
package io.oriel.engine.protocol;

/**
 * The word by which one end of a link acknowledges beside the frames: how many frames it has executed, and how many
 * Failures it has sent, so that a success cannot overtake a failure.
 */
public final class AcknowledgementWord {
    private static final int FAILURES_BITS = 16;
    private static final long FAILURES_MASK = (1 << FAILURES_BITS) - 1;

    private AcknowledgementWord() {}

    /**
     * Makes a word.
     *
     * @param sequence of the last frame that is acknowledged
     * @param failures sent so far; their low bits are enough
     * @return the word
     */
    public static long of(long sequence, long failures) {
        return (sequence << FAILURES_BITS) | (failures & FAILURES_MASK);
    }

    /**
     * Returns what is acknowledged.
     *
     * @param word any
     * @return the sequence
     */
    public static long sequence(long word) {
        return word >>> FAILURES_BITS;
    }

    /**
     * Tells whether every Failure that the word counts has come.
     *
     * @param word     any
     * @param received Failures so far
     * @return true if none is on the way
     */
    public static boolean countsFailures(long word, long received) {
        return (word & FAILURES_MASK) == (received & FAILURES_MASK);
    }
}
