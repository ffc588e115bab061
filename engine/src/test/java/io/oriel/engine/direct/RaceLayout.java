// SPDX-License-Identifier: Apache-2.0
// Copyright the Oriel authors.
package io.oriel.engine.direct;

/**
 * The layout of the region in a {@link RevokingOwner}'s race with a {@link RacingPeer}: words by which they tell each
 * other how far they are, then the window, whose first half is read and whose second half is written.
 */
final class RaceLayout {
    static final int SLOT = 0; // by the owner, before the stamp
    static final int STAMP = 128; // by the owner; OVER at the end
    static final int SEEN = 256; // by the peer: the stamp it has tried
    static final int ENTERED = 384; // by the peer: rounds with an access that succeeded
    static final int POISON_READ = 512; // by the peer: reads that saw what was written after the Invalidate
    static final int WINDOW = 4096;

    static final long OVER = -1;

    private RaceLayout() {}

    /** Tells in which rounds the peer writes; in the others a late write would not be hidden by one that is granted. */
    static boolean isWritten(long stamp) {
        return (stamp & 2) == 0;
    }

    static int regionLength(int bytes) {
        return WINDOW + 2 * bytes;
    }
}
