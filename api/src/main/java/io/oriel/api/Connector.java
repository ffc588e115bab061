// SPDX-License-Identifier: Apache-2.0
// Copyright the Oriel authors.
package io.oriel.api;

import java.net.InetSocketAddress;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;

/**
 * The maker of one connection, and afterwards its handle.
 *
 * <p>Active side: {@link #connect}, then {@link #completeConnect}. Passive side: {@link Listener#getConnectionRequest},
 * then {@link #accept}. A connector has one endpoint at a time. Futures complete on the control agent, without the
 * application polling; a state that a future has announced is visible to the next post. An exceptional end carries an
 * {@link NdException}. The control agent runs the actions that depend on a future. It serves all adapters of a provider,
 * so these actions must not block: a call that waits throws an {@link IllegalStateException} there, also {@code join} and
 * {@code get} of a future that the agent completes. Run such an action on another thread, for example with
 * {@link CompletableFuture#thenRunAsync(Runnable)}. Other waits for the agent, such as a {@code join} of
 * {@link CompletableFuture#allOf}, cannot be detected and last forever.
 *
 * <p>Cancelling a future is ND's cancel. Cancelling a Connect, CompleteConnect or Accept abandons the attempt: the peer's
 * step ends CONNECTION_REFUSED or CONNECTION_ABORTED, or its connection ends at once. Cancelling a NotifyDisconnect only
 * withdraws the notification. A Disconnect cannot be withdrawn: it continues. If the application completes a future by
 * another method, for example by {@link CompletableFuture#orTimeout}, this counts as cancelling it. If {@code cancel}
 * returns false the step has ended, and its future completes at once.
 *
 * <p>A Connect that fails leaves the endpoint as it was. An Accept that has begun uses its endpoint up, also when it is
 * refused or cancelled; a CompleteConnect does so once it has connected. The connector may be used again whenever its
 * attempt or connection has ended.
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
     * The process at the other end of a connection.
     *
     * @param processId of the process; 0 between hosts, or if it runs in another namespace of processes, whose numbers mean nothing
     *     here
     * @param userName  whom it runs as, as this host's kernel says; empty between hosts
     * @param access    what keeps the two out of each other's memory; COPIED between hosts
     * @param identity  that the peer has proved, by its name in this process's identity file; empty on one host
     */
    record Peer(long processId, String userName, Access access, String identity) {
        /**
         * A process on this host.
         *
         * @param processId as above
         * @param userName  as above
         * @param access    as above
         */
        public Peer(long processId, String userName, Access access) {
            this(processId, userName, access, "");
        }
    }

    /**
     * The listener that an application expects at an address. A connection in shared memory requires the user, a connection between
     * hosts the identity. So an expectation that names only one of them refuses the other medium.
     *
     * @param userName of the listener's process in shared memory, as {@link Peer#userName} has it; empty to refuse all listeners there
     * @param identity of the listener between hosts, as this process's identity file names it; empty to refuse all listeners there
     */
    record ExpectedPeer(String userName, String identity) {
        /** Any listener on any medium: the only expectation that names nobody. */
        public static final ExpectedPeer ANY = new ExpectedPeer("", "");

        /**
         * Expects a user in shared memory.
         *
         * @param name of the user
         * @return an expectation that refuses all other listeners
         * @throws IllegalArgumentException if the name is empty
         */
        public static ExpectedPeer user(String name) {
            return new ExpectedPeer(nonEmpty("user", name), "");
        }

        /**
         * Expects an identity between hosts.
         *
         * @param name of a peer in this process's identity file
         * @return an expectation that refuses all other listeners
         * @throws IllegalArgumentException if the name is empty
         */
        public static ExpectedPeer identity(String name) {
            return new ExpectedPeer("", nonEmpty("identity", name));
        }

        /** A setting that was left empty must not turn an expectation into none. */
        private static String nonEmpty(String what, String name) {
            if (name.isEmpty()) {
                throw new IllegalArgumentException("the name of the expected " + what
                        + " must not be empty; use ExpectedPeer.ANY to connect to any listener");
            }
            return name;
        }
    }

    /** What keeps two processes of one host within the windows that each shows the other. */
    enum Access {
        /** They are of one user and map each other's memory: Oriel in the process that accesses, and nothing else. */
        COOPERATIVE,
        /**
         * They are of two users of one group: each maps the other's memory, but the kernel refuses every store there. What
         * changes it, the process does itself whose memory it is. What is read is kept within windows as above: a window that grants
         * Read shows a peer that is not Oriel the whole region, until the region is deregistered. Other windows show nothing.
         */
        KERNEL_READ_ONLY,
        /** Neither maps memory that the other allocates: each copies itself, within its windows, what the other asks for. */
        COPIED
    }

    /**
     * Chooses the local address. ND: Bind.
     *
     * @param address of this host; port 0 lets the adapter choose one in 49152 to 65535
     * @throws NdException STATUS_ADDRESS_ALREADY_ASSOCIATED if bound already; INVALID_ADDRESS if it is not this host's;
     *     SHARING_VIOLATION if the address is in use; TOO_MANY_ADDRESSES if port 0 was asked for and none is left;
     *     INVALID_HANDLE if closed; DEVICE_REMOVED
     */
    void bind(InetSocketAddress address);

    /**
     * Asks a listener for a connection. ND: Connect.
     *
     * <p>After a failure that may pass, such as CONNECTION_REFUSED, IO_TIMEOUT or INVALID_BUFFER_SIZE, it may be tried
     * again with the same connector and endpoint. On one host, HOST_UNREACHABLE and NETWORK_UNREACHABLE do not occur.
     *
     * @param endpoint          of the same adapter, not connected
     * @param destination       where the listener is
     * @param inboundReadLimit  Reads that the peer may have in progress against the endpoint; more than the adapter can
     *     is lowered
     * @param outboundReadLimit Reads that the endpoint wants to have in progress; more than the adapter can is lowered
     * @param privateData       for the listener's side, at most {@link AdapterInfo.ConnectionLimits#maxCallerData()}
     * @return completes when the peer has accepted; {@link #completeConnect} then makes the connection. Exceptionally:
     *     CONNECTION_REFUSED (nobody listens, the backlog is full, rejected, versions differ), CONNECTION_ABORTED (the
     *     peer's process died), IO_TIMEOUT (no answer while the two adapters met), ACCESS_VIOLATION (the listener is
     *     another user's), INSUFFICIENT_RESOURCES (one of the adapters has as many links as it can have, or no memory
     *     for one more), INVALID_ADDRESS (not an address that can be dialled), INVALID_BUFFER_SIZE, CONNECTION_ACTIVE
     *     (in use), CONNECTION_INVALID (the endpoint was connected, accepted or flushed once), STATUS_BAD_NETWORK_NAME
     *     (the wildcard address), TOO_MANY_ADDRESSES (not bound, and no port is left), INVALID_PARAMETER (port 0, a
     *     negative limit), INVALID_HANDLE, CANCELED (closed meanwhile), DEVICE_REMOVED (the driver of this adapter died,
     *     or the listener's is not the same: one of them is to be opened anew)
     */
    CompletableFuture<Void> connect(
            Endpoint endpoint,
            InetSocketAddress destination,
            int inboundReadLimit,
            int outboundReadLimit,
            byte[] privateData);

    /**
     * Asks an expected listener for a connection. An extension.
     *
     * <p>The listener's process is compared with the expectation before anything of this connection, private data included, is sent
     * to it. In shared memory the kernel names the user. Between hosts {@code oriel.udp.identityFile} is needed on both sides.
     *
     * @param endpoint          as above
     * @param destination       as above
     * @param inboundReadLimit  as above
     * @param outboundReadLimit as above
     * @param privateData       as above
     * @param expected          the listener; {@link ExpectedPeer#ANY} for the Connect above
     * @return as above; also CONNECTION_REFUSED if the listener is not the expected one, or has proved neither user nor identity, and
     *     INVALID_PARAMETER if {@code expected} is null
     */
    CompletableFuture<Void> connect(
            Endpoint endpoint,
            InetSocketAddress destination,
            int inboundReadLimit,
            int outboundReadLimit,
            byte[] privateData,
            ExpectedPeer expected);

    /**
     * Asks an expected listener for a connection with as many Reads as the adapters can and no private data. An extension.
     *
     * @param endpoint    as above
     * @param destination as above
     * @param expected    as above
     * @return as above
     */
    default CompletableFuture<Void> connect(Endpoint endpoint, InetSocketAddress destination, ExpectedPeer expected) {
        return connect(endpoint, destination, Integer.MAX_VALUE, Integer.MAX_VALUE, new byte[0], expected);
    }

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
     *     CONNECTION_ABORTED if the peer gave up or died, or the endpoint was flushed or closed meanwhile,
     *     INVALID_HANDLE, CANCELED (closed meanwhile), DEVICE_REMOVED (the adapter's driver died)
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
     *     CONNECTION_ACTIVE (the endpoint is in use), CONNECTION_INVALID (no request here, or the endpoint was connected,
     *     accepted or flushed once), INVALID_PARAMETER (a negative limit), INVALID_HANDLE, CANCELED (closed meanwhile,
     *     or the endpoint was flushed), DEVICE_REMOVED (the adapter's driver died)
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
     * Refuses: a request held here, or, on the active side, the connection that the peer has accepted. It is done when
     * the call returns. ND: Reject.
     *
     * @param privateData for the peer, at most {@link AdapterInfo.ConnectionLimits#maxCalleeData()}
     * @throws NdException INVALID_BUFFER_SIZE; CONNECTION_ABORTED if the peer is known to have given up; CONNECTION_INVALID
     *     if there is nothing to refuse, or Accept or CompleteConnect was called before; INVALID_HANDLE; DEVICE_REMOVED
     */
    void reject(byte[] privateData);

    /**
     * Returns the private data of the peer's Connect, Accept or Reject: what it told last. It stays when the peer gives up.
     * ND: GetPrivateData, GetConnectionData.
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
     * Returns the local address of the connection: what the peer's {@link #peerAddress} is. ND: GetLocalAddress.
     *
     * <p>A connector that is not bound gets a port of its own in 49152 to 65535 when it connects. Should the listener's adapter
     * have another connection from that address, the connector takes another port before Connect completes.
     *
     * @return the address
     * @throws NdException CONNECTION_INVALID if neither connected, connecting nor bound; INVALID_HANDLE
     */
    InetSocketAddress localAddress();

    /**
     * Returns the peer's address. Those of peers that have not bound their connectors differ, for all connections that the
     * listener's adapter has at a time. ND: GetPeerAddress.
     *
     * @return the address
     * @throws NdException CONNECTION_INVALID if there is no peer; INVALID_HANDLE
     */
    InetSocketAddress peerAddress();

    /**
     * Tells which process is at the other end, where the medium knows. An extension.
     *
     * @return on one host the peer's process, and between hosts with identities the identity that it has proved; from the request
     *     on, or, on the connecting side, from the time when the two adapters have met; it stays when the connection ends. Empty
     *     before, and between hosts without identities
     * @throws NdException CONNECTION_INVALID if there is no peer; INVALID_HANDLE
     */
    Optional<Peer> peer();

    /**
     * Ends the connection: outstanding requests of both sides complete CANCELED. ND: Disconnect.
     *
     * <p>The peer executes what was sent before. The endpoint cannot be connected again.
     *
     * @return completes when the peer knows, or at once if the connection has ended already, so that both sides may ask;
     *     exceptionally: CONNECTION_INVALID if there never was a connection, INVALID_HANDLE, CANCELED if the connector
     *     is closed before the call is carried out. The death of the adapter's driver ends the connection, too
     */
    CompletableFuture<Void> disconnect();

    /**
     * Tells when the connection has ended, whoever ended it. It may be asked for from Accept on, and then tells of a
     * failed Accept too. Several may be pending. ND: NotifyDisconnect.
     *
     * @return completes when it has, or at once if it has already; exceptionally: CONNECTION_INVALID if neither accepted
     *     nor connected ever, CANCELED if the connector is closed, INVALID_HANDLE
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
