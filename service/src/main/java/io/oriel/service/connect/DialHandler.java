// SPDX-License-Identifier: Apache-2.0
// Copyright the Oriel authors.
package io.oriel.service.connect;

import io.oriel.api.Endpoint;
import io.oriel.api.NdStatus;

/** Gives a {@link Redialler} what it dials with, and is told what comes of it. */
public interface DialHandler {
    /**
     * Makes an endpoint for one attempt.
     *
     * @return not connected, with its Receives posted; the redialler closes it if the attempt fails
     */
    Endpoint newEndpoint();

    /**
     * Returns what the peer is told.
     *
     * @return private data
     */
    byte[] privateData();

    /**
     * Is given a connection.
     *
     * @param connection  the handler's, to be closed
     * @param privateData what the peer has told; nothing about it is certain
     */
    void onConnection(Connection connection, byte[] privateData);

    /**
     * Is told that an attempt has failed; others follow.
     *
     * @param status      why
     * @param explanation why, for people
     * @param privateData of a peer that has refused; empty if none has answered
     */
    void onFailure(NdStatus status, String explanation, byte[] privateData);
}
