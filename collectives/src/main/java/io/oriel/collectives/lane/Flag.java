// SPDX-License-Identifier: Apache-2.0
// Copyright the Oriel authors.
package io.oriel.collectives.lane;

/**
 * The word that makes a message visible: its sequence, how many messages its sender has consumed, its length and its marks, 16
 * bits each. Sequence and count are low bits. The sequence has 15, and one bit that an empty slot does not have.
 */
public final class Flag {
    /** No more of the same transfer follows. */
    public static final int LAST = 1;
    /** The payload says where the data is, and the receiver reads it there. */
    public static final int OFFER = 2;
    /** The payload says how much is to come, once the receiver has asked for it. */
    public static final int REQUEST = 4;

    /** The sender of an offer writes a part of it itself, if it is granted memory. */
    public static final int SHARED = 8;

    private static final int BITS = 16;
    private static final int MASK = 0xFFFF;
    private static final int SENT = 0x8000;

    private Flag() {}

    static long of(long sequence, long consumed, int length, int marks) {
        return (sequence & MASK)
                | SENT
                | (consumed & MASK) << BITS
                | (long) length << (2 * BITS)
                | (long) marks << (3 * BITS);
    }

    /** Tells whether the flag is that of a message, and not of one that was in its slot before. */
    static boolean isOf(long flag, long sequence) {
        return (short) flag == (short) (sequence | SENT);
    }

    static int length(long flag) {
        return (int) (flag >>> (2 * BITS)) & MASK;
    }

    static int marks(long flag) {
        return (int) (flag >>> (3 * BITS));
    }

    /** Returns the count nearest to the known one whose low bits the flag has. */
    static long consumed(long flag, long known) {
        return known + (short) ((flag >>> BITS) - known);
    }
}
