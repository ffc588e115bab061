// SPDX-License-Identifier: Apache-2.0
// Copyright the Oriel authors.
package io.oriel.engine.connection;

import io.oriel.api.Connector;
import io.oriel.api.Endpoint;
import io.oriel.api.NdException;
import io.oriel.api.NdStatus;
import io.oriel.engine.address.LocalAddress;
import io.oriel.engine.control.ControlFuture;
import io.oriel.engine.control.ControlLoop;
import io.oriel.engine.endpoint.ConnectionSide;
import io.oriel.engine.endpoint.EndpointInUse;
import io.oriel.engine.protocol.Arguments;
import io.oriel.engine.protocol.Limits;
import java.net.InetSocketAddress;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.RejectedExecutionException;
import java.util.function.BiConsumer;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/** A connector of the engine: checks what is asked and hands it to its {@link Connection} on the agent. */
final class EngineConnector implements Connector {
    private static final String UNUSABLE = "the connector or endpoint is closed, or of another adapter";
    private static final String REMOVAL = "the medium is gone; close the adapter and open another";

    private final Connections connections;
    private final LocalAddress local;

    // Written by the agent.
    private volatile @Nullable Connection connection;

    private volatile boolean closed;
    private volatile boolean isAgentTold;

    /**
     * Creates a connector.
     *
     * @param connections of the adapter
     */
    EngineConnector(Connections connections) {
        this.connections = connections;
        local = connections.newAddress();
        if (!connections.onAgent(() -> connections.add(this))) {
            throw new NdException(NdStatus.INVALID_HANDLE, "the provider is closed");
        }
    }

    @Override
    public void bind(InetSocketAddress address) {
        requireOpen();
        requireMedium();
        local.bind(Arguments.require("address", address));
    }

    @Override
    public CompletableFuture<Void> connect(
            Endpoint endpoint,
            InetSocketAddress destination,
            int inboundReadLimit,
            int outboundReadLimit,
            byte[] privateData) {
        return connect(endpoint, destination, inboundReadLimit, outboundReadLimit, privateData, ExpectedPeer.ANY);
    }

    @Override
    public CompletableFuture<Void> connect(
            Endpoint endpoint,
            InetSocketAddress destination,
            int inboundReadLimit,
            int outboundReadLimit,
            byte[] privateData,
            ExpectedPeer expected) {
        if (destination == null) {
            return CompletableFuture.failedFuture(Arguments.missing("destination"));
        }
        if (expected == null) {
            return CompletableFuture.failedFuture(Arguments.missing("expected"));
        }
        if (destination.isUnresolved() || destination.getAddress().isAnyLocalAddress()) {
            return failed(
                    NdStatus.STATUS_BAD_NETWORK_NAME,
                    "the destination must be a listener's address, was " + destination);
        }
        if (destination.getPort() == 0) {
            return failed(NdStatus.INVALID_PARAMETER, "the destination's port must be in 1..65535, was 0");
        }
        EndpointInUse own = usable(endpoint);
        if (own == null) {
            return failed(NdStatus.INVALID_HANDLE, UNUSABLE);
        }
        NdException refusal = check(inboundReadLimit, outboundReadLimit, privateData);
        if (refusal != null) {
            return CompletableFuture.failedFuture(refusal);
        }
        own.tell(inboundReadLimit, outboundReadLimit, privateData);
        return onAgent(future -> {
            if (connections.isRemoved()) {
                fail(future, NdStatus.DEVICE_REMOVED, REMOVAL);
                return;
            }
            if (isBusy()) {
                fail(future, NdStatus.CONNECTION_ACTIVE, "the connector makes or has a connection");
                return;
            }
            Connection begun = new Connection(connections.newId(), connections.news(), Route.to(destination, local));
            NdStatus reserved = own.reserve();
            if (reserved != NdStatus.SUCCESS) {
                fail(future, reserved, "the endpoint is or was connected");
                return;
            }
            connection = begun;
            begun.connect(own, connections.way(), new Expectation(expected), future);
        });
    }

