// SPDX-License-Identifier: Apache-2.0
// Copyright the Oriel authors.
package io.oriel.service;

import org.agrona.ErrorHandler;

/**
 * Whom a client tells.
 *
 * @param answers    of answers
 * @param connection of the connection to the server
 * @param errors     of what handlers throw, and of what the client cannot do; what it throws itself comes out of {@link Client#poll} or {@link
 *     Client#close}, once everything else is done
 */
public record ClientHandlers(AnswerHandler answers, ConnectionHandler connection, ErrorHandler errors) {
    /**
     * Handles answers alone: errors are printed to the standard error stream.
     *
     * @param answers of answers
     * @return the handlers
     */
    public static ClientHandlers of(AnswerHandler answers) {
        return new ClientHandlers(answers, ConnectionHandler.NONE, Throwable::printStackTrace);
    }

    /**
     * Returns these handlers with another one of the connection.
     *
     * @param value the new one
     * @return a changed copy
     */
    public ClientHandlers withConnection(ConnectionHandler value) {
        return new ClientHandlers(answers, value, errors);
    }

    /**
     * Returns these handlers with another one of errors.
     *
     * @param value the new one
     * @return a changed copy
     */
    public ClientHandlers withErrors(ErrorHandler value) {
        return new ClientHandlers(answers, connection, value);
    }
}
