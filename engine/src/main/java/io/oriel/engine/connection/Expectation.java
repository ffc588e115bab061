// SPDX-License-Identifier: Apache-2.0
// Copyright the Oriel authors.
package io.oriel.engine.connection;

import io.oriel.api.Connector;
import java.net.InetSocketAddress;
import java.util.Optional;

/** The listener that an application expects, compared with the peer of a link. */
final class Expectation {
    private final Connector.ExpectedPeer expected;

    Expectation(Connector.ExpectedPeer expected) {
        this.expected = expected;
    }

    private boolean isForAny() {
        return expected.userName().isEmpty() && expected.identity().isEmpty();
    }

    /** Tells whether the peer is the expected one. A medium knows either a user or an identity. */
    boolean isMetBy(Optional<Connector.Peer> peer) {
        return isForAny() || peer.map(this::isMetBy).orElse(false);
    }

    private boolean isMetBy(Connector.Peer peer) {
        boolean isUser = !peer.userName().isEmpty() && peer.userName().equals(expected.userName());
        boolean isIdentity = !peer.identity().isEmpty() && peer.identity().equals(expected.identity());
        return isUser || isIdentity;
    }

    /** Returns one sentence, with the remedy. */
    String refusal(InetSocketAddress destination, Optional<Connector.Peer> found, String medium) {
        return "the listener at " + destination + " must be " + wanted() + ", is "
                + found.map(Expectation::name).orElse("a process that has proved neither a user nor an identity") + " ("
                + medium
                + "); connect to the expected listener's address, or expect the listener that is there"
                + (found.isPresent() ? "" : "; between hosts set oriel.udp.identityFile on both sides");
    }

    private String wanted() {
        String user = expected.userName().isEmpty() ? "" : "user '" + expected.userName() + "' in shared memory";
        String identity = expected.identity().isEmpty() ? "" : "identity '" + expected.identity() + "' between hosts";
        return user.isEmpty() || identity.isEmpty() ? user + identity : user + " or " + identity;
    }

    private static String name(Connector.Peer peer) {
        return peer.identity().isEmpty() ? "user '" + peer.userName() + "'" : "identity '" + peer.identity() + "'";
    }
}