    @Override
    public CompletableFuture<Void> completeConnect() {
        return withConnection(Connection::completeConnect);
    }

    @Override
    public CompletableFuture<Void> accept(
            Endpoint endpoint, int inboundReadLimit, int outboundReadLimit, byte[] privateData) {
        EndpointInUse own = usable(endpoint);
        if (own == null) {
            return failed(NdStatus.INVALID_HANDLE, UNUSABLE);
        }
        NdException refusal = check(inboundReadLimit, outboundReadLimit, privateData);
        if (refusal != null) {
            return CompletableFuture.failedFuture(refusal);
        }
        return withConnection((accepted, future) -> {
            ConnectionSide peer = accepted.peer();
            int inbound = peer == null ? 0 : Math.min(inboundReadLimit, peer.outboundReadLimit());
            int outbound = peer == null ? 0 : Math.min(outboundReadLimit, peer.inboundReadLimit());
            own.tell(inbound, outbound, privateData);
            accepted.accept(own, future);
        });
    }

    @Override
    public void reject(byte[] privateData) {
        requireOpen();
        requireMedium();
        if (Arguments.require("privateData", privateData).length > Limits.MAX_PRIVATE_DATA) {
            throw tooLong(privateData);
        }
        byte[] copy = privateData.clone();
        runOnAgent(() -> {
            requireOpen();
            requireMedium();
            Connection refused = connection;
            if (refused == null) {
                throw Connection.nothingToReject();
            }
            refused.reject(copy);
        });
    }

    @Override
    public byte[] privateData() {
        Connection with = requireConnection();
        byte[] rejected = with.rejectData();
        return (rejected != null ? rejected : requirePeer(with).privateData()).clone();
    }

    @Override
    public ReadLimits readLimits() {
        ConnectionSide peer = requirePeer(requireConnection());
        return new ReadLimits(
                Math.min(peer.outboundReadLimit(), Limits.MAX_READ_LIMIT),
                Math.min(peer.inboundReadLimit(), Limits.MAX_READ_LIMIT));
    }

    @Override
    public InetSocketAddress localAddress() {
        requireOpen();
        Connection with = connection;
        InetSocketAddress address = with == null ? local.get() : with.route().local();
        if (address == null) {
            throw new NdException(NdStatus.CONNECTION_INVALID, "the connector is neither bound nor connected");
        }
        return address;
    }

    @Override
    public InetSocketAddress peerAddress() {
        return requireConnection().route().peer();
    }

    @Override
    public Optional<Peer> peer() {
        return requireConnection().meeting().peer();
    }

    @Override
    public CompletableFuture<Void> disconnect() {
        return withConnection(Connection::disconnect);
    }

    @Override
    public CompletableFuture<Void> notifyDisconnect() {
        return withConnection(Connection::notifyDisconnect);
    }

    @Override
    public String explain() {
        requireOpen();
        Connection with = connection;
        return (with == null ? LinkConnections.Meeting.NONE_YET : with.meeting()).explanation();
    }

    @Override
    public void close() {
        closed = true;
        if (!isAgentTold) {
            boolean unused = connections.onAgent(this::closeByAgent); // or the agent has closed the adapter
            isAgentTold = true;
        }
    }

    /** Disconnects, or abandons what has begun. On the agent. */
    void closeByAgent() {
        closed = true;
        connections.remove(this);
        Connection with = connection;
        if (with != null) {
            with.close();
        }
        local.release();
    }

    /** Returns whether it can take a listener's request. On the agent. */
    NdStatus readiness() {
        if (closed) {
            return NdStatus.INVALID_HANDLE;
        }
        return isBusy() ? NdStatus.CONNECTION_ACTIVE : NdStatus.SUCCESS;
    }

    /** Takes a listener's request. On the agent. */
    void take(Connection request) {
        connection = request;
    }

    /** Tells whether it makes or has a connection. On the agent. */
    boolean isBusy() {
        Connection former = connection;
        return former != null && former.phase() != Phase.ENDED;
    }

    boolean isUsableIn(Connections of) {
        return !closed && connections == of;
    }

