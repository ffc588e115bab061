// SPDX-License-Identifier: Apache-2.0
// Copyright the Oriel authors.
package io.oriel.udp.seal;

/**
 * Knows which datagrams have come, so that none is taken twice: the bitmap of RFC 6479. Those that are behind the newest one by more
 * than the window are taken for repeats.
 */
final class ReplayWindow {
    /** So far behind the newest one a datagram may be, at the least. */
    static final int LENGTH = 8192 - Long.SIZE;

    private static final int BLOCKS = 128;
    private static final int BLOCK_MASK = BLOCKS - 1;
    private static final int BLOCK_SHIFT = 6;

    private final long[] bitmap = new long[BLOCKS];
    private long newest = -1;

    /** Tells whether a datagram may be taken. Changes nothing: its counter is not yet believed. */
    boolean isFresh(long counter) {
        if (counter < 0 || counter <= newest - LENGTH) {
            return false;
        }
        return counter > newest || (bitmap[block(counter)] & bit(counter)) == 0;
    }

    /** Notes a datagram that has been authenticated, and was fresh. */
    void note(long counter) {
        long ahead = (counter >> BLOCK_SHIFT) - (newest >> BLOCK_SHIFT);
        if (counter > newest) {
            for (long step = Math.min(ahead, BLOCKS); step > 0; step--) { // blocks that now stand for others
                bitmap[block(counter - ((step - 1) << BLOCK_SHIFT))] = 0;
            }
            newest = counter;
        }
        bitmap[block(counter)] |= bit(counter);
    }

    private static int block(long counter) {
        return (int) (counter >> BLOCK_SHIFT) & BLOCK_MASK;
    }

    private static long bit(long counter) {
        return 1L << (counter & (Long.SIZE - 1));
    }
}
