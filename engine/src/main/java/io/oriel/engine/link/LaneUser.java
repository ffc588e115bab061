// SPDX-License-Identifier: Apache-2.0
// Copyright the Oriel authors.
package io.oriel.engine.link;

import io.oriel.api.NdStatus;
import org.agrona.DirectBuffer;

/** An endpoint, as the link that carries its lane calls it: all news of a link goes this way up. By the domain's owner. */
public interface LaneUser {
    /**
     * A frame of the peer's endpoint has come. Its bytes are not to be trusted.
     *
     * @param word     beside the frame
     * @param sequence of the frame
     * @param buffer   holds it during this call only
     * @param offset   where its payload begins
     * @param length   bytes of its payload
     */
    void onFrame(long word, long sequence, DirectBuffer buffer, int offset, int length);

    /**
     * The peer could not execute a frame of this endpoint's.
     *
     * @param sequence of the frame
     * @param status   what the request ends with
     */
    void onFailure(long sequence, NdStatus status);

    /** The peer has executed the oldest frame that was awaited. */
    void onExecuted();

    /** The endpoint that the lane leads to is not there. */
    void onPeerMissing();

    /**
     * Does what is left to do.
     *
     * @return true if something remains
     */
    boolean attend();

    /**
     * Tells for how long there is nothing for {@link #attend} to do unless this side is woken.
     *
     * @return nanoseconds
     */
    long idleNs();

    /** The agent has changed something. */
    void onSignal();

    /**
     * The domain has let go of the link.
     *
     * @param died true if the peer has died, or is not to be trusted
     */
    void onDetached(boolean died);
}
