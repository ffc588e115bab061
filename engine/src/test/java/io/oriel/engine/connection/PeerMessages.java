// SPDX-License-Identifier: Apache-2.0
// Copyright the Oriel authors.
package io.oriel.engine.connection;

import io.oriel.api.NdStatus;
import io.oriel.engine.endpoint.ConnectionSide;
import io.oriel.engine.protocol.PeerEnd;
import io.oriel.engine.testing.FakeLink;
import java.net.InetSocketAddress;
import java.util.List;

/** Writes control messages as the peer's engine would. */
final class PeerMessages {
    private final FakeLink link = new FakeLink(0);
    private final ControlMessages messages = new ControlMessages(link, () -> {});

    static ConnectionSide side(int endpointId, byte[] privateData) {
        return new ConnectionSide(endpointId, 1, 4, 4, 0, false, privateData);
    }

    byte[] request(long id, ConnectionSide own, InetSocketAddress destination, InetSocketAddress source) {
        return request(id, own, Route.of(source, destination));
    }

    byte[] request(long id, ConnectionSide own, Route route) {
        messages.connectRequest(id, own, route);
        return taken();
    }

    byte[] accept(long peerId, long id, ConnectionSide own) {
        messages.connectAccept(peerId, id, own);
        return taken();
    }

    byte[] reject(long peerId, byte[] privateData) {
        messages.connectReject(peerId, NdStatus.CONNECTION_REFUSED, privateData);
        return taken();
    }

    byte[] addressTaken(long peerId) {
        messages.connectReject(peerId, NdStatus.ADDRESS_ALREADY_EXISTS, new byte[0]);
        return taken();
    }

    byte[] complete(long peerId) {
        messages.connectComplete(peerId);
        return taken();
    }

    byte[] abandon(long id) {
        messages.connectAbandon(id);
        return taken();
    }

    byte[] disconnect(long peerId, long lastSequence) {
        messages.disconnect(peerId, new PeerEnd(lastSequence, 0, 0, NdStatus.SUCCESS));
        return taken();
    }

    byte[] confirm(long peerId) {
        messages.disconnectConfirm(peerId);
        return taken();
    }

    private byte[] taken() {
        List<byte[]> sent = link.takeControls();
        return sent.get(0);
    }
}
