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
     * Maps a part of a region of the peer, and touches the pages that are needed at once. A control call: blocks, on the caller's thread
     * or a worker.
     *
     * @param regionId   of {@link RegionMemory#id()}, as the peer told it; not to be trusted
     * @param isWritable true to write it
     * @param part       of the region; the region may be shorter
     * @return the bytes of the part that the region has; null if the peer has no such region any more, or it is to be written and
     *     cannot be
     * @throws NdException INSUFFICIENT_RESOURCES if it cannot be mapped
     */
    @Nullable
    UnsafeBuffer mapRegion(long regionId, boolean isWritable, Part part);

    /**
     * A part of a region of the peer, in bytes from the region's start.
     *
     * @param start       of the part, at least 0
     * @param end         of the part, exclusive
     * @param neededStart of the bytes in it that are needed at once
     * @param neededEnd   of these bytes, exclusive
     */
    record Part(long start, long end, long neededStart, long neededEnd) {
        private static final long PAGE_LENGTH = 4096;
        private static final long LAST_END = Long.MAX_VALUE & -PAGE_LENGTH;

        /**
         * Names the pages of some bytes.
         *
         * @param offset of the bytes; not to be trusted
         * @param length of the bytes; not to be trusted
         * @return the part; null if no region has such bytes
         */
        public static @Nullable Part of(long offset, long length) {
            if (offset < 0
                    || length < 0
                    || length > LAST_END - PAGE_LENGTH
                    || offset > LAST_END - PAGE_LENGTH - length) {
                return null;
            }
            long start = offset & -PAGE_LENGTH;
            long end = Math.max(offset + length + PAGE_LENGTH - 1 & -PAGE_LENGTH, start + PAGE_LENGTH);
            return new Part(start, end, offset, offset + length);
        }

        /**
         * Names a whole region.
         *
         * @param neededStart of the bytes that are needed at once; not to be trusted
         * @param length      of these bytes; not to be trusted
         * @return the part; no byte is needed at once if no region has such bytes
         */
        public static Part whole(long neededStart, long length) {
            boolean isRange = neededStart >= 0 && length >= 0 && neededStart <= LAST_END - length;
            return isRange ? new Part(0, LAST_END, neededStart, neededStart + length) : new Part(0, LAST_END, 0, 0);
        }

        /**
         * Adds what is between this part and another.
         *
         * @param from start of the other part
         * @param to   end of the other part
         * @return a larger part, of which the same bytes are needed
         */
        public Part joined(long from, long to) {
            return new Part(Math.min(start, from), Math.max(end, to), neededStart, neededEnd);
        }

        /**
         * Drops what a region does not have.
         *
         * @param regionLength bytes, at least 0
         * @return the rest
         */
        public Part within(long regionLength) {
            return new Part(
                    Math.min(start, regionLength),
                    Math.min(end, regionLength),
                    Math.min(neededStart, regionLength),
                    Math.min(neededEnd, regionLength));
        }

        /**
         * Returns how many bytes the part has.
         *
         * @return at least 0
         */
        public long length() {
            return end - start;
        }
    }

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
