// SPDX-License-Identifier: Apache-2.0
// Copyright the Oriel authors.
package io.oriel.udp.datagram;

import io.oriel.api.NdException;
import io.oriel.api.NdStatus;
import io.oriel.engine.address.LocalAddresses;
import io.oriel.engine.control.ControlLoop;
import io.oriel.engine.control.SystemFailure;
import java.io.IOException;
import java.net.BindException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.ThreadLocalRandom;
import org.jspecify.annotations.Nullable;

/** Gives listeners their addresses. */
public final class ListenerSockets {
    private static final int FIRST_FREE_PORT = 49152;
    private static final int FREE_PORTS = 65536 - FIRST_FREE_PORT;

    private final ControlLoop loop;

    /**
     * Creates a binder.
     *
     * @param loop the agent
     */
    public ListenerSockets(ControlLoop loop) {
        this.loop = loop;
    }

    /**
     * Binds the sockets of a listener.
     *
     * @param address of this host; the wildcard address is each of the host's of the same family, so that an answer comes
     *     from where the question went
     * @return the bound sockets, all on one port
     * @throws NdException SHARING_VIOLATION, TOO_MANY_ADDRESSES, INVALID_ADDRESS, INSUFFICIENT_RESOURCES
     */
    public List<ControlSocket> bind(InetSocketAddress address) {
        if (address.getPort() != 0) {
            List<ControlSocket> bound = tryBind(address);
            if (bound == null) {
                requireUsable(address.getAddress());
                throw new NdException(NdStatus.SHARING_VIOLATION, "a socket has the address " + address + " already");
            }
            return bound;
        }
        int start = ThreadLocalRandom.current().nextInt(FREE_PORTS);
        for (int i = 0; i < FREE_PORTS; i++) {
            int port = FIRST_FREE_PORT + (start + i) % FREE_PORTS;
            List<ControlSocket> bound = tryBind(new InetSocketAddress(address.getAddress(), port));
            if (bound != null) {
                return bound;
            }
            if (i == 0) {
                requireUsable(address.getAddress());
            }
        }
        throw new NdException(
                NdStatus.TOO_MANY_ADDRESSES,
                "all ports from " + FIRST_FREE_PORT + " to 65535 of " + address.getAddress() + " are taken");
    }

    /** The system says the same of an address that is not this host's and of a port that is taken. */
    private void requireUsable(InetAddress address) {
        for (InetAddress each : addresses(address)) {
            try {
                ControlSocket.bind(loop, new InetSocketAddress(each, 0)).discard();
            } catch (IOException e) {
                throw new NdException(
                        NdStatus.INVALID_ADDRESS,
                        "no socket can have the address " + each.getHostAddress() + ": " + e,
                        e);
            }
        }
    }

    private @Nullable List<ControlSocket> tryBind(InetSocketAddress address) {
        List<ControlSocket> bound = new ArrayList<>();
        try {
            for (InetAddress each : addresses(address.getAddress())) {
                bound.add(ControlSocket.bind(loop, new InetSocketAddress(each, address.getPort())));
            }
            return bound;
        } catch (OutOfMemoryError e) {
            bound.forEach(ControlSocket::discard);
            throw SystemFailure.exception("the listening socket " + address + " cannot be made", null, e);
        } catch (RuntimeException | Error e) {
            bound.forEach(ControlSocket::discard);
            throw e;
        } catch (IOException e) {
            bound.forEach(ControlSocket::discard);
            if (e instanceof BindException) {
                return null;
            }
            throw SystemFailure.exception("the listening socket " + address + " cannot be made", null, e);
        }
    }

    private static List<InetAddress> addresses(InetAddress address) {
        return address.isAnyLocalAddress()
                ? LocalAddresses.list().stream()
                        .filter(each -> each.getClass().equals(address.getClass()))
                        .toList()
                : List.of(address);
    }
}
