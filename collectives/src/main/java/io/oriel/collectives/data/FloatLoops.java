// SPDX-License-Identifier: Apache-2.0
// Copyright the Oriel authors.
package io.oriel.collectives.data;

/** Loops over floats that the compiler can turn into vector instructions, but for those over pairs. */
final class FloatLoops {
    private FloatLoops() {}

    static void combine(BuiltIn operator, float[] left, int at, float[] right, int from, int count) {
        switch (operator) {
            case SUM -> sum(left, at, right, from, count);
            case PRODUCT -> product(left, at, right, from, count);
            case MIN -> min(left, at, right, from, count);
            case MAX -> max(left, at, right, from, count);
            case MIN_LOCATION -> minLocation(left, at, right, from, count);
            case MAX_LOCATION -> maxLocation(left, at, right, from, count);
            case BITWISE_AND, BITWISE_OR, BITWISE_XOR, LOGICAL_AND, LOGICAL_OR, LOGICAL_XOR ->
                throw new IllegalStateException(operator + " of floats");
        }
    }

    private static void sum(float[] left, int at, float[] right, int from, int count) {
        for (int i = 0; i < count; i++) {
            left[at + i] += right[from + i];
        }
    }

    private static void product(float[] left, int at, float[] right, int from, int count) {
        for (int i = 0; i < count; i++) {
            left[at + i] *= right[from + i];
        }
    }

    private static void min(float[] left, int at, float[] right, int from, int count) {
        for (int i = 0; i < count; i++) {
            left[at + i] = Math.min(left[at + i], right[from + i]);
        }
    }

    private static void max(float[] left, int at, float[] right, int from, int count) {
        for (int i = 0; i < count; i++) {
            left[at + i] = Math.max(left[at + i], right[from + i]);
        }
    }

    private static void minLocation(float[] left, int at, float[] right, int from, int count) {
        for (int i = 0; i < count; i += 2) {
            float value = right[from + i];
            float location = right[from + i + 1];
            boolean isFirst = value == left[at + i] && location < left[at + i + 1];
            if (value < left[at + i] || isFirst) {
                left[at + i] = value;
                left[at + i + 1] = location;
            }
        }
    }

    private static void maxLocation(float[] left, int at, float[] right, int from, int count) {
        for (int i = 0; i < count; i += 2) {
            float value = right[from + i];
            float location = right[from + i + 1];
            boolean isFirst = value == left[at + i] && location < left[at + i + 1];
            if (value > left[at + i] || isFirst) {
                left[at + i] = value;
                left[at + i + 1] = location;
            }
        }
    }
}
