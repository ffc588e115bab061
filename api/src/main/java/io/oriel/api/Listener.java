// SPDX-License-Identifier: Apache-2.0
// Copyright the Oriel authors.
package io.oriel.api;

import java.net.InetSocketAddress;
import java.util.concurrent.CompletableFuture;

/**
 * An address where peers can ask for connections.
 *
 * <p>On one host the address names a socket file of the medium's directory; it is apart from TCP's ports. Not for
 * implementation by users. <b>Threading:</b> safe for any number of threads. ND: INDListen, IND2Listener, NDK_LISTENER.
 */
public interface Listener extends AutoCloseable {
    /**
     * Gives this listener its address. ND: Bind.
     *
     * @param address of this host; port 0 lets the adapter choose one; the wildcard address stands for every address
     *     of the host
     * @throws NdException SHARING_VIOLATION if another listener has the address; STATUS_ADDRESS_ALREADY_ASSOCIATED if
     *     this one is bound; INVALID_ADDRESS if it is not this host's; TOO_MANY_ADDRESSES if no port is free;
     *     INSUFFICIENT_RESOURCES if the socket cannot be made; INVALID_HANDLE if closed
     * @throws IllegalStateException on a control agent
     */
    void bind(InetSocketAddress address);

    /**
     * Begins to take requests. ND: Listen.
     *
     * <p>Over UDP nothing authenticates who asks, and nothing is encrypted, unless datagrams are sealed ({@link
     * io.oriel.api.config.UdpSecurity#SEALED}). A listener at an address other than loopback can be reached from other hosts; the first of a
     * provider has that said once, where nothing is sealed, by a warning of the logger {@code io.oriel.udp}.
     *
     * @param backlog how many requests wait at most for {@link #getConnectionRequest}; further ones are refused; 0 is no
     *     limit
     * @throws NdException INVALID_PARAMETER if backlog is negative; INVALID_DEVICE_STATE if the listener is not bound or
     *     listens already; INVALID_HANDLE if closed
     */
    void listen(int backlog);

    /**
     * Takes the next request for a connection into a connector. Several may be pending; they are served in order.
     * ND: GetConnectionRequest.
     *
     * @param connector a fresh connector of the same adapter
     * @return completes when the connector holds a request, to be accepted or rejected; exceptionally with an
     *     {@link NdException} CANCELED if the listener or the connector is closed meanwhile, CONNECTION_ACTIVE if the
     *     connector is in use, INVALID_DEVICE_STATE if the listener does not listen, INVALID_HANDLE if either is closed or
     *     the adapters differ, DEVICE_REMOVED. Cancelling it, or completing it by another method, withdraws the call: the
     *     next call gets the peer's request
     */
    CompletableFuture<Void> getConnectionRequest(Connector connector);

    /**
     * Returns where this listener listens. ND: GetLocalAddress.
     *
     * @return the address, with the port chosen
     * @throws NdException INVALID_DEVICE_STATE if it does not listen; INVALID_HANDLE if closed
     */
    InetSocketAddress localAddress();

    /**
     * Stops listening: waiting requests are refused, pending calls end with CANCELED. Connections made are not touched.
     * Does nothing the second time.
     */
    @Override
    void close();
}
