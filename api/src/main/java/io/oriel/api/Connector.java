// SPDX-License-Identifier: Apache-2.0
// Copyright the Oriel authors.
package io.oriel.api;

import java.net.InetSocketAddress;
import java.util.concurrent.CompletableFuture;

/**
 * The maker of one connection, and afterwards its handle.
 *
 * <p>Active side: {@link #connect}, then {@link #completeConnect}. Passive side: {@link Listener#getConnectionRequest},
 * then {@link #accept}. A connector has one endpoint at a time. Futures complete on the control agent, without the
 * application polling; a state that a future has announced is visible to the next post. Cancelling a future is ND's
 * cancel. An exceptional end carries an {@link NdException}.
 *
 * <p>Not for implementation by users. <b>Threading:</b> safe for any number of threads.
 * ND: INDConnector, IND2Connector, NDK_CONNECTOR.
 */
public interface Connector extends AutoCloseable {

    /**
     * How many Reads a peer allows.
     *
     * @param inbound  what the peer gave as its outbound limit: Reads that it may have in progress here
     * @param outbound what the peer gave as its inbound limit: Reads that may be in progress there
     */
    record ReadLimits(int inbound, int outbound) {}

    /**
     * Chooses the local address. ND: Bind.
     *
     * @param address of this host; port 0 lets the adapter choose one in 49152 to 65535
     * @throws NdException STATUS_ADDRESS_ALREADY_ASSOCIATED if bound already; INVALID_ADDRESS if it is not this host's;
     *     SHARING_VIOLATION if the address is in use; TOO_MANY_ADDRESSES if no port is free; INVALID_HANDLE if closed;
     *     DEVICE_REMOVED
     */
    void bind(InetSocketAddress address);

    /**
     * Asks a listener for a connection. ND: Connect.
     *
     * <p>After CONNECTION_REFUSED, IO_TIMEOUT, HOST_UNREACHABLE or INVALID_BUFFER_SIZE it may be tried again with the
     * same connector and endpoint.
     *
     * @param endpoint          of the same adapter, not connected
     * @param destination       where the listener is
     * @param inboundReadLimit  Reads that the peer may have in progress against the endpoint; more than the adapter can
     *     is lowered
     * @param outboundReadLimit Reads that the endpoint wants to have in progress; more than the adapter can is lowered
     * @param privateData       for the listener's side, at most {@link AdapterInfo.ConnectionLimits#maxCallerData()}
     * @return completes when the peer has accepted; {@link #completeConnect} then makes the connection. Exceptionally:
     *     CONNECTION_REFUSED (nobody listens, the backlog is full, rejected, versions differ), CONNECTION_ABORTED (the
     *     peer's process died), IO_TIMEOUT, INVALID_BUFFER_SIZE, CONNECTION_ACTIVE (in use), CONNECTION_INVALID (the
     *     endpoint was connected once), STATUS_BAD_NETWORK_NAME (the wildcard address), INVALID_PARAMETER (port 0, a
     *     negative limit), INVALID_HANDLE, CANCELED (closed meanwhile), DEVICE_REMOVED
     */
    CompletableFuture<Void> connect(
            Endpoint endpoint,
            InetSocketAddress destination,
            int inboundReadLimit,
            int outboundReadLimit,
            byte[] privateData);

    /**
     * Asks a listener for a connection with as many Reads as the adapters can and no private data.
     *
     * @param endpoint    as above
     * @param destination as above
     * @return as above
     */
    default CompletableFuture<Void> connect(Endpoint endpoint, InetSocketAddress destination) {
        return connect(endpoint, destination, Integer.MAX_VALUE, Integer.MAX_VALUE, new byte[0]);
    }

    /**
     * Makes the connection that the peer has accepted: the endpoint is connected when the future completes.
     * ND: CompleteConnect.
     *
     * @return completes when connected; exceptionally: CONNECTION_INVALID if Connect has not completed,
     *     CONNECTION_ABORTED if the peer gave up or died, INVALID_HANDLE, CANCELED, DEVICE_REMOVED
     */
    CompletableFuture<Void> completeConnect();

