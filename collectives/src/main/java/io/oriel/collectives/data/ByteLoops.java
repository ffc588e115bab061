// SPDX-License-Identifier: Apache-2.0
// Copyright the Oriel authors.
package io.oriel.collectives.data;

/** Loops over bytes that the compiler can turn into vector instructions. */
final class ByteLoops {
    private ByteLoops() {}

    static void combine(BuiltIn operator, byte[] left, int at, byte[] right, int from, int count) {
        switch (operator) {
            case BITWISE_AND -> bitwiseAnd(left, at, right, from, count);
            case BITWISE_OR -> bitwiseOr(left, at, right, from, count);
            case BITWISE_XOR -> bitwiseXor(left, at, right, from, count);
            default -> throw new IllegalStateException(operator + " of bytes");
        }
    }

    private static void bitwiseAnd(byte[] left, int at, byte[] right, int from, int count) {
        for (int i = 0; i < count; i++) {
            left[at + i] &= right[from + i];
        }
    }

    private static void bitwiseOr(byte[] left, int at, byte[] right, int from, int count) {
        for (int i = 0; i < count; i++) {
            left[at + i] |= right[from + i];
        }
    }

    private static void bitwiseXor(byte[] left, int at, byte[] right, int from, int count) {
        for (int i = 0; i < count; i++) {
            left[at + i] ^= right[from + i];
        }
    }
}
