// SPDX-License-Identifier: Apache-2.0
// Copyright the Oriel authors.
package io.oriel.engine.initiator;

import io.oriel.engine.direct.DirectAccess;
import io.oriel.engine.direct.PeerReceives;
import org.jspecify.annotations.Nullable;

/** Places the long Sends of one endpoint straight into the peer's Receives. By the domain's owner. */
public final class Placement {
    private final long longerThan;

    // Written by the agent, when it has mapped the ring.
    private volatile @Nullable PeerReceives receives;

    // Written by the domain's owner.
    private volatile boolean released;

    /**
     * Creates a placement that places nothing until {@link #into}.
     *
     * @param longerThan bytes of a Send up to which it travels in frames
     */
    public Placement(long longerThan) {
        this.longerThan = longerThan;
    }

    /**
     * The peer shows its Receives: long Sends are placed there from now on. From any thread.
     *
     * @param shown by the peer
     */
    public void into(PeerReceives shown) {
        receives = shown; // Pairs with #release, crosswise: one of the two sees the other.
        if (released) {
            receives = null;
        }
    }

    /** Lets go of the peer's memory, because the endpoint is closed. */
    public void release() {
        PeerReceives former = receives;
        released = true; // Pairs with #into.
        receives = null;
        if (former != null) {
            former.release();
        }
    }

    /**
     * Tells whether messages of a length are placed.
     *
     * @param length bytes
     * @return false if they travel in frames
     */
    public boolean takes(long length) {
        return length > longerThan && receives != null;
    }

    /**
     * Tells whether a Send has still to be placed, or a part of it.
     *
     * @param request a Send
     * @return false if it has been, or travels in frames
     */
    public boolean isDue(Request request) {
        long total = request.sges.totalLength();
        return takes(total)
                && !request.needsFrames
                && request.firstSequence == 0
                && (!request.isPlaced || request.transferred < total);
    }

    /**
     * Places the next chunk of a Send; if that cannot be done, the Send travels in frames.
     *
     * @param request that {@link #isDue}
     * @param index   of the Receive in the peer's life
     */
    public void placeChunk(Request request, long index) {
        PeerReceives to = receives;
        request.isPlaced = to != null && place(request, index, to);
        if (!request.isPlaced) {
            request.needsFrames = true;
            request.transferred = 0;
        }
    }

    private static boolean place(Request request, long index, PeerReceives to) {
        long total = request.sges.totalLength();
        long done = request.transferred;
        boolean held = done == 0 ? to.begin(index, total) : to.goOn(index);
        if (!held) {
            return false;
        }
        try {
            int bytes = (int) Math.min(total - done, DirectAccess.MAX_CHUNK);
            request.sges.gather(done, to.memory(), (int) (to.start() + done), bytes);
            request.transferred = done + bytes;
        } finally {
            to.leave();
        }
        return true;
    }
}