    /**
     * Accepts the request that a listener put into this connector. ND: Accept.
     *
     * @param endpoint          of the same adapter, not connected
     * @param inboundReadLimit  as for Connect; lowered to the peer's outbound limit too
     * @param outboundReadLimit as for Connect; lowered to the peer's inbound limit too
     * @param privateData       for the connecting side, at most {@link AdapterInfo.ConnectionLimits#maxCalleeData()}
     * @return completes when the peer has completed the connection. Exceptionally: CONNECTION_REFUSED (the peer rejected
     *     or closed its connector), CONNECTION_ABORTED (its process died), INVALID_BUFFER_SIZE (may be tried again),
     *     CONNECTION_ACTIVE (the endpoint is in use), CONNECTION_INVALID (no request here, or the endpoint was connected
     *     once), INVALID_PARAMETER (a negative limit), INVALID_HANDLE, CANCELED, DEVICE_REMOVED
     */
    CompletableFuture<Void> accept(Endpoint endpoint, int inboundReadLimit, int outboundReadLimit, byte[] privateData);

    /**
     * Accepts with as many Reads as the adapters can and no private data.
     *
     * @param endpoint as above
     * @return as above
     */
    default CompletableFuture<Void> accept(Endpoint endpoint) {
        return accept(endpoint, Integer.MAX_VALUE, Integer.MAX_VALUE, new byte[0]);
    }

    /**
     * Refuses: a request held here, or, on the active side, the connection that the peer has accepted. ND: Reject.
     *
     * @param privateData for the peer, at most {@link AdapterInfo.ConnectionLimits#maxCalleeData()}
     * @throws NdException INVALID_BUFFER_SIZE; CONNECTION_INVALID if there is nothing to refuse; INVALID_HANDLE;
     *     DEVICE_REMOVED
     */
    void reject(byte[] privateData);

    /**
     * Returns the private data of the peer's Connect, Accept or Reject. ND: GetPrivateData, GetConnectionData.
     *
     * @return a copy of the bytes
     * @throws NdException CONNECTION_INVALID if no peer has answered; INVALID_HANDLE
     */
    byte[] privateData();

    /**
     * Returns the peer's read limits, crossed as ND2 has them. ND: GetReadLimits.
     *
     * @return the limits
     * @throws NdException CONNECTION_INVALID if no peer has answered; INVALID_HANDLE
     */
    ReadLimits readLimits();

    /**
     * Returns the local address of the connection. ND: GetLocalAddress.
     *
     * @return the address
     * @throws NdException CONNECTION_INVALID if neither connected, connecting nor bound; INVALID_HANDLE
     */
    InetSocketAddress localAddress();

    /**
     * Returns the peer's address. ND: GetPeerAddress.
     *
     * @return the address
     * @throws NdException CONNECTION_INVALID if there is no peer; INVALID_HANDLE
     */
    InetSocketAddress peerAddress();

    /**
     * Ends the connection: outstanding requests of both sides complete CANCELED. ND: Disconnect.
     *
     * <p>The peer executes what was sent before. The endpoint cannot be connected again.
     *
     * @return completes when the peer knows, or at once if the connection has ended already, so that both sides may ask;
     *     exceptionally: CONNECTION_INVALID if there never was a connection, INVALID_HANDLE
     */
    CompletableFuture<Void> disconnect();

    /**
     * Tells when the connection has ended, whoever ended it. ND: NotifyDisconnect.
     *
     * @return completes when it has; exceptionally: CONNECTION_INVALID if never connected, CANCELED if the connector is
     *     closed, INVALID_HANDLE
     */
    CompletableFuture<Void> notifyDisconnect();

    /**
     * Says which medium carries the connection, and why.
     *
     * @return one sentence
     * @throws NdException INVALID_HANDLE
     */
    String explain();

    /**
     * Disconnects, or abandons what has begun: the peer's Accept or Connect then ends with CONNECTION_REFUSED. Does
     * nothing the second time.
     */
    @Override
    void close();
}
