// SPDX-License-Identifier: Apache-2.0
// Copyright the Oriel authors.
package io.oriel.engine.connection;

import io.oriel.engine.counter.AdapterCounter;
import io.oriel.engine.endpoint.ConnectionSide;
import io.oriel.engine.transport.Link;
import org.jspecify.annotations.Nullable;

/** What connections and links tell of themselves, to those who hold them all: the only way up. On the agent. */
interface ConnectionNews {
    /** Counts something, while the adapter is open. */
    void count(AdapterCounter type);

    /** Tells whether the medium is gone. From any thread. */
    boolean isRemoved();

    /** Returns the connections that a link carries; null if it was closed. */
    @Nullable
    LinkConnections connectionsOf(Link link);

    /** A peer asks for a connection; from an address that tells it apart, unless its application has chosen one. */
    void onRequest(
            LinkConnections link, long peerConnectionId, ConnectionSide peer, Route route, boolean isPeerAddressChosen);

    /** A connection, or the attempt at one, is over. */
    void onEnded(Connection connection);

    /** A link carries no connection any more. */
    void onUnused(LinkConnections link);

    /** The domain has let go of a link. */
    void onDetached(LinkConnections link);

    /** The application is to look at its futures, which tell already; the removal of the medium it hears of otherwise. */
    void tellNews();
}
