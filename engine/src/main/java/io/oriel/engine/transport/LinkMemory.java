// SPDX-License-Identifier: Apache-2.0
// Copyright the Oriel authors.
package io.oriel.engine.transport;

import io.oriel.api.NdException;
import org.agrona.concurrent.UnsafeBuffer;
import org.jspecify.annotations.Nullable;

/**
 * Memory that both ends of a link see: for each direction a piece that one end writes and the other reads, and the
 * regions of the peer.
 *
 * <p>Every buffer wraps a byte buffer, never a bare address, and can be looked at after the link was closed; once the
 * owner has let go of it, see {@link Link#letGo}, there is nothing to be found.
 */
public interface LinkMemory {
    /**
     * Returns the piece that this end writes; full of zeros when the link is made.
     *
     * @return {@code io.oriel.engine.direct.DirectLayout.LENGTH} bytes
     */
    UnsafeBuffer own();

    /**
     * Returns the piece that the peer writes. It is not to be trusted, and never written.
     *
     * @return as many bytes
     */
    UnsafeBuffer peer();

    /**
     * Tells whether regions of the peer can be written. Where they cannot, the peer cannot write this end's either: what changes
     * memory is put before the responder that has it.
     *
     * @return false if {@link #mapRegion} maps them for reading alone
     */
    default boolean isWritable() {
        return true;
    }

    /**
     * Maps a region of the peer and touches its pages. A control call: blocks, on the caller's thread or a worker.
     *
     * @param regionId   of {@link RegionMemory#id()}, as the peer told it; not to be trusted
     * @param isWritable true to write it
     * @return its bytes; null if the peer has no such region any more, or it is to be written and cannot be
     * @throws NdException INSUFFICIENT_RESOURCES if it cannot be mapped
     */
    @Nullable
    UnsafeBuffer mapRegion(long regionId, boolean isWritable);

    /**
     * Lets go of a region: its buffer is empty from now on. By the domain's owner, the only one to look at its bytes.
     *
     * @param region of {@link #mapRegion}
     */
    default void unmapRegion(UnsafeBuffer region) {
        // It goes when nobody refers to it.
    }

    /**
     * Is called before each step of an access to the peer's memory: before the hazard is set, before the entry that grants the
     * access is looked at, before the copy, and before the hazard is cleared. A simulated medium may stop the process there; others
     * do nothing. By the domain's owner.
     */
    default void beforeStep() {
        // Nobody stands between the steps.
    }

    /**
     * Tells whether the peer touches nothing any more, whatever its piece says: its process has died, or has let go of
     * the link. From any thread; does not block.
     *
     * @return false while it lives, also if it has been stopped
     */
    boolean isPeerGone();
}
