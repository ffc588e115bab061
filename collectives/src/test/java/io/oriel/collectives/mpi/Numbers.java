// SPDX-License-Identifier: Apache-2.0
// Copyright the Oriel authors.
package io.oriel.collectives.mpi;

import io.oriel.collectives.ElementType;
import io.oriel.collectives.Span;
import java.util.Arrays;

/** Arrays of seeded elements: whole numbers that floats of any order add up without loss. */
final class Numbers {
    private static final long HASH = 0xCBF2_9CE4_8422_2325L;
    private static final long PRIME = 0x100_0000_01B3L;

    Object filled(ElementType type, int rank, int count) {
        switch (type) {
            case INT -> {
                int[] array = new int[count];
                Arrays.setAll(array, index -> (int) value(type, rank, index));
                return array;
            }
            case FLOAT -> {
                float[] array = new float[count];
                for (int index = 0; index < count; index++) {
                    array[index] = value(type, rank, index);
                }
                return array;
            }
            case DOUBLE -> {
                double[] array = new double[count];
                Arrays.setAll(array, index -> value(type, rank, index));
                return array;
            }
            default -> {
                long[] array = new long[count];
                Arrays.setAll(array, index -> value(type, rank, index));
                return array;
            }
        }
    }

    private static long value(ElementType type, long rank, long index) {
        long mixed = (rank * 0x9E37_79B9_7F4A_7C15L ^ index * 0xC2B2_AE3D_27D4_EB4FL) * 0xD6E8_FEB8_6659_FD93L;
        long value = mixed >>> 32 ^ mixed;
        return type == ElementType.LONG ? value : type == ElementType.INT ? (int) value : (value & 0xFF) - 128;
    }

    Span span(ElementType type, Object array) {
        return switch (type) {
            case INT -> Span.of((int[]) array);
            case FLOAT -> Span.of((float[]) array);
            case DOUBLE -> Span.of((double[]) array);
            default -> Span.of((long[]) array);
        };
    }

    long hash(ElementType type, Object array, int count) {
        long hash = HASH;
        for (int index = 0; index < count; index++) {
            long value = switch (type) {
                case INT -> ((int[]) array)[index];
                case FLOAT -> (long) ((float[]) array)[index];
                case DOUBLE -> (long) ((double[]) array)[index];
                default -> ((long[]) array)[index];
            };
            hash = (hash ^ value) * PRIME;
        }
        return hash;
    }
}
