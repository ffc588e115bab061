// SPDX-License-Identifier: Apache-2.0
// Copyright the Oriel authors.
package io.oriel.udp.flow;

/**
 * How much may be on its way of one stream for all that was lost of it. A loss lowers it, once for what was on its way then;
 * what comes without one raises it.
 */
final class LossCeiling {
    /** To which part of the window a link goes back at a loss, in tenths. */
    private static final int BACK_OFF_TENTHS = 7;

    /** By which part of itself it grows with each window that came without a loss. */
    private static final int GROWTH_PART = 8;

    /** As many datagrams may be on their way however many are lost. */
    private static final int LEAST_DATAGRAMS = 16;

    private final int datagramLength;
    private final int maxLength;
    private int length;
    private long nextGrowth;
    private long nextBackOff;

    LossCeiling(int datagramLength, int maxLength) {
        this.datagramLength = datagramLength;
        this.maxLength = maxLength;
        length = maxLength;
    }

    /** Begins at a position of the stream. */
    void begin(long position) {
        nextGrowth = position + length;
        nextBackOff = position;
    }

    /** Bytes that may be on their way. */
    int length() {
        return length;
    }

    /**
     * Something is missing.
     *
     * @param window  bytes that might be on their way
     * @param rebuilt position up to which everything has come
     * @param highest position of what has come
     */
    void lost(int window, long rebuilt, long highest) {
        if (rebuilt < nextBackOff) {
            came(rebuilt);
            return;
        }
        int least = Math.min(maxLength, LEAST_DATAGRAMS * datagramLength);
        length = Math.max(least, (int) (Math.min(length, window) * (long) BACK_OFF_TENTHS / 10));
        nextBackOff = highest;
        nextGrowth = rebuilt + length;
    }

    /** Everything has come up to a position. */
    void came(long rebuilt) {
        if (rebuilt >= nextGrowth) {
            length = (int) Math.min(maxLength, length + (long) Math.max(datagramLength, length / GROWTH_PART));
            nextGrowth = rebuilt + length;
        }
    }
}
