// SPDX-License-Identifier: Apache-2.0
// Copyright the Oriel authors.
package io.oriel.udp.aeron;

import io.aeron.driver.media.PortManager;
import io.aeron.driver.media.UdpChannel;
import io.oriel.api.NdException;
import io.oriel.api.NdStatus;
import io.oriel.api.config.UdpConfig;
import io.oriel.engine.control.SystemFailure;
import io.oriel.udp.datagram.ControlSocket;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.nio.channels.DatagramChannel;
import java.util.concurrent.ThreadLocalRandom;

/**
 * The ports that adapters' own sockets may have.
 *
 * @param first the lowest; 0 for whatever the system chooses
 * @param last  the highest
 */
public record FreePorts(int first, int last) implements PortManager {
    /**
     * Returns the ports that a configuration names.
     *
     * @param config with ports
     * @return the ports
     */
    public static FreePorts of(UdpConfig config) {
        return new FreePorts(config.firstPort(), config.lastPort());
    }

    /** Binds a socket to an address. */
    @FunctionalInterface
    public interface Binding<T> {
        /**
         * Binds.
         *
         * @param address with a port that was free a moment ago, or with port 0
         * @return the bound socket
         * @throws IOException if the port is taken
         */
        T bind(InetSocketAddress address) throws IOException;
    }

    /**
     * Binds a socket to a free port. May block.
     *
     * @param ip      of this host
     * @param binding binds it
     * @param <T>     the socket
     * @return the bound socket
     * @throws NdException TOO_MANY_ADDRESSES if all ports are taken; INVALID_ADDRESS if the address is not this host's;
     *     whatever the binding throws, at once
     */
    public <T> T bind(InetAddress ip, Binding<T> binding) {
        int count = last - first + 1;
        int start = ThreadLocalRandom.current().nextInt(count);
        IOException failure = new IOException("there is none");
        for (int i = 0; i < count; i++) {
            try {
                return binding.bind(new InetSocketAddress(ip, first + (start + i) % count));
            } catch (IOException e) {
                if (SystemFailure.of(e).isShortage()) {
                    throw SystemFailure.exception("no UDP port can be had", null, e);
                }
                failure = e;
            }
        }
        throw first == 0
                ? new NdException(
                        NdStatus.INVALID_ADDRESS,
                        "no UDP port of " + ip.getHostAddress() + " can be used: " + failure,
                        failure)
                : new NdException(
                        NdStatus.TOO_MANY_ADDRESSES,
                        "no UDP port of " + ip.getHostAddress() + " from " + first + " to " + last
                                + " is free, of which an adapter uses two, and one more for each link (" + failure
                                + "); end links, or widen the range with the properties oriel.udp.firstPort and"
                                + " oriel.udp.lastPort",
                        failure);
    }

    /** Returns a port that is free now. */
    int probe(InetAddress ip) {
        return bind(ip, FreePorts::probe);
    }

    /** Returns the port of an address, or one that the system chooses, if it is free now. */
    static int probe(InetSocketAddress address) throws IOException {
        try (DatagramChannel channel = ControlSocket.openChannel(address.getAddress())) {
            return channel.bind(address).socket().getLocalPort();
        }
    }

    @Override
    public InetSocketAddress getManagedPort(UdpChannel udpChannel, InetSocketAddress bindAddress) {
        return bindAddress.getPort() != 0 || first == 0
                ? bindAddress
                : new InetSocketAddress(bindAddress.getAddress(), probe(bindAddress.getAddress()));
    }

    @Override
    public void freeManagedPort(InetSocketAddress bindAddress) {
        // The system knows which are free.
    }
}
