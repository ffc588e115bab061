// SPDX-License-Identifier: Apache-2.0
// Copyright the Oriel authors.
package io.oriel.engine.connection;

import io.oriel.engine.address.LocalAddress;
import java.net.InetSocketAddress;
import org.jspecify.annotations.Nullable;

/** The two addresses of a connection. On the agent, but for reading. */
final class Route {
    private static final int MAX_CHANGES = 64;

    private final @Nullable LocalAddress from;
    private final InetSocketAddress peer;
    private int changes;
    private volatile InetSocketAddress local;

    private Route(@Nullable LocalAddress from, InetSocketAddress local, InetSocketAddress peer) {
        this.from = from;
        this.local = local;
        this.peer = peer;
    }

    /** Makes the route of an active connection; throws NdException if no local address can be had. */
    static Route to(InetSocketAddress destination, LocalAddress from) {
        return new Route(from, from.require(), destination);
    }

    /** Makes the route of a passive connection, which a peer has asked for. */
    static Route of(InetSocketAddress local, InetSocketAddress peer) {
        return new Route(null, local, peer);
    }

    InetSocketAddress local() {
        return local;
    }

    InetSocketAddress peer() {
        return peer;
    }

    /** Tells whether the application has chosen the local address, which then is not changed. */
    boolean isLocalBound() {
        return from == null || from.isBound();
    }

    /** Takes another local address, because the peer knows another connection from this one; false if it cannot. */
    boolean changeLocal() {
        if (from == null || changes == MAX_CHANGES || !from.change()) {
            return false;
        }
        changes++;
        local = from.require();
        return true;
    }
}
