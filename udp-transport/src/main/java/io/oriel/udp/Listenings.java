// SPDX-License-Identifier: Apache-2.0
// Copyright the Oriel authors.
package io.oriel.udp;

import io.oriel.api.NdException;
import io.oriel.api.NdStatus;
import io.oriel.engine.address.LocalAddresses;
import io.oriel.engine.transport.Port;
import io.oriel.udp.datagram.ControlSocket;
import io.oriel.udp.datagram.ListenerSockets;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.util.List;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.RejectedExecutionException;

/** The listeners of a port. From any thread, but where it says so. */
final class Listenings {
    private final UdpPort port;
    private final Greeter greeter;
    private final Set<Sockets> open = ConcurrentHashMap.newKeySet();

    Listenings(UdpPort port) {
        this.port = port;
        greeter = new Greeter(port);
    }

    /** Begins to listen; see {@link io.oriel.engine.transport.Port#listen}. */
    Port.Listening listen(InetSocketAddress wanted) {
        InetAddress address = port.address();
        if (wanted.isUnresolved()
                || !wanted.getAddress().getClass().equals(address.getClass())
                || !(wanted.getAddress().isAnyLocalAddress() || LocalAddresses.contain(wanted.getAddress()))) {
            throw new NdException(
                    NdStatus.INVALID_ADDRESS,
                    wanted + " is not an address of this host, or not of the family of " + address.getHostAddress());
        }
        port.requireUsable();
        List<ControlSocket> sockets = new ListenerSockets(port.home().loop()).bind(wanted);
        int number = sockets.get(0).address().getPort();
        Sockets listening = new Sockets(new InetSocketAddress(wanted.getAddress(), number), sockets);
        open.add(listening);
        try {
            port.home().loop().runByAgent(() -> begin(listening));
        } catch (RuntimeException | Error e) {
            listening.close();
            throw e;
        }
        if (!port.home().security().isSealed()) {
            port.home().exposure().listening(listening.address());
        }
        return listening;
    }

    private void begin(Sockets listening) {
        port.requireUsable();
        for (ControlSocket socket : listening.sockets()) {
            try {
                socket.start((datagram, source) -> greeter.onDatagram(socket, datagram, source), port::countDropped);
            } catch (IOException e) {
                throw new UncheckedIOException("the listening socket " + socket.address() + " cannot be watched", e);
            }
        }
    }

    /** Closes all. On the agent. */
    void close() {
        List.copyOf(open).forEach(listening -> listening.closeByAgent(() -> {}));
    }

    /** The sockets of a listener: one, or one for each of the host's addresses. */
    private final class Sockets implements Port.Listening {
        private final InetSocketAddress address;
        private final List<ControlSocket> sockets;

        Sockets(InetSocketAddress address, List<ControlSocket> sockets) {
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
                port.home().loop().executeSurely(() -> closeByAgent(() -> closed.complete(Boolean.TRUE)));
            } catch (RejectedExecutionException e) {
                sockets.forEach(ControlSocket::discard); // the agent has ended, and its selector with it
                return;
            }
            if (!port.home().loop().isAgentThread()) {
                boolean isFree = port.home().loop().resultOf(closed);
                assert isFree;
            }
        }

        /** Gives up the addresses. On the agent. */
        void closeByAgent(Runnable onClosed) {
            open.remove(this);
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
}
