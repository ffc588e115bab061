// SPDX-License-Identifier: Apache-2.0
// Copyright the Oriel authors.
package io.oriel.collectives.data;

import io.oriel.collectives.ElementType;
import org.agrona.concurrent.UnsafeBuffer;

/** Room for one fragment of elements, small enough for the first cache, in which those of several ranks are combined. */
public final class Accumulator {
    /** Bytes of a fragment at most. */
    public static final int LENGTH = Custom.MAX_ITEM_LENGTH;

    private final UnsafeBuffer bytes = new UnsafeBuffer(new byte[LENGTH]);
    private final UnsafeBuffer moreBytes = new UnsafeBuffer(new byte[LENGTH]);
    private final int[] ints = new int[LENGTH >> ElementType.INT.shift()];
    private final int[] moreInts = new int[LENGTH >> ElementType.INT.shift()];
    private final long[] longs = new long[LENGTH >> ElementType.LONG.shift()];
    private final long[] moreLongs = new long[LENGTH >> ElementType.LONG.shift()];
    private final float[] floats = new float[LENGTH >> ElementType.FLOAT.shift()];
    private final float[] moreFloats = new float[LENGTH >> ElementType.FLOAT.shift()];
    private final double[] doubles = new double[LENGTH >> ElementType.DOUBLE.shift()];
    private final double[] moreDoubles = new double[LENGTH >> ElementType.DOUBLE.shift()];

    /** Creates an accumulator of anything. */
    public Accumulator() {}

    /**
     * Begins with elements of a span.
     *
     * @param from  the span
     * @param index of the first element in it
     * @param count how many
     */
    public void load(Elements from, int index, int count) {
        Slab slab = from.slab();
        if (slab != null) {
            load(slab, from.offset(index), from.type(), count);
            return;
        }
        int first = from.from() + index;
        switch (from.type()) {
            case INT -> System.arraycopy(from.array(), first, ints, 0, count);
            case LONG -> System.arraycopy(from.array(), first, longs, 0, count);
            case FLOAT -> System.arraycopy(from.array(), first, floats, 0, count);
            case DOUBLE -> System.arraycopy(from.array(), first, doubles, 0, count);
            case BYTE -> bytes.putBytes(0, (byte[]) from.array(), first, count);
        }
    }

    /**
     * Begins with elements in memory.
     *
     * @param from  the memory
     * @param at    where they begin
     * @param type  what they are
     * @param count how many
     */
    public void load(Slab from, int at, ElementType type, int count) {
        switch (type) {
            case INT -> from.get(at, ints, 0, count);
            case LONG -> from.get(at, longs, 0, count);
            case FLOAT -> from.get(at, floats, 0, count);
            case DOUBLE -> from.get(at, doubles, 0, count);
            case BYTE -> bytes.putBytes(0, from.buffer(), at, count);
        }
    }

    /**
     * Combines what is here with elements of a span, which belong to higher ranks.
     *
     * @param operator how
     * @param right    the span
     * @param index    of the first element in it
     * @param count    how many
     */
    public void combine(Reduction operator, Elements right, int index, int count) {
        Slab slab = right.slab();
        if (slab != null) {
            combine(operator, slab, right.offset(index), right.type(), count);
            return;
        }
        int first = right.from() + index;
        switch (right.type()) {
            case INT -> operator.combine(ints, 0, (int[]) right.array(), first, count);
            case LONG -> operator.combine(longs, 0, (long[]) right.array(), first, count);
            case FLOAT -> operator.combine(floats, 0, (float[]) right.array(), first, count);
            case DOUBLE -> operator.combine(doubles, 0, (double[]) right.array(), first, count);
            case BYTE -> {} // bytes are in buffers: a span without one is empty
        }
    }

    /**
     * Combines what is here with elements in memory, which belong to higher ranks.
     *
     * @param operator how
     * @param right    the memory
     * @param at       where they begin
     * @param type     what they are
     * @param count    how many
     */
    public void combine(Reduction operator, Slab right, int at, ElementType type, int count) {
        switch (type) {
            case INT -> {
                right.get(at, moreInts, 0, count);
                operator.combine(ints, 0, moreInts, 0, count);
            }
            case LONG -> {
                right.get(at, moreLongs, 0, count);
                operator.combine(longs, 0, moreLongs, 0, count);
            }
            case FLOAT -> {
                right.get(at, moreFloats, 0, count);
                operator.combine(floats, 0, moreFloats, 0, count);
            }
            case DOUBLE -> {
                right.get(at, moreDoubles, 0, count);
                operator.combine(doubles, 0, moreDoubles, 0, count);
            }
            case BYTE -> {
                moreBytes.putBytes(0, right.buffer(), at, count);
                operator.combine(bytes, 0, moreBytes, 0, count);
            }
        }
    }

    /**
     * Copies what is here into a span.
     *
     * @param to    the span
     * @param index of the first element in it
     * @param count how many
     */
    public void store(Elements to, int index, int count) {
        Slab slab = to.slab();
        if (slab != null) {
            store(slab, to.offset(index), to.type(), count);
            return;
        }
        int first = to.from() + index;
        switch (to.type()) {
            case INT -> System.arraycopy(ints, 0, to.array(), first, count);
            case LONG -> System.arraycopy(longs, 0, to.array(), first, count);
            case FLOAT -> System.arraycopy(floats, 0, to.array(), first, count);
            case DOUBLE -> System.arraycopy(doubles, 0, to.array(), first, count);
            case BYTE -> bytes.getBytes(0, (byte[]) to.array(), first, count);
        }
    }

    /**
     * Copies what is here into memory.
     *
     * @param to    the memory
     * @param at    where to
     * @param type  what the elements are
     * @param count how many
     */
    public void store(Slab to, int at, ElementType type, int count) {
        switch (type) {
            case INT -> to.put(at, ints, 0, count);
            case LONG -> to.put(at, longs, 0, count);
            case FLOAT -> to.put(at, floats, 0, count);
            case DOUBLE -> to.put(at, doubles, 0, count);
            case BYTE -> to.buffer().putBytes(at, bytes, 0, count);
        }
    }
}
