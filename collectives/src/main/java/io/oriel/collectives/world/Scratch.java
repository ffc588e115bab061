// SPDX-License-Identifier: Apache-2.0
// Copyright the Oriel authors.
package io.oriel.collectives.world;

import io.oriel.api.AccessFlags;
import io.oriel.api.Adapter;
import io.oriel.api.MemoryRegion;
import io.oriel.collectives.data.Slab;
import io.oriel.collectives.lane.LaneLayout;
import org.agrona.BitUtil;
import org.agrona.BufferUtil;
import org.agrona.concurrent.UnsafeBuffer;
import org.jspecify.annotations.Nullable;

/** Memory into which fragments are read that are combined or copied at once: a place for each rank. By the domain's owner. */
public final class Scratch {
    private final MemoryRegion region;
    private final Slab slab;
    private @Nullable Object user;

    Scratch(Adapter adapter, int ranks) {
        UnsafeBuffer memory = new UnsafeBuffer(
                BufferUtil.allocateDirectAligned(ranks * LaneLayout.MAX_PAYLOAD, 2 * BitUtil.CACHE_LINE_LENGTH));
        region = adapter.registerMemory(memory, AccessFlags.ALLOW_LOCAL_WRITE);
        slab = Slab.of(memory);
    }

    /**
     * Takes the memory, until {@link #release}.
     *
     * @param by who uses it
     * @return false if another does
     */
    public boolean acquire(Object by) {
        if (user != null && user != by) {
            return false;
        }
        user = by;
        return true;
    }

    /**
     * Gives the memory up.
     *
     * @param by who may have used it
     */
    public void release(Object by) {
        if (user == by) {
            user = null;
        }
    }

    /**
     * Returns the memory, to be read into.
     *
     * @return the region
     */
    public MemoryRegion region() {
        return region;
    }

    /**
     * Returns the memory, to be taken from.
     *
     * @return the same memory
     */
    public Slab slab() {
        return slab;
    }

    /**
     * Returns where a place begins.
     *
     * @param place from 0, one for each rank
     * @return bytes from the start
     */
    public int at(int place) {
        return place * LaneLayout.MAX_PAYLOAD;
    }
}
