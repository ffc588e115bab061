// SPDX-License-Identifier: Apache-2.0
// Copyright the Oriel authors.
package io.oriel.engine.connection;

import io.oriel.api.Connector;
import io.oriel.engine.transport.Link;
import io.oriel.engine.transport.Port;
import java.util.Optional;

/**
 * What can be told of how a connection's two sides have met.
 *
 * @param explanation which medium carries it and why, or why none does
 * @param peer        as far as the medium knows it
 */
record Meeting(String explanation, Optional<Connector.Peer> peer) {
    static final Meeting NONE_YET = without("not connected yet");

    static Meeting without(String reason) {
        return new Meeting(reason, Optional.empty());
    }

    static Meeting over(Link link, Port port) {
        return new Meeting(port.explain(link), link.peerProcess());
    }
}
