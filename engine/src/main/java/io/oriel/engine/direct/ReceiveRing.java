// SPDX-License-Identifier: Apache-2.0
// Copyright the Oriel authors.
package io.oriel.engine.direct;

import io.oriel.engine.transport.LinkMemory;
import io.oriel.engine.transport.Port;
import io.oriel.engine.transport.RegionMemory;
import org.agrona.BitUtil;
import org.agrona.concurrent.UnsafeBuffer;
import org.jspecify.annotations.Nullable;

/** The Receives of one endpoint, as its owner shows them to the peer. See {@link ReceiveRingLayout}. */
public final class ReceiveRing {
    /** The number of a Receive that is not shown. */
    static final long HIDDEN = 0;

    private final RegionMemory file;
    private final UnsafeBuffer buffer;
    private final int mask;
    private final long threshold;
    private final long tag;
    private final Guards guards;

    // Written by the agent, before the endpoint is connected.
    private @Nullable LinkMemory link;

    private ReceiveRing(RegionMemory file, int capacity, long threshold, long user, Guards guards) {
        this.file = file;
        this.threshold = threshold;
        this.guards = guards;
        buffer = file.buffer();
        mask = capacity - 1;
        tag = tag(user);
        buffer.putInt(ReceiveRingLayout.VERSION_OFFSET, DirectLayout.VERSION);
        buffer.putInt(ReceiveRingLayout.CAPACITY_OFFSET, capacity);
        // The peer learns of the file from a message that is sent later, so it sees a complete header.
        buffer.putLongRelease(ReceiveRingLayout.MAGIC_OFFSET, ReceiveRingLayout.MAGIC);
    }

    /**
     * Makes the ring of an endpoint. May block.
     *
     * @param port      allocates it
     * @param depth     Receives outstanding at most
     * @param threshold bytes of the longest message that is not worth placing
     * @param user      the endpoint, see {@link DirectLayout#user}
     * @return the ring; null if peers cannot map what the port allocates
     * @throws io.oriel.api.NdException INSUFFICIENT_RESOURCES
     */
    public static @Nullable ReceiveRing create(Port port, int depth, long threshold, long user) {
        int capacity = BitUtil.findNextPositivePowerOfTwo(depth);
        RegionMemory file = port.allocate(ReceiveRingLayout.length(capacity));
        if (file.id() == RegionMemory.UNMAPPED) {
            file.release();
            return null;
        }
        return new ReceiveRing(file, capacity, threshold, user, Guards.ALL);
    }

    /** Names placements into the Receives of an endpoint, in hazards: odd, where stamps of windows are even. */
    static long tag(long user) {
        return user << 1 | 1;
    }

    /** Returns the name by which the peer maps the ring. */
    public long id() {
        return file.id();
    }

    /**
     * The endpoint gets its peer. On the agent.
     *
     * @param memory of the link to it
     */
    public void attach(LinkMemory memory) {
        link = memory;
    }

    /** Gives the file back, since the endpoint is closed. May block. */
    public void release() {
        file.release();
        file.unmap();
    }

    /**
     * Tells whether a Receive should be shown.
     *
     * @param length of the Receive, bytes
     * @return false if the peer would place no message there
     */
    public boolean isFor(long length) {
        return length > threshold;
    }

    /**
     * Shows a Receive.
     *
     * @param index    of the Receive in the endpoint's life
     * @param regionId by which the peer maps the region of its only entry
     * @param offset   bytes from the region's start
     * @param length   bytes
     */
    public void show(long index, long regionId, long offset, long length) {
        int at = ReceiveRingLayout.receiveOffset(index, mask);
        buffer.putLong(at + ReceiveRingLayout.REGION_ID, regionId);
        buffer.putLong(at + ReceiveRingLayout.OFFSET, offset);
        buffer.putLong(at + ReceiveRingLayout.LENGTH, length);
        showAgain(index);
    }

    /**
     * Shows a Receive that was hidden, as it was.
     *
     * @param index of the Receive in the endpoint's life
     */
    public void showAgain(long index) {
        int at = ReceiveRingLayout.receiveOffset(index, mask);
        buffer.putLongRelease(at + ReceiveRingLayout.NUMBER, index + 1); // Pairs with PeerReceives#begin.
    }

    /**
     * Tells whether a Receive is shown.
     *
     * @param index of the Receive in the endpoint's life
     * @return true if a message may have been placed there
     */
    public boolean isShown(long index) {
        return buffer.getLong(ReceiveRingLayout.receiveOffset(index, mask)) == index + 1;
    }

    /**
     * Hides a Receive: no placement begins there any more once {@link #settle} was called.
     *
     * @param index of the Receive in the endpoint's life
     */
    public void hide(long index) {
        buffer.putLongRelease(ReceiveRingLayout.receiveOffset(index, mask), HIDDEN);
    }

    /**
     * Makes what was hidden take effect.
     *
     * @return as {@link #isQuiet}
     */
    public boolean settle() {
        guards.ownerFence(); // Pairs with DirectAccess#hold: either it sees the Receive hidden, or we see its hazard.
        return isQuiet();
    }

    /**
     * Tells whether the peer places nothing, in any Receive of the endpoint.
     *
     * @return true if so: then nothing will be placed any more in those that were hidden before
     */
    public boolean isQuiet() {
        LinkMemory memory = link;
        // Pairs with DirectAccess#leave: the copy is complete.
        return memory == null
                || guards.isQuiet(memory.peer().getLongVolatile(DirectLayout.HAZARD_OFFSET), tag)
                || memory.isPeerGone();
    }
}
