// SPDX-License-Identifier: Apache-2.0
// Copyright the Oriel authors.
package io.oriel.engine.direct;

import org.agrona.concurrent.UnsafeBuffer;
import org.jspecify.annotations.Nullable;

/**
 * A binding of the peer's as it is reached through mapped memory: what its descriptor said, and, once that was found to
 * be true, what the binding grants. Made once, reused.
 */
public final class DirectTarget {
    /** Says that the binding is not reached through mapped memory. */
    public static final long NO_STAMP = 0;

    private static final long NEVER = -1; // no slot ever has it

    /** What the descriptor said. */
    public long stamp;

    /** What the descriptor said. */
    public int slot;

    /** What the descriptor said. */
    public long token;

    /** What the descriptor said. */
    public long regionId;

    /** The region; null if the peer has none of that id any more. */
    public @Nullable UnsafeBuffer memory;

    /** Whether the peer's table has confirmed the descriptor, and the grants below are known. */
    public boolean isConfirmed;

    /** Bytes from the region's start. */
    public long start;

    /** Bytes. */
    public long length;

    /** ALLOW flags of {@link io.oriel.api.OpFlags}: what the descriptor said, then what is granted of it. */
    public int rights;

    /** Creates a target that is not direct. */
    public DirectTarget() {}

    /** Tells whether the binding is reached through mapped memory at all. */
    public boolean isDirect() {
        return stamp != NO_STAMP;
    }

    /**
     * Becomes the same as another.
     *
     * @param other to be copied
     */
    public void copyFrom(DirectTarget other) {
        stamp = other.stamp;
        if (stamp == NO_STAMP) {
            return;
        }
        slot = other.slot;
        token = other.token;
        regionId = other.regionId;
        memory = other.memory;
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
     * Says what a descriptor says.
     *
     * @param inSlot  of the peer's table
     * @param grants  ALLOW flags of {@link io.oriel.api.OpFlags}
     * @param stamped stamp of the binding
     * @param secret  token of the binding
     * @param region  id of the region
     */
    public void describe(int inSlot, int grants, long stamped, long secret, long region) {
        slot = inSlot;
        rights = grants;
        stamp = stamped;
        token = secret;
        regionId = region;
        isConfirmed = false;
        memory = null;
    }
}
