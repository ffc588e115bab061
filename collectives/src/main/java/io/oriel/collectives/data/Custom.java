// SPDX-License-Identifier: Apache-2.0
// Copyright the Oriel authors.
package io.oriel.collectives.data;

import io.oriel.collectives.ElementType;
import java.util.function.DoubleBinaryOperator;
import java.util.function.IntBinaryOperator;
import java.util.function.LongBinaryOperator;
import org.agrona.concurrent.UnsafeBuffer;

/** An operator that is a function of the user's. */
public final class Custom implements Reduction {
    /** Bytes of an item at most: what one message of a lane carries. */
    public static final int MAX_ITEM_LENGTH = 8192;

    private static final String OF_OTHERS = "the operator combines elements of another type";

    private final ElementType type;
    private final int itemCount;
    private final boolean commutative;
    private final IntBinaryOperator ints;
    private final LongBinaryOperator longs;
    private final FloatBinaryOperator floats;
    private final DoubleBinaryOperator doubles;
    private final BytesOperator bytes;

    private Custom(ElementType type, int itemCount, boolean commutative, Functions functions) {
        this.type = type;
        this.itemCount = itemCount;
        this.commutative = commutative;
        ints = functions.ints;
        longs = functions.longs;
        floats = functions.floats;
        doubles = functions.doubles;
        bytes = functions.bytes;
    }

    /** One function of the user's, and others that are never called. */
    private static final class Functions {
        IntBinaryOperator ints = (left, right) -> {
            throw new IllegalStateException(OF_OTHERS);
        };
        LongBinaryOperator longs = (left, right) -> {
            throw new IllegalStateException(OF_OTHERS);
        };
        FloatBinaryOperator floats = (left, right) -> {
            throw new IllegalStateException(OF_OTHERS);
        };
        DoubleBinaryOperator doubles = (left, right) -> {
            throw new IllegalStateException(OF_OTHERS);
        };
        BytesOperator bytes = (left, leftOffset, right, rightOffset) -> {
            throw new IllegalStateException(OF_OTHERS);
        };
    }

    /**
     * Makes an operator of ints.
     *
     * @param function    of the user's
     * @param commutative as the user says
     * @return the operator
     */
    public static Custom ofInts(IntBinaryOperator function, boolean commutative) {
        Functions functions = new Functions();
        functions.ints = function;
        return new Custom(ElementType.INT, 1, commutative, functions);
    }

    /**
     * Makes an operator of longs.
     *
     * @param function    of the user's
     * @param commutative as the user says
     * @return the operator
     */
    public static Custom ofLongs(LongBinaryOperator function, boolean commutative) {
        Functions functions = new Functions();
        functions.longs = function;
        return new Custom(ElementType.LONG, 1, commutative, functions);
    }

    /**
     * Makes an operator of floats.
     *
     * @param function    of the user's
     * @param commutative as the user says
     * @return the operator
     */
    public static Custom ofFloats(FloatBinaryOperator function, boolean commutative) {
        Functions functions = new Functions();
        functions.floats = function;
        return new Custom(ElementType.FLOAT, 1, commutative, functions);
    }

    /**
     * Makes an operator of doubles.
     *
     * @param function    of the user's
     * @param commutative as the user says
     * @return the operator
     */
    public static Custom ofDoubles(DoubleBinaryOperator function, boolean commutative) {
        Functions functions = new Functions();
        functions.doubles = function;
        return new Custom(ElementType.DOUBLE, 1, commutative, functions);
    }

    /**
     * Makes an operator of items of bytes.
     *
     * @param itemLength  bytes of each
     * @param function    of the user's
     * @param commutative as the user says
     * @return the operator
     */
    public static Custom ofBytes(int itemLength, BytesOperator function, boolean commutative) {
        if (itemLength < 1 || itemLength > MAX_ITEM_LENGTH) {
            throw new IllegalArgumentException("itemLength must be in 1.." + MAX_ITEM_LENGTH + ", was " + itemLength);
        }
        Functions functions = new Functions();
        functions.bytes = function;
        return new Custom(ElementType.BYTE, itemLength, commutative, functions);
    }

    @Override
    public boolean isCommutative() {
        return commutative;
    }

    @Override
    public boolean takes(ElementType other) {
        return other == type;
    }

    @Override
    public int itemCount() {
        return itemCount;
    }

    @Override
    public void combine(UnsafeBuffer left, int at, UnsafeBuffer right, int from, int count) {
        for (int i = 0; i < count; i += itemCount) {
            bytes.combine(left, at + i, right, from + i);
        }
    }

    @Override
    public void combine(int[] left, int at, int[] right, int from, int count) {
        for (int i = 0; i < count; i++) {
            left[at + i] = ints.applyAsInt(left[at + i], right[from + i]);
        }
    }

    @Override
    public void combine(long[] left, int at, long[] right, int from, int count) {
        for (int i = 0; i < count; i++) {
            left[at + i] = longs.applyAsLong(left[at + i], right[from + i]);
        }
    }

    @Override
    public void combine(float[] left, int at, float[] right, int from, int count) {
        for (int i = 0; i < count; i++) {
            left[at + i] = floats.applyAsFloat(left[at + i], right[from + i]);
        }
    }

    @Override
    public void combine(double[] left, int at, double[] right, int from, int count) {
        for (int i = 0; i < count; i++) {
            left[at + i] = doubles.applyAsDouble(left[at + i], right[from + i]);
        }
    }
}
