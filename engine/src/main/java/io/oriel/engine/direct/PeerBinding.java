// SPDX-License-Identifier: Apache-2.0
// Copyright the Oriel authors.
package io.oriel.engine.direct;

import org.agrona.concurrent.UnsafeBuffer;
import org.jspecify.annotations.Nullable;

/**
 * A binding of a peer's window, as its descriptor tells: how frames name it, and how it is reached through mapped memory. Once
 * what the descriptor said was found to be true, what the binding grants there. Made once, reused.
 */
public final class PeerBinding {
    /** Says that the binding is not reached through mapped memory. */
    public static final long NO_STAMP = 0;

    private static final long NEVER = -1; // no slot ever has it

    /** The owner's id of the window. */
    public int windowId;

    /** Of the window. */
    public long generation;

    /** Of the window. */
    public long token;

    /** What the descriptor said. */
    public long stamp;

    /** What the descriptor said. */
    public int slot;

    /** What the descriptor said. */
    public long regionId;

    /** The part of the region that is mapped; null if the peer has no region of that id any more. */
    public @Nullable UnsafeBuffer memory;

    /** Where that part begins: bytes from the region's start. */
    public long mappedFrom;

    /** Whether the peer's table has confirmed the descriptor, and the grants below are known. */
    public boolean isConfirmed;

    /** Bytes from the region's start, as the descriptor said; once that is confirmed, from the start of what is mapped. */
    public long start;

    /** Bytes, as the descriptor said; then what is granted. */
    public long length;

    /** ALLOW flags of {@link io.oriel.api.OpFlags}: what the descriptor said, then what is granted of it. */
    public int rights;

    /** Returns the region of a binding that was confirmed, which only one with a region is. */
    public UnsafeBuffer confirmedMemory() {
        UnsafeBuffer known = memory;
        if (known == null) {
            throw new IllegalStateException("the binding was not confirmed");
        }
        return known;
    }

    /** Creates a binding that is not direct. */
    public PeerBinding() {}

    /** Tells whether the binding is reached through mapped memory at all. */
    public boolean isDirect() {
        return stamp != NO_STAMP;
    }

    /**
     * Tells whether something may be granted through mapped memory, as far as the descriptor said, and was mapped for.
     *
     * @param right one of the ALLOW flags of {@link io.oriel.api.OpFlags}
     * @return false if it is to be put before the peer's responder
     */
    public boolean reaches(int right) {
        return stamp != NO_STAMP && (rights & right) != 0;
    }

    /**
     * Becomes the same as another.
     *
     * @param other to be copied
     */
    public void copyFrom(PeerBinding other) {
        windowId = other.windowId;
        generation = other.generation;
        token = other.token;
        stamp = other.stamp;
        if (stamp == NO_STAMP) {
            return;
        }
        slot = other.slot;
        regionId = other.regionId;
        memory = other.memory;
        mappedFrom = other.mappedFrom;
        isConfirmed = other.isConfirmed;
        start = other.start;
        length = other.length;
        rights = other.rights;
    }

    /** Makes the binding be reached by the peer's responder. */
    public void renounce() {
        stamp = NO_STAMP;
    }

    /** Makes every use fail, because the descriptor is forged. */
    public void refuse() {
        slot = 0;
        stamp = NEVER;
    }

    /**
     * Says how frames name the binding, as a descriptor says it.
     *
     * @param id       the owner's of the window
     * @param numbered generation of the binding
     * @param secret   token of the binding
     */
    public void name(int id, long numbered, long secret) {
        windowId = id;
        generation = numbered;
        token = secret;
    }

    /**
     * Says how the binding is reached, as a descriptor says it.
     *
     * @param inSlot  of the peer's table
     * @param grants  ALLOW flags of {@link io.oriel.api.OpFlags}
     * @param stamped stamp of the binding
     * @param region  id of the region
     */
    public void expose(int inSlot, int grants, long stamped, long region) {
        slot = inSlot;
        rights = grants;
        stamp = stamped;
        regionId = region;
        isConfirmed = false;
        memory = null;
        mappedFrom = 0;
    }

    /**
     * Says which part of the region the binding is of, as a descriptor says it.
     *
     * @param from  bytes from the region's start
     * @param bytes how many
     */
    public void cover(long from, long bytes) {
        start = from;
        length = bytes;
    }

    /**
     * Gets the memory that the binding is reached in.
     *
     * @param mapped a part of the region; null if there is no such region
     * @param from   where the part begins: bytes from the region's start
     */
    void reach(@Nullable UnsafeBuffer mapped, long from) {
        memory = mapped;
        mappedFrom = from;
    }
}
