// SPDX-License-Identifier: Apache-2.0
// Copyright the Oriel authors.
package io.oriel.collectives.world;

import io.oriel.api.AccessFlags;
import io.oriel.api.Adapter;
import io.oriel.api.MemoryRegion;
import io.oriel.collectives.data.Slab;
import io.oriel.collectives.lane.Lane;
import io.oriel.collectives.lane.LaneLayout;
import org.agrona.BitUtil;
import org.agrona.BufferUtil;
import org.agrona.concurrent.UnsafeBuffer;
import org.jspecify.annotations.Nullable;

/** Memory into which fragments are read that are combined or copied at once: a place for each rank. By the domain's owner. */
public final class Scratch {
    private final MemoryRegion region;
    private final Slab slab;
    private final @Nullable Lane[] lanes;
    private @Nullable Object user;
    private boolean abandoned;

    Scratch(Adapter adapter, @Nullable Lane[] lanes) {
        this.lanes = lanes;
        int ranks = lanes.length;
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
        boolean isFree = user == null || (abandoned ? areReadsOver() : user == by);
        if (!isFree) {
            return false;
        }
        abandoned = false;
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
     * Gives the memory back in the midst of Reads: it can be taken when they are over.
     *
     * @param by who has taken it; if it was another, nothing happens
     */
    public void abandon(Object by) {
        abandoned |= user == by;
    }

    private boolean areReadsOver() {
        for (Lane lane : lanes) {
            if (lane != null && !lane.isEnded() && !lane.views().isQuiet()) {
                return false;
            }
        }
        return true;
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
