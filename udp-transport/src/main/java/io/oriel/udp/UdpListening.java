// SPDX-License-Identifier: Apache-2.0
// Copyright the Oriel authors.
package io.oriel.udp;

import io.oriel.engine.control.Uninterruptibly;
import io.oriel.engine.transport.Port;
import io.oriel.udp.datagram.ControlSocket;
import java.net.InetSocketAddress;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.RejectedExecutionException;

/** The sockets of a listener: one, or one for each of the host's addresses. */
final class UdpListening implements Port.Listening {
    private final UdpPort port;
    private final InetSocketAddress address;
    private final List<ControlSocket> sockets;

    UdpListening(UdpPort port, InetSocketAddress address, List<ControlSocket> sockets) {
        this.port = port;
        this.address = address;
        this.sockets = sockets;
    }

    @Override
    public InetSocketAddress address() {
        return address;
    }

    List<ControlSocket> sockets() {
        return sockets;
    }

    @Override
    public void close() {
        CompletableFuture<Boolean> closed = new CompletableFuture<>();
        try {
            port.home().loop().execute(() -> closeByAgent(() -> closed.complete(Boolean.TRUE)));
        } catch (RejectedExecutionException e) {
            return; // the agent has ended, and its selector with it
        }
        if (!port.home().loop().isAgentThread()) {
            boolean isFree = Uninterruptibly.await(port.home().loop(), closed);
            assert isFree;
        }
    }

    /** Gives up the addresses. On the agent. */
    void closeByAgent(Runnable onClosed) {
        port.ended(this);
        int[] left = {sockets.size()};
        for (ControlSocket socket : sockets) {
            socket.close(free -> {
                left[0]--;
                if (left[0] == 0) {
                    onClosed.run();
                }
            });
        }
    }
}
