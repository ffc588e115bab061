// SPDX-License-Identifier: Apache-2.0
// Copyright the Oriel authors.
package io.oriel.collectives.data;

/** Loops over doubles that the compiler can turn into vector instructions, but for those over pairs. */
final class DoubleLoops {
    private DoubleLoops() {}

    static void combine(BuiltIn operator, double[] left, int at, double[] right, int from, int count) {
        switch (operator) {
            case SUM -> sum(left, at, right, from, count);
            case PRODUCT -> product(left, at, right, from, count);
            case MIN -> min(left, at, right, from, count);
            case MAX -> max(left, at, right, from, count);
            case MIN_LOCATION -> minLocation(left, at, right, from, count);
            case MAX_LOCATION -> maxLocation(left, at, right, from, count);
            case BITWISE_AND, BITWISE_OR, BITWISE_XOR, LOGICAL_AND, LOGICAL_OR, LOGICAL_XOR ->
                throw new IllegalStateException(operator + " of doubles");
        }
    }

    private static void sum(double[] left, int at, double[] right, int from, int count) {
        for (int i = 0; i < count; i++) {
            left[at + i] += right[from + i];
        }
    }

    private static void product(double[] left, int at, double[] right, int from, int count) {
        for (int i = 0; i < count; i++) {
            left[at + i] *= right[from + i];
        }
    }

    private static void min(double[] left, int at, double[] right, int from, int count) {
        for (int i = 0; i < count; i++) {
            left[at + i] = Math.min(left[at + i], right[from + i]);
        }
    }

    private static void max(double[] left, int at, double[] right, int from, int count) {
        for (int i = 0; i < count; i++) {
            left[at + i] = Math.max(left[at + i], right[from + i]);
        }
    }

    private static void minLocation(double[] left, int at, double[] right, int from, int count) {
        for (int i = 0; i < count; i += 2) {
            double value = right[from + i];
            double location = right[from + i + 1];
            boolean isFirst = value == left[at + i] && location < left[at + i + 1];
            if (value < left[at + i] || isFirst) {
                left[at + i] = value;
                left[at + i + 1] = location;
            }
        }
    }

    private static void maxLocation(double[] left, int at, double[] right, int from, int count) {
        for (int i = 0; i < count; i += 2) {
            double value = right[from + i];
            double location = right[from + i + 1];
            boolean isFirst = value == left[at + i] && location < left[at + i + 1];
            if (value > left[at + i] || isFirst) {
                left[at + i] = value;
                left[at + i + 1] = location;
            }
        }
    }
}
