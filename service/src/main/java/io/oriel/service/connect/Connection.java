// SPDX-License-Identifier: Apache-2.0
// Copyright the Oriel authors.
package io.oriel.service.connect;

import io.oriel.api.Connector;
import io.oriel.api.Endpoint;
import io.oriel.api.NdException;
import java.util.concurrent.CompletableFuture;

/**
 * A connection that was made: the endpoint with its connector.
 *
 * <p><b>Threading:</b> the adapter's domain.
 */
public final class Connection implements AutoCloseable {
    private final Endpoint endpoint;
    private final Connector connector;
    private final CompletableFuture<Void> end;

    Connection(Endpoint endpoint, Connector connector, CompletableFuture<Void> end) {
        this.endpoint = endpoint;
        this.connector = connector;
        this.end = end;
    }

    /**
     * Returns the endpoint.
     *
     * @return connected until {@link #hasEnded()}
     */
    public Endpoint endpoint() {
        return endpoint;
    }

    /**
     * Returns the connector.
     *
     * @return as the endpoint's
     */
    public Connector connector() {
        return connector;
    }

    /**
     * Tells whether the connection has ended, whoever ended it.
     *
     * @return true once it has
     */
    public boolean hasEnded() {
        return end.isDone();
    }

    /**
     * Says where the peer is, and by which medium it is reached.
     *
     * @return some words, for people
     */
    public String explain() {
        try {
            return connector.peerAddress() + ": " + connector.explain();
        } catch (NdException e) {
            return "a peer that is not known any more (" + e.status() + ")";
        }
    }

    /** Ends the connection, closes the endpoint and the connector. Does nothing the second time. */
    @Override
    public void close() {
        endpoint.close();
        connector.close();
    }
}
