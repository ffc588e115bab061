// SPDX-License-Identifier: Apache-2.0
// Copyright the Oriel authors.
package io.oriel.collectives.model;

import io.oriel.api.MemoryRegion;
import io.oriel.collectives.Communicator;
import io.oriel.collectives.ElementType;
import io.oriel.collectives.Span;
import java.util.function.IntToLongFunction;
import org.agrona.concurrent.UnsafeBuffer;
import org.jspecify.annotations.Nullable;

/** Elements of any type in memory of any kind, seen as longs; the numbers are such that no type loses anything. */
final class Data {
    private static final long SPOILT = 77;

    private final ElementType type;
    private final int count;
    private final Object memory;
    private final Span span;
    private final @Nullable MemoryRegion region;

    private Data(ElementType type, int count, Object memory, Span span, @Nullable MemoryRegion region) {
        this.type = type;
        this.count = count;
        this.memory = memory;
        this.span = span;
        this.region = region;
    }

    static Data of(ElementType type, int count) {
        return switch (type) {
            case INT -> {
                int[] array = new int[count];
                yield new Data(type, count, array, Span.of(array), null);
            }
            case LONG -> {
                long[] array = new long[count];
                yield new Data(type, count, array, Span.of(array), null);
            }
            case FLOAT -> {
                float[] array = new float[count];
                yield new Data(type, count, array, Span.of(array), null);
            }
            case DOUBLE -> {
                double[] array = new double[count];
                yield new Data(type, count, array, Span.of(array), null);
            }
            case BYTE -> {
                UnsafeBuffer buffer = new UnsafeBuffer(new byte[count]);
                yield new Data(type, count, buffer, Span.of(type, buffer, 0, count), null);
            }
        };
    }

    /** Longs in memory that the other ranks read where it lies. */
    static Data exposed(Communicator world, int count) {
        MemoryRegion region = world.allocateMemory(Math.max(1, count) * (long) Long.BYTES);
        return new Data(ElementType.LONG, count, region.buffer(), Span.of(ElementType.LONG, region, 0, count), region);
    }

    /** No elements, of no type in particular. */
    static Data none() {
        return new Data(ElementType.BYTE, 0, new byte[0], Span.NONE, null);
    }

    /** Gives it back, and changes it: whoever reads it now is seen. */
    void free(Communicator world) {
        filled(index -> SPOILT);
        if (region != null) {
            world.freeMemory(region);
        }
    }

    Span span() {
        return span;
    }

    int count() {
        return count;
    }

    Data filled(IntToLongFunction values) {
        for (int index = 0; index < count; index++) {
            set(index, values.applyAsLong(index));
        }
        return this;
    }

    private void set(int index, long value) {
        switch (type) {
            case INT -> ((int[]) memory)[index] = (int) value;
            case FLOAT -> ((float[]) memory)[index] = value;
            case DOUBLE -> ((double[]) memory)[index] = value;
            case BYTE -> ((UnsafeBuffer) memory).putByte(index, (byte) value);
            case LONG -> {
                if (memory instanceof long[] array) {
                    array[index] = value;
                } else {
                    ((org.agrona.MutableDirectBuffer) memory).putLong(index * Long.BYTES, value);
                }
            }
        }
    }

    long get(int index) {
        return switch (type) {
            case INT -> ((int[]) memory)[index];
            case FLOAT -> (long) ((float[]) memory)[index];
            case DOUBLE -> (long) ((double[]) memory)[index];
            case BYTE -> ((UnsafeBuffer) memory).getByte(index);
            case LONG ->
                memory instanceof long[] array
                        ? array[index]
                        : ((org.agrona.DirectBuffer) memory).getLong(index * Long.BYTES);
        };
    }
}