    /** Returns the endpoint for a connection to use; null if the connector may not use it. */
    private @Nullable EndpointInUse usable(Endpoint endpoint) {
        return closed ? null : connections.endpoints().inUse(endpoint);
    }

    private @Nullable NdException check(int inbound, int outbound, byte[] privateData) {
        if (inbound < 0 || outbound < 0) {
            return new NdException(
                    NdStatus.INVALID_PARAMETER,
                    "read limits must be at least 0, were inbound " + inbound + ", outbound " + outbound);
        }
        if (privateData == null) {
            return Arguments.missing("privateData");
        }
        return privateData.length > Limits.MAX_PRIVATE_DATA ? tooLong(privateData) : null;
    }

    private static NdException tooLong(byte[] privateData) {
        return new NdException(
                NdStatus.INVALID_BUFFER_SIZE,
                "private data can have at most " + Limits.MAX_PRIVATE_DATA + " bytes, had " + privateData.length);
    }

    private CompletableFuture<Void> withConnection(BiConsumer<Connection, ControlFuture> step) {
        return onAgent(future -> {
            Connection with = connection;
            if (with == null) {
                fail(future, NdStatus.CONNECTION_INVALID, "the connector has no connection");
            } else {
                step.accept(with, future);
            }
        });
    }

    private CompletableFuture<Void> onAgent(Consumer<ControlFuture> step) {
        if (closed) {
            return failed(NdStatus.INVALID_HANDLE, "the connector is closed");
        }
        ControlFuture future = new ControlFuture(connections.loop(), this::abandon);
        boolean accepted = connections.onAgent(() -> {
            if (closed) {
                fail(future, NdStatus.CANCELED, "the connector was closed");
                return;
            }
            try {
                step.accept(future);
            } catch (NdException e) { // no local address could be had
                future.fail(e);
            } catch (Throwable e) {
                giveUp(future, e);
                throw e;
            }
        });
        return accepted ? future : failed(NdStatus.INVALID_HANDLE, "the provider is closed");
    }

    private void giveUp(ControlFuture step, Throwable cause) {
        Connection with = connection;
        try {
            if (with != null && with.isMadeBy(step)) {
                with.giveUp(cause);
            }
        } finally {
            step.fail(Connection.stepFailure(cause));
        }
    }

    /** Carries a step out on the agent, where nothing changes between its look and its act. */
    private void runOnAgent(Runnable step) {
        ControlLoop loop = connections.loop();
        if (loop.isAgentThread()) { // the application reacts to a future
            step.run();
        } else {
            try {
                loop.resultOf(CompletableFuture.runAsync(step, loop::execute));
            } catch (RejectedExecutionException e) {
                throw new NdException(NdStatus.INVALID_HANDLE, "the provider is closed", e);
            }
        }
    }

    /** The application has withdrawn a step. On its thread. */
    private void abandon(ControlFuture step) {
        boolean unused = connections.onAgent(
                () -> { // or the agent has closed the adapter
                    Connection with = connection;
                    if (with != null) {
                        with.abandon(step);
                    }
                });
    }

    private Connection requireConnection() {
        requireOpen();
        Connection with = connection;
        if (with == null) {
            throw new NdException(NdStatus.CONNECTION_INVALID, "the connector has no peer");
        }
        return with;
    }

    private static ConnectionSide requirePeer(Connection with) {
        ConnectionSide peer = with.peer();
        if (peer == null) {
            throw new NdException(NdStatus.CONNECTION_INVALID, "the peer has not answered");
        }
        return peer;
    }

    private void requireMedium() {
        if (connections.isRemoved()) {
            throw new NdException(NdStatus.DEVICE_REMOVED, REMOVAL);
        }
    }

    private void requireOpen() {
        if (closed) {
            throw new NdException(NdStatus.INVALID_HANDLE, "the connector is closed");
        }
    }

    private static void fail(ControlFuture future, NdStatus status, String reason) {
        future.fail(new NdException(status, reason));
    }

    private static CompletableFuture<Void> failed(NdStatus status, String reason) {
        return CompletableFuture.failedFuture(new NdException(status, reason));
    }
}
