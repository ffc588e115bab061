// SPDX-License-Identifier: Apache-2.0
// Copyright the Oriel authors.
package io.oriel.service;

import org.agrona.ErrorHandler;

/**
 * Whom a server tells.
 *
 * @param requests of requests
 * @param clients  of clients that come and go
 * @param errors   of what handlers throw, and of what the server cannot do; what it throws itself comes out of {@link Server#poll} or {@link
 *     Server#close}, once everything else is done
 */
public record ServerHandlers(RequestHandler requests, ConnectionHandler clients, ErrorHandler errors) {
    /**
     * Handles requests alone: errors are printed to the standard error stream.
     *
     * @param requests of requests
     * @return the handlers
     */
    public static ServerHandlers of(RequestHandler requests) {
        return new ServerHandlers(requests, ConnectionHandler.NONE, Throwable::printStackTrace);
    }

    /**
     * Returns these handlers with another one of clients.
     *
     * @param value the new one
     * @return a changed copy
     */
    public ServerHandlers withClients(ConnectionHandler value) {
        return new ServerHandlers(requests, value, errors);
    }

    /**
     * Returns these handlers with another one of errors.
     *
     * @param value the new one
     * @return a changed copy
     */
    public ServerHandlers withErrors(ErrorHandler value) {
        return new ServerHandlers(requests, clients, value);
    }
}
