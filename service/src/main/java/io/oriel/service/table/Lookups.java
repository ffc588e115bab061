// SPDX-License-Identifier: Apache-2.0
// Copyright the Oriel authors.
package io.oriel.service.table;

import io.oriel.api.AccessFlags;
import io.oriel.api.Adapter;
import io.oriel.api.MemoryRegion;
import io.oriel.api.ScatterGatherList;
import org.agrona.DirectBuffer;
import org.agrona.concurrent.UnsafeBuffer;

/**
 * The lookups in flight: for each its key, its context, and memory for the slots that it Reads.
 *
 * <p>There is one place more than lookups may be in flight: while a handler looks at an answer it may post another lookup,
 * which does not overwrite what it looks at. Memory: allocates nothing once made.
 */
final class Lookups {
    static final int NONE = -1;
    /** What {@link #find} answers when a slot was torn. */
    static final int TORN = -2;

    private final TableLayout layout;
    private final MemoryRegion memory;
    private final UnsafeBuffer reads;
    private final UnsafeBuffer keys;
    private final ScatterGatherList[] sinks;
    private final long[] contexts;
    private final int[] attempts;
    private final int[] free;
    private final int depth;
    private int freeCount;
    private int inFlight;

    Lookups(Adapter adapter, TableLayout layout, int depth) {
        this.layout = layout;
        this.depth = depth;
        int places = depth + 1;
        if ((long) places * layout.reachLength() > Integer.MAX_VALUE) {
            throw new IllegalArgumentException("depth must be at most " + (Integer.MAX_VALUE / layout.reachLength() - 1)
                    + " for lookups that Read " + layout.reachLength() + " bytes each, was " + depth);
        }
        memory = adapter.allocateMemory((long) places * layout.reachLength(), AccessFlags.ALLOW_LOCAL_WRITE);
        reads = new UnsafeBuffer(memory.buffer(), 0, places * layout.reachLength());
        keys = new UnsafeBuffer(new byte[places * layout.keyLength()]);
        sinks = new ScatterGatherList[places];
        contexts = new long[places];
        attempts = new int[places];
        free = new int[places];
        for (int place = 0; place < places; place++) {
            sinks[place] = ScatterGatherList.of(memory, (long) place * layout.reachLength(), layout.reachLength());
            free[place] = place;
        }
        freeCount = places;
    }

    /** Takes a place; {@link #NONE} if as many are in flight as may be. */
    int begin(long context, DirectBuffer key, int keyOffset) {
        if (inFlight == depth) {
            return NONE;
        }
        int place = free[freeCount - 1];
        keys.putBytes(place * layout.keyLength(), key, keyOffset, layout.keyLength()); // throws if it is too short
        contexts[place] = context;
        attempts[place] = 0;
        freeCount--;
        inFlight++;
        return place;
    }

    /** Says that a place's lookup has its answer, which stays where it is until {@link #free}. */
    void answered() {
        inFlight--;
    }

    void free(int place) {
        free[freeCount++] = place;
    }

    int inFlight() {
        return inFlight;
    }

    long context(int place) {
        return contexts[place];
    }

    /** Counts an attempt, and returns the number of those made. */
    int countAttempt(int place) {
        return ++attempts[place];
    }

    /** Returns the version of a whole slot. */
    long version(int slot) {
        return TableLayout.version(reads.getLong(slot + TableLayout.VERSION_OFFSET));
    }

    ScatterGatherList sink(int place) {
        return sinks[place];
    }

    /** Returns where the slots begin that a place's key may be in. */
    long source(int place) {
        return layout.reachOffset(keys, place * layout.keyLength());
    }

    UnsafeBuffer buffer() {
        return reads;
    }

    /**
     * Looks for a place's key in the slots that were read.
     *
     * @return where the newest whole slot with the key begins; {@link #NONE} if all are whole and none has it; {@link #TORN}
     */
    int find(int place) {
        int key = place * layout.keyLength();
        int found = NONE;
        int slot = place * layout.reachLength();
        int end = slot + layout.reachLength();
        for (; slot < end; slot += layout.slotLength()) {
            if (layout.holdsKey(reads, slot, keys, key) && isNewer(slot, found) && isWhole(slot)) {
                found = slot;
            }
        }
        return found == NONE && !areWhole(place) ? TORN : found;
    }

    private boolean isNewer(int slot, int found) {
        long word = reads.getLong(slot);
        return TableLayout.isFilled(word) && (found == NONE || word > reads.getLong(found));
    }

    private boolean areWhole(int place) {
        int slot = place * layout.reachLength();
        for (int end = slot + layout.reachLength(); slot < end; slot += layout.slotLength()) {
            if (!isWhole(slot)) {
                return false;
            }
        }
        return true;
    }

    private boolean isWhole(int slot) {
        return SlotSum.of(layout.seed(), reads, slot, layout.sumOffset()) == reads.getLong(slot + layout.sumOffset());
    }

    /** Gives the memory back, once no Read can fill it. */
    void close() {
        if (memory.isRegistered()) {
            memory.deregister();
        }
    }
}
