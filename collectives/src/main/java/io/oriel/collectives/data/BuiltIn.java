// SPDX-License-Identifier: Apache-2.0
// Copyright the Oriel authors.
package io.oriel.collectives.data;

import io.oriel.collectives.ElementType;
import org.agrona.concurrent.UnsafeBuffer;

/** The operators that everybody needs. */
public enum BuiltIn implements Reduction {
    /** See {@link io.oriel.collectives.Operator#SUM}. */
    SUM,
    /** See {@link io.oriel.collectives.Operator#PRODUCT}. */
    PRODUCT,
    /** See {@link io.oriel.collectives.Operator#MIN}. */
    MIN,
    /** See {@link io.oriel.collectives.Operator#MAX}. */
    MAX,
    /** See {@link io.oriel.collectives.Operator#BITWISE_AND}. */
    BITWISE_AND,
    /** See {@link io.oriel.collectives.Operator#BITWISE_OR}. */
    BITWISE_OR,
    /** See {@link io.oriel.collectives.Operator#BITWISE_XOR}. */
    BITWISE_XOR,
    /** See {@link io.oriel.collectives.Operator#LOGICAL_AND}. */
    LOGICAL_AND,
    /** See {@link io.oriel.collectives.Operator#LOGICAL_OR}. */
    LOGICAL_OR,
    /** See {@link io.oriel.collectives.Operator#LOGICAL_XOR}. */
    LOGICAL_XOR,
    /** See {@link io.oriel.collectives.Operator#MIN_LOCATION}. */
    MIN_LOCATION,
    /** See {@link io.oriel.collectives.Operator#MAX_LOCATION}. */
    MAX_LOCATION;

    @Override
    public boolean isCommutative() {
        return true;
    }

    @Override
    public boolean takes(ElementType type) {
        return switch (this) {
            case SUM, PRODUCT, MIN, MAX, MIN_LOCATION, MAX_LOCATION -> type != ElementType.BYTE;
            case BITWISE_AND, BITWISE_OR, BITWISE_XOR ->
                type == ElementType.BYTE || type == ElementType.INT || type == ElementType.LONG;
            case LOGICAL_AND, LOGICAL_OR, LOGICAL_XOR -> type == ElementType.INT || type == ElementType.LONG;
        };
    }

    @Override
    public int itemCount() {
        return this == MIN_LOCATION || this == MAX_LOCATION ? 2 : 1;
    }

    @Override
    public void combine(UnsafeBuffer left, int at, UnsafeBuffer right, int from, int count) {
        ByteLoops.combine(this, left.byteArray(), at, right.byteArray(), from, count);
    }

    @Override
    public void combine(int[] left, int at, int[] right, int from, int count) {
        IntLoops.combine(this, left, at, right, from, count);
    }

    @Override
    public void combine(long[] left, int at, long[] right, int from, int count) {
        LongLoops.combine(this, left, at, right, from, count);
    }

    @Override
    public void combine(float[] left, int at, float[] right, int from, int count) {
        FloatLoops.combine(this, left, at, right, from, count);
    }

    @Override
    public void combine(double[] left, int at, double[] right, int from, int count) {
        DoubleLoops.combine(this, left, at, right, from, count);
    }
}
