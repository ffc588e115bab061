// SPDX-License-Identifier: Apache-2.0
// Copyright the Oriel authors.
package io.oriel.collectives.data;

import io.oriel.collectives.ElementType;
import io.oriel.collectives.Operator;
import org.agrona.concurrent.UnsafeBuffer;

/** An operator, as the library carries it out: each call replaces the left elements by what both together are. */
public interface Reduction extends Operator {
    /**
     * Tells whether the operator can combine elements.
     *
     * @param type of the elements
     * @return true if it can
     */
    boolean takes(ElementType type);

    /**
     * Returns how many elements belong together.
     *
     * @return 1, 2 for pairs, or the bytes of an item
     */
    int itemCount();

    /**
     * Combines bytes in the heap.
     *
     * @param left  of the lower ranks; takes the result
     * @param at    where the left ones begin
     * @param right of the higher ranks
     * @param from  where the right ones begin
     * @param count how many
     */
    void combine(UnsafeBuffer left, int at, UnsafeBuffer right, int from, int count);

    /**
     * Combines ints.
     *
     * @param left  as above
     * @param at    as above
     * @param right as above
     * @param from  as above
     * @param count how many elements
     */
    void combine(int[] left, int at, int[] right, int from, int count);

    /**
     * Combines longs.
     *
     * @param left  as above
     * @param at    as above
     * @param right as above
     * @param from  as above
     * @param count how many elements
     */
    void combine(long[] left, int at, long[] right, int from, int count);

    /**
     * Combines floats.
     *
     * @param left  as above
     * @param at    as above
     * @param right as above
     * @param from  as above
     * @param count how many elements
     */
    void combine(float[] left, int at, float[] right, int from, int count);

    /**
     * Combines doubles.
     *
     * @param left  as above
     * @param at    as above
     * @param right as above
     * @param from  as above
     * @param count how many elements
     */
    void combine(double[] left, int at, double[] right, int from, int count);
}
