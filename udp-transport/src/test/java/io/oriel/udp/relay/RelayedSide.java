// SPDX-License-Identifier: Apache-2.0
// Copyright the Oriel authors.
package io.oriel.udp.relay;

import io.oriel.udp.datagram.Announcement;
import java.net.InetSocketAddress;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;

/** One side of links that go through a relay: announces its sockets by their fronts there. */
public final class RelayedSide implements Announcement {
    private final ChaosRelay relay;
    private final Set<InetSocketAddress> sockets = ConcurrentHashMap.newKeySet();

    public RelayedSide(ChaosRelay relay) {
        this.relay = relay;
    }

    @Override
    public InetSocketAddress control(InetSocketAddress own) {
        return front(own);
    }

    @Override
    public InetSocketAddress data(InetSocketAddress own) {
        return front(own);
    }

    private InetSocketAddress front(InetSocketAddress own) {
        sockets.add(own);
        return relay.frontOf(own);
    }

    /** Tells whether a datagram comes from this side or goes to the other. */
    public boolean sends(Passage passage, RelayedSide other) {
        return (passage.from() != null && sockets.contains(passage.from())) || other.sockets.contains(passage.to());
    }
}
