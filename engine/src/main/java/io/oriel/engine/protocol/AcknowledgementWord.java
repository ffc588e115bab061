// SPDX-License-Identifier: Apache-2.0
// Copyright the Oriel authors.
package io.oriel.engine.protocol;

/**
 * The word by which one end of a link acknowledges beside the frames: how many frames it has executed, and how many
 * Failures it has sent, so that a success cannot overtake a failure.
 *
 * <pre>
 *     63       62                  16 15             0
 *  +-----------+----------------------+----------------+
 *  | published |       sequence       |    Failures    |
 *  +-----------+----------------------+----------------+
 *       1                47                  16
 * </pre>
 *
 * <p>Both counts are low bits, see {@link FrameWord#expand}. A word of 0 was never published.
 */
public final class AcknowledgementWord {
    private static final int FAILURES_BITS = 16;
    private static final int SEQUENCE_BITS = 47;
    private static final long FAILURES_MASK = (1 << FAILURES_BITS) - 1;
    private static final long PUBLISHED = 1L << (Long.SIZE - 1);

    private AcknowledgementWord() {}

    /**
     * Makes a word.
     *
     * @param sequence of the last frame that is acknowledged
     * @param failures sent so far
     * @return the word
     */
    public static long of(long sequence, long failures) {
        return PUBLISHED | (sequence << FAILURES_BITS) | (failures & FAILURES_MASK);
    }

    /**
     * Returns what is acknowledged.
     *
     * @param word  any
     * @param known the sequence known before
     * @return the sequence nearest to the known one that has the word's bits; the known one if no word was published
     */
    public static long sequence(long word, long known) {
        return word < 0 ? FrameWord.expand(word >>> FAILURES_BITS, SEQUENCE_BITS, known) : known;
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
