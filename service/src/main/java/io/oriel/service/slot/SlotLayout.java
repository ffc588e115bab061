// SPDX-License-Identifier: Apache-2.0
// Copyright the Oriel authors.
package io.oriel.service.slot;

/**
 * How a slot is laid out: a header, then a body.
 *
 * <p>Slots begin at multiples of {@value #ALIGNMENT} bytes, so that no two share a cache line.
 *
 * @param headerLength bytes before the body, 0 to 64, a multiple of 8 so that bodies stay aligned
 * @param bodyLength   bytes that the user fills at most, 0 to 16777216
 */
public record SlotLayout(int headerLength, int bodyLength) {
    /** Bytes of which slots begin at a multiple. */
    public static final int ALIGNMENT = 64;

    private static final int MAX_BODY_LENGTH = 16 * 1024 * 1024;

    /**
     * Checks the lengths.
     *
     * @param headerLength as above
     * @param bodyLength   as above
     * @throws IllegalArgumentException if one is out of its range
     */
    public SlotLayout {
        if (headerLength < 0 || headerLength > ALIGNMENT || headerLength % Long.BYTES != 0) {
            throw new IllegalArgumentException("headerLength must be a multiple of " + Long.BYTES + " in 0.."
                    + ALIGNMENT + ", was " + headerLength);
        }
        if (bodyLength < 0 || bodyLength > MAX_BODY_LENGTH) {
            throw new IllegalArgumentException("bodyLength must be in 0.." + MAX_BODY_LENGTH + ", was " + bodyLength);
        }
    }

    /**
     * Returns how long a slot is, without what aligns the next.
     *
     * @return bytes of header and body
     */
    public int length() {
        return headerLength + bodyLength;
    }

    /**
     * Returns how far slots are apart.
     *
     * @return bytes, a multiple of {@value #ALIGNMENT}
     */
    public int stride() {
        return Math.max(ALIGNMENT, (length() + ALIGNMENT - 1) / ALIGNMENT * ALIGNMENT);
    }
}
