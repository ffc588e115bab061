// SPDX-License-Identifier: Apache-2.0
// Copyright the Oriel authors.
package io.oriel.collectives.lane;

import org.jspecify.annotations.Nullable;

/** The memory of all stashes of a process; what was used once is used again. By the domain's owner. */
public final class StashPool {
    private static final int SHORT = 128;

    private final long limit;
    private long taken;
    private Stash.@Nullable Entry shorts;
    private Stash.@Nullable Entry longs;

    /**
     * Creates an empty pool.
     *
     * @param limit bytes that are kept at most
     */
    public StashPool(long limit) {
        this.limit = limit;
    }

    /** Takes memory for a message; null if there is no more. */
    Stash.@Nullable Entry take(int length) {
        boolean isShort = length <= SHORT;
        int capacity = isShort ? SHORT : LaneLayout.MAX_PAYLOAD;
        if (taken + capacity > limit) {
            return null;
        }
        taken += capacity;
        Stash.Entry free = isShort ? shorts : longs;
        if (free == null) {
            return new Stash.Entry(capacity);
        }
        if (isShort) {
            shorts = free.next;
        } else {
            longs = free.next;
        }
        free.next = null;
        return free;
    }

    void giveBack(Stash.Entry entry) {
        taken -= entry.capacity;
        if (entry.capacity == SHORT) {
            entry.next = shorts;
            shorts = entry;
        } else {
            entry.next = longs;
            longs = entry;
        }
    }
}
