// SPDX-License-Identifier: Apache-2.0
// Copyright the Oriel authors.
package io.oriel.udp.frame;

import io.aeron.ExclusivePublication;
import io.aeron.Image;
import org.jspecify.annotations.Nullable;

/**
 * Makes the streams that a link goes on in when those that it has come to their last position. By the domain's owner, without
 * waiting; what cannot be made is tried again.
 */
public interface StreamMaker {
    /**
     * Begins to await another stream of the peer's.
     *
     * @param initialTermId of the stream
     */
    void awaitNext(int initialTermId);

    /**
     * Tells whether it is awaited, so that the peer may begin it.
     *
     * @return true once it is
     */
    boolean isNextAwaited();

    /**
     * Returns by which session it is awaited.
     *
     * @return chosen by this side
     */
    int nextSession();

    /**
     * Takes the peer's next stream, in the place of the former one, of which all has come.
     *
     * @return null if it is not there yet
     */
    @Nullable
    Image takeNextImage();

    /**
     * Begins another stream of this side's, which the peer awaits.
     *
     * @param sessionId     of the stream
     * @param initialTermId of the stream
     */
    void publishNext(int sessionId, int initialTermId);

    /**
     * Tells whether frames can go in it.
     *
     * @return true once they can
     */
    boolean isNextConnected();

    /**
     * Takes this side's next stream, in which frames can go. What the former one holds is still to be sent.
     *
     * @return the stream
     */
    ExclusivePublication takeNextPublication();

    /** The peer has taken all of the former stream. */
    void giveBackFormerPublication();
}
