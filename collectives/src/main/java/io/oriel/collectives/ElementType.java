// SPDX-License-Identifier: Apache-2.0
// Copyright the Oriel authors.
package io.oriel.collectives;

/** What a {@link Span} consists of. */
public enum ElementType {
    /** Eight bits; bitwise operators only. */
    BYTE(Byte.BYTES),
    /** 32-bit integers. */
    INT(Integer.BYTES),
    /** 64-bit integers. */
    LONG(Long.BYTES),
    /** 32-bit floating-point numbers. */
    FLOAT(Float.BYTES),
    /** 64-bit floating-point numbers. */
    DOUBLE(Double.BYTES);

    private final int length;
    private final int shift;

    ElementType(int length) {
        this.length = length;
        shift = Integer.numberOfTrailingZeros(length);
    }

    /**
     * Returns how long an element is.
     *
     * @return bytes, a power of two
     */
    public int length() {
        return length;
    }

    /**
     * Returns the binary logarithm of {@link #length()}.
     *
     * @return by how many bits to shift
     */
    public int shift() {
        return shift;
    }
}
