// SPDX-License-Identifier: Apache-2.0
// Copyright the Oriel authors.
package io.oriel.engine.testing;

/** Reads a fuzzer's bytes one after the other, as whatever the test needs next; at the end there are only zeros. */
public final class FuzzInput {
    private static final int LOW_BITS = 0x7F;

    private final byte[] bytes;
    private int at;

    /** Reads these bytes. */
    public FuzzInput(byte[] bytes) {
        this.bytes = bytes;
    }

    /** Tells whether nothing is left. */
    public boolean isEmpty() {
        return at >= bytes.length;
    }

    /** Returns 0 to 255. */
    public int octet() {
        return isEmpty() ? 0 : bytes[at++] & 0xFF;
    }

    /** Returns 0 to bound - 1; bound is 256 at most. */
    public int below(int bound) {
        return octet() % bound;
    }

    /** Returns true once in so many times, and for no input false. */
    public boolean oneIn(int times) {
        return below(times) == times - 1;
    }

    /** Returns any int. */
    public int int32() {
        return octet() | octet() << 8 | octet() << 16 | octet() << 24;
    }

    /** Returns any long. */
    public long int64() {
        return (int32() & 0xFFFF_FFFFL) | (long) int32() << 32;
    }

    /** Returns a value of a range, now and then one at or beyond its ends or far away. */
    public long around(long first, long last) {
        return switch (below(64)) {
            case 56 -> first - 1;
            case 57 -> last;
            case 58 -> last + 1;
            case 59 -> Long.MAX_VALUE;
            case 60 -> Long.MIN_VALUE;
            case 61 -> -1;
            case 62 -> 1L << 32;
            case 63 -> int64();
            default -> first + Math.floorMod((long) octet(), Math.max(1, last - first + 1));
        };
    }

    /** Returns 0 to max bytes, none of which has its high bit set. */
    public byte[] message(int max) {
        byte[] message = new byte[oneIn(4) ? max : Math.min(max, octet())];
        for (int index = 0; index < message.length; index++) {
            message[index] = (byte) (octet() & LOW_BITS);
        }
        return message;
    }

    /** Returns 0 to max bytes of any kind. */
    public byte[] raw(int max) {
        byte[] message = new byte[Math.min(max, octet() | (below(2) << 8))];
        for (int index = 0; index < message.length; index++) {
            message[index] = (byte) octet();
        }
        return message;
    }
}
