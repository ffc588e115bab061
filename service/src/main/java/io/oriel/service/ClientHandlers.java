// SPDX-License-Identifier: Apache-2.0
// Copyright the Oriel authors.
package io.oriel.service;

import io.oriel.service.config.Surroundings;
import org.agrona.ErrorHandler;

/**
 * Whom a client tells.
 *
 * @param answers    of answers
 * @param connection of the connection to the server
 * @param errors     of what handlers throw, and of what the client cannot do; what it throws itself comes out of {@link Client#poll} or {@link
 *     Client#close}, once everything else is done
 * @param surroundings whom it asks for the time, and for random numbers
 */
public record ClientHandlers(
        AnswerHandler answers, ConnectionHandler connection, ErrorHandler errors, Surroundings surroundings) {
    /**
     * Handles answers alone: errors are printed to the standard error stream.
     *
     * @param answers of answers
     * @return the handlers
     */
    public static ClientHandlers of(AnswerHandler answers) {
        return new ClientHandlers(answers, ConnectionHandler.NONE, Throwable::printStackTrace, Surroundings.system());
    }

    /**
     * Returns these handlers with another one of the connection.
     *
     * @param value the new one
     * @return a changed copy
     */
    public ClientHandlers withConnection(ConnectionHandler value) {
        return new ClientHandlers(answers, value, errors, surroundings);
    }

    /**
     * Returns these handlers with another one of errors.
     *
     * @param value the new one
     * @return a changed copy
     */
    public ClientHandlers withErrors(ErrorHandler value) {
        return new ClientHandlers(answers, connection, value, surroundings);
    }

    /**
     * Returns these handlers in other surroundings.
     *
     * @param value those of a simulation, for instance
     * @return a changed copy
     */
    public ClientHandlers withSurroundings(Surroundings value) {
        return new ClientHandlers(answers, connection, errors, value);
    }
}
