// SPDX-License-Identifier: Apache-2.0
// Copyright the Oriel authors.
package io.oriel.service;

import io.oriel.api.NdStatus;

/**
 * Is told of connections: at a client of that to its server, at a server of each to a client.
 *
 * <p><b>Threading:</b> called within {@code poll} and {@code close}.
 */
public interface ConnectionHandler {
    /** Does nothing. */
    ConnectionHandler NONE = new ConnectionHandler() {};

    /**
     * Is told that a connection was made, before any request goes by it.
     *
     * @param connection  a number that no other connection of this client or server has; at a server {@link Request#clientId()}
     * @param explanation whom to and by which medium, for people
     */
    default void onConnected(long connection, String explanation) {}

    /**
     * Is told that a connection has ended: at a client after its requests have ended with it; at a server, where those that are kept of the
     * client can be ended now.
     *
     * @param connection  its number
     * @param status      STATUS_CONNECTION_DISCONNECTED if the peer has left or died; INTERNAL_ERROR if it broke the protocol; CANCELED if
     *     this side has closed; otherwise that of the completion that failed
     * @param explanation why, for people
     */
    default void onDisconnected(long connection, NdStatus status, String explanation) {}

    /**
     * Is told that an attempt to connect has failed; at a client others follow.
     *
     * @param status      as {@link io.oriel.api.Connector#connect}; INVALID_ADDRESS if the name has no address, UNSUCCESSFUL if it was not
     *     resolved; INVALID_PARAMETER_MIX if the two sides do not fit each other, as with different versions; INSUFFICIENT_RESOURCES if
     *     the server has as many clients as it takes
     * @param explanation why, for people
     */
    default void onRefused(NdStatus status, String explanation) {}
}
