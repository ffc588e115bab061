// SPDX-License-Identifier: Apache-2.0
// Copyright the Oriel authors.
package io.oriel.collectives.data;

/** Loops over longs that the compiler can turn into vector instructions, but for those over pairs. */
final class LongLoops {
    private LongLoops() {}

    static void combine(BuiltIn operator, long[] left, int at, long[] right, int from, int count) {
        switch (operator) {
            case SUM -> sum(left, at, right, from, count);
            case PRODUCT -> product(left, at, right, from, count);
            case MIN -> min(left, at, right, from, count);
            case MAX -> max(left, at, right, from, count);
            case BITWISE_AND -> bitwiseAnd(left, at, right, from, count);
            case BITWISE_OR -> bitwiseOr(left, at, right, from, count);
            case BITWISE_XOR -> bitwiseXor(left, at, right, from, count);
            case LOGICAL_AND -> logicalAnd(left, at, right, from, count);
            case LOGICAL_OR -> logicalOr(left, at, right, from, count);
            case LOGICAL_XOR -> logicalXor(left, at, right, from, count);
            case MIN_LOCATION -> minLocation(left, at, right, from, count);
            case MAX_LOCATION -> maxLocation(left, at, right, from, count);
        }
    }

    private static void sum(long[] left, int at, long[] right, int from, int count) {
        for (int i = 0; i < count; i++) {
            left[at + i] += right[from + i];
        }
    }

    private static void product(long[] left, int at, long[] right, int from, int count) {
        for (int i = 0; i < count; i++) {
            left[at + i] *= right[from + i];
        }
    }

    private static void min(long[] left, int at, long[] right, int from, int count) {
        for (int i = 0; i < count; i++) {
            left[at + i] = Math.min(left[at + i], right[from + i]);
        }
    }

    private static void max(long[] left, int at, long[] right, int from, int count) {
        for (int i = 0; i < count; i++) {
            left[at + i] = Math.max(left[at + i], right[from + i]);
        }
    }

    private static void bitwiseAnd(long[] left, int at, long[] right, int from, int count) {
        for (int i = 0; i < count; i++) {
            left[at + i] &= right[from + i];
        }
    }

    private static void bitwiseOr(long[] left, int at, long[] right, int from, int count) {
        for (int i = 0; i < count; i++) {
            left[at + i] |= right[from + i];
        }
    }

    private static void bitwiseXor(long[] left, int at, long[] right, int from, int count) {
        for (int i = 0; i < count; i++) {
            left[at + i] ^= right[from + i];
        }
    }

    private static void logicalAnd(long[] left, int at, long[] right, int from, int count) {
        for (int i = 0; i < count; i++) {
            left[at + i] = left[at + i] != 0 && right[from + i] != 0 ? 1 : 0;
        }
    }

    private static void logicalOr(long[] left, int at, long[] right, int from, int count) {
        for (int i = 0; i < count; i++) {
            left[at + i] = (left[at + i] | right[from + i]) != 0 ? 1 : 0;
        }
    }

    private static void logicalXor(long[] left, int at, long[] right, int from, int count) {
        for (int i = 0; i < count; i++) {
            left[at + i] = (left[at + i] != 0) != (right[from + i] != 0) ? 1 : 0;
        }
    }

    private static void minLocation(long[] left, int at, long[] right, int from, int count) {
        for (int i = 0; i < count; i += 2) {
            long value = right[from + i];
            long location = right[from + i + 1];
            boolean isFirst = value == left[at + i] && location < left[at + i + 1];
            if (value < left[at + i] || isFirst) {
                left[at + i] = value;
                left[at + i + 1] = location;
            }
        }
    }

    private static void maxLocation(long[] left, int at, long[] right, int from, int count) {
        for (int i = 0; i < count; i += 2) {
            long value = right[from + i];
            long location = right[from + i + 1];
            boolean isFirst = value == left[at + i] && location < left[at + i + 1];
            if (value > left[at + i] || isFirst) {
                left[at + i] = value;
                left[at + i + 1] = location;
            }
        }
    }
}
