// SPDX-License-Identifier: Apache-2.0
// Copyright the Oriel authors.
package io.oriel.shm;

import io.oriel.api.NdException;
import io.oriel.engine.transport.Port;
import io.oriel.shm.meeting.ListenerSockets;
import io.oriel.shm.meeting.SocketListener;
import java.net.InetSocketAddress;

/** A listener's socket. */
final class ShmListening implements Port.Listening {
    private final ShmPort port;
    private final InetSocketAddress address;
    private volatile SocketListener socket;
    private volatile boolean isClosed;

    ShmListening(ShmPort port, InetSocketAddress address, SocketListener socket) {
        this.port = port;
        this.address = address;
        this.socket = socket;
    }

    @Override
    public InetSocketAddress address() {
        return address;
    }

    /**
     * Listens again if the socket's name was removed. Blocks; on a worker, one at a time.
     *
     * @param sockets of the port
     * @throws NdException SHARING_VIOLATION if another process listens at the address now; INSUFFICIENT_RESOURCES
     */
    void restore(ListenerSockets sockets) {
        SocketListener former = socket;
        if (isClosed || !former.isLost()) {
            return;
        }
        try {
            socket = sockets.bind(address).socket();
        } catch (NdException e) {
            throw new NdException(
                    e.status(),
                    "nobody can connect to the listener at " + address
                            + ", because its socket was removed and cannot be made" + " again: " + e.getMessage(),
                    e);
        }
        former.close();
        if (isClosed) { // Pairs with #close.
            socket.close();
        }
    }

    @Override
    public void close() {
        isClosed = true; // Pairs with #restore.
        socket.close();
        port.ended(this);
    }
}
