// SPDX-License-Identifier: Apache-2.0
// Copyright the Oriel authors.
package io.oriel.engine.initiator;

import io.oriel.engine.control.ControlLoop;
import io.oriel.engine.direct.DirectLink;
import io.oriel.engine.direct.PeerReceives;
import java.time.Duration;
import java.util.function.BooleanSupplier;
import org.jspecify.annotations.Nullable;

/**
 * Places the long Sends of one endpoint straight into the peer's Receives. By the domain's owner.
 *
 * <p>Until the Receives are mapped, Sends travel in frames; for want of a thread, a descriptor or room it is tried again, ever
 * more seldom, for as long as the connection lives.
 */
final class Placement {
    private static final long FIRST_PAUSE_NS = Duration.ofMillis(100).toNanos();
    private static final long MAX_PAUSE_NS = Duration.ofSeconds(10).toNanos();
    /** The first one may be that the connection is ending, and what the peer showed is gone. */
    private static final int REPORTED_FAILURE = 2;

    private final long longerThan;
    private final ControlLoop loop;

    // Written by the agent, when it has mapped the ring.
    private volatile @Nullable PeerReceives receives;

    // Written by the domain's owner.
    private volatile boolean released;

    /** The mapping of the Receives of one peer, until it has succeeded or is not wanted any more. */
    private final class Opening {
        private final DirectLink link;
        private final long ringId;
        private final long peerUser;
        private final BooleanSupplier isWanted;
        private long pauseNs = FIRST_PAUSE_NS;
        private int failures;

        Opening(DirectLink link, long ringId, long peerUser, BooleanSupplier isWanted) {
            this.link = link;
            this.ringId = ringId;
            this.peerUser = peerUser;
            this.isWanted = isWanted;
        }

        void begin() {
            try {
                loop.executeBlocking(this::map);
            } catch (Throwable e) {
                tryLater();
            }
        }

        /** On a worker. */
        private void map() {
            try {
                PeerReceives shown = PeerReceives.open(link, ringId, peerUser, loop::executeBlocking);
                if (shown != null) {
                    into(shown);
                }
            } catch (Throwable e) {
                tryLater();
                if (++failures == REPORTED_FAILURE) {
                    throw e;
                }
            }
        }

        private void tryLater() {
            loop.scheduleSurely(pauseNs, this::tryAgain);
            pauseNs = Math.min(2 * pauseNs, MAX_PAUSE_NS);
        }

        private void tryAgain() {
            if (isWanted.getAsBoolean()) {
                begin();
            }
        }
    }

    /**
     * Creates a placement that places nothing yet.
     *
     * @param longerThan bytes of a Send up to which it travels in frames
     * @param loop       has workers
     */
    Placement(long longerThan, ControlLoop loop) {
        this.longerThan = longerThan;
        this.loop = loop;
    }

    /**
     * Begins to map the Receives that the peer shows: long Sends are placed there from then on. On the agent.
     *
     * @param link     to the peer
     * @param ringId   of the ring, as the peer told it
     * @param peerUser the peer's endpoint, as both ends of the link know it
     * @param isWanted false when the connection has ended
     */
    void open(DirectLink link, long ringId, long peerUser, BooleanSupplier isWanted) {
        new Opening(link, ringId, peerUser, isWanted).begin();
    }

    /** The Receives are mapped. From any thread. */
    void into(PeerReceives shown) {
        receives = shown; // Pairs with #release, crosswise: one of the two sees the other.
        if (released) {
            receives = null;
        }
    }

    /** Lets go of the peer's memory, because the endpoint is closed. */
    void release() {
        PeerReceives former = receives;
        released = true; // Pairs with #into.
        receives = null;
        if (former != null) {
            former.release();
        }
    }

    /** Tells whether messages of a length are placed; else they travel in frames. */
    boolean takes(long length) {
        return length > longerThan && receives != null;
    }

    /** Tells whether a Send has still to be placed, or a part of it; else it has been, or travels in frames. */
    boolean isDue(Request request) {
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
     * @param bytes   of the chunk, at most those that are left
     */
    void placeChunk(Request request, long index, int bytes) {
        PeerReceives to = receives;
        request.isPlaced = to != null && place(request, index, to, bytes);
        if (!request.isPlaced) {
            request.needsFrames = true;
            request.transferred = 0;
        }
    }

    private static boolean place(Request request, long index, PeerReceives to, int bytes) {
        long total = request.sges.totalLength();
        long done = request.transferred;
        boolean held = done == 0 ? to.begin(index, total) : to.goOn(index);
        if (!held) {
            return false;
        }
        try {
            request.sges.gather(done, to.memory(), (int) (to.start() + done), bytes);
            request.transferred = done + bytes;
        } finally {
            to.leave();
        }
        return true;
    }
}
