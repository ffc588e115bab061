// SPDX-License-Identifier: Apache-2.0
// Copyright the Oriel authors.
package io.oriel.udp.aeron;

import io.oriel.api.NdException;

/** Hears how the streams of a link are made. Called by the domain's owner. */
public interface StreamsHandler {
    /** The peer's frames are awaited. */
    void onSubscribed();

    /** Frames can go both ways. */
    void onConnected();

    /**
     * The streams cannot be made.
     *
     * @param failure why
     */
    void onFailed(NdException failure);
}
