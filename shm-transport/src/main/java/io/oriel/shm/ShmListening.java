// SPDX-License-Identifier: Apache-2.0
// Copyright the Oriel authors.
package io.oriel.shm;

import io.oriel.engine.transport.Port;
import io.oriel.shm.meeting.SocketListener;
import java.net.InetSocketAddress;

/** A listener's socket. */
final class ShmListening implements Port.Listening {
    private final ShmPort port;
    private final InetSocketAddress address;
    private final SocketListener socket;

    ShmListening(ShmPort port, InetSocketAddress address, SocketListener socket) {
        this.port = port;
        this.address = address;
        this.socket = socket;
    }

    @Override
    public InetSocketAddress address() {
        return address;
    }

    @Override
    public void close() {
        socket.close();
        port.ended(this);
    }
}
