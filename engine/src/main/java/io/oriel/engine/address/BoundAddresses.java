// SPDX-License-Identifier: Apache-2.0
// Copyright the Oriel authors.
package io.oriel.engine.address;

import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ThreadLocalRandom;
import org.jspecify.annotations.Nullable;

/** The local addresses that the connectors of one adapter have taken. From any thread. */
final class BoundAddresses {
    private static final int FIRST_EPHEMERAL_PORT = 49152;
    private static final int EPHEMERAL_PORTS = 65536 - FIRST_EPHEMERAL_PORT;

    private final InetAddress own;
    private final Set<InetSocketAddress> taken = ConcurrentHashMap.newKeySet();

    BoundAddresses(InetAddress own) {
        this.own = own;
    }

    /** Returns the adapter's own address. */
    InetAddress own() {
        return own;
    }

    /** Reserves an address for a connector; port 0 is any. Null if it is taken. */
    @Nullable
    InetSocketAddress reserve(InetSocketAddress wanted) {
        InetAddress ip = wanted.getAddress().isAnyLocalAddress() ? own : wanted.getAddress();
        if (wanted.getPort() != 0) {
            InetSocketAddress exact = new InetSocketAddress(ip, wanted.getPort());
            return taken.add(exact) ? exact : null;
        }
        int start = ThreadLocalRandom.current().nextInt(EPHEMERAL_PORTS); // other adapters choose as well
        for (int attempt = 0; attempt < EPHEMERAL_PORTS; attempt++) {
            int port = FIRST_EPHEMERAL_PORT + (start + attempt) % EPHEMERAL_PORTS;
            InetSocketAddress candidate = new InetSocketAddress(ip, port);
            if (taken.add(candidate)) {
                return candidate;
            }
        }
        return null;
    }

    /** Gives a reserved address back. */
    void unreserve(InetSocketAddress reserved) {
        taken.remove(reserved);
    }
}
