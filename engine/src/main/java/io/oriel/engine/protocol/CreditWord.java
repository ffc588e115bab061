// SPDX-License-Identifier: Apache-2.0
// Copyright the Oriel authors.
package io.oriel.engine.protocol;

/**
 * The word in which an endpoint shows how many Receives it has posted: which of the endpoints of that id it is, then how
 * many. A medium may show a former endpoint's word for a while after a new connection was made.
 *
 * <pre>
 *   63         56 55                      0
 *  +-------------+-------------------------+
 *  | generation  | Receives posted         |
 *  +-------------+-------------------------+
 * </pre>
 */
public final class CreditWord {
    private static final int POSTED_BITS = 56;
    private static final long POSTED_MASK = (1L << POSTED_BITS) - 1;

    private CreditWord() {}

    /**
     * Makes a word.
     *
     * @param generation of the endpoint's id, 8 bits
     * @param posted     Receives in the endpoint's life
     * @return the word
     */
    public static long of(int generation, long posted) {
        return ((long) generation << POSTED_BITS) | (posted & POSTED_MASK);
    }

    /**
     * Returns the credit of an endpoint.
     *
     * @param word       any
     * @param generation of the endpoint's id
     * @return Receives posted; 0 if the word is another endpoint's
     */
    public static long posted(long word, int generation) {
        return word >>> POSTED_BITS == generation ? word & POSTED_MASK : 0;
    }
}
