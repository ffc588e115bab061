// SPDX-License-Identifier: Apache-2.0
// Copyright the Oriel authors.
package io.oriel.engine.connection;

import io.oriel.api.Connector;
import io.oriel.api.Listener;
import io.oriel.api.NdException;
import io.oriel.api.NdStatus;
import io.oriel.engine.control.ControlFuture;
import io.oriel.engine.protocol.Arguments;
import io.oriel.engine.transport.Port;
import java.net.InetSocketAddress;
import java.util.ArrayDeque;
import java.util.List;
import java.util.Queue;
import java.util.concurrent.CompletableFuture;
import java.util.function.Predicate;
import org.jspecify.annotations.Nullable;

/** A listener of the engine. Calls come from any thread; requests are matched on the agent. */
final class EngineListener implements Listener {
    private static final String CLOSED = "the listener was closed";
    private static final String REMOVAL = "the adapter's driver died; close the adapter and open another";

    private final Connections connections;

    // Written by the agent.
    private final Queue<Connection> requests = new ArrayDeque<>();
    private final Queue<Wanted> wanted = new ArrayDeque<>();

    // Written under this, with which nobody waits: the agent may call.
    private Port.@Nullable Listening listening;
    private boolean isBinding;
    private volatile boolean listens;
    private volatile boolean closed;
    private volatile boolean isAgentTold;
    private volatile int backlog;
    private volatile @Nullable InetSocketAddress address;

    private record Wanted(EngineConnector connector, ControlFuture future) {}

    /**
     * Creates a listener, not bound.
     *
     * @param connections of the adapter
     */
    EngineListener(Connections connections) {
        this.connections = connections;
        connections.add(this);
    }

    @Override
    public void bind(InetSocketAddress local) {
        beginBinding(local);
        try {
            connections.loop().requireNoAgent();
            Port.Listening made = connections.port().listen(local);
            if (!isBound(made)) {
                made.close();
                throw closedAlready();
            }
        } finally {
            endBinding();
        }
    }

    private synchronized void beginBinding(InetSocketAddress local) {
        requireOpen();
        Arguments.require("address", local);
        if (listening != null || isBinding) {
            throw new NdException(
                    NdStatus.STATUS_ADDRESS_ALREADY_ASSOCIATED,
                    isBinding
                            ? "another thread binds the listener"
                            : "the listener is bound to " + address + " already");
        }
        if (local.isUnresolved()) {
            throw new NdException(NdStatus.INVALID_ADDRESS, local + " is not resolved");
        }
        isBinding = true;
    }

    /** Takes what listens; false if the listener was closed meanwhile. */
    private synchronized boolean isBound(Port.Listening made) {
        if (closed) {
            return false;
        }
        listening = made;
        address = made.address();
        return true;
    }

    private synchronized void endBinding() {
        isBinding = false;
    }

    @Override
    public synchronized void listen(int atMost) {
        requireOpen();
        if (atMost < 0) {
            throw new NdException(NdStatus.INVALID_PARAMETER, "backlog must be at least 0, was " + atMost);
        }
        if (listening == null || listens) {
            throw new NdException(
                    NdStatus.INVALID_DEVICE_STATE,
                    listens ? "the listener listens already" : "bind the listener first");
        }
        backlog = atMost;
        listens = true;
    }

    @Override
    public CompletableFuture<Void> getConnectionRequest(Connector connector) {
        if (closed || !(connector instanceof EngineConnector own) || !own.isUsableIn(connections)) {
            return failed(NdStatus.INVALID_HANDLE, "the listener or connector is closed, or of another adapter");
        }
        if (!listens) {
            return failed(NdStatus.INVALID_DEVICE_STATE, "the listener does not listen; call bind and listen first");
        }
        ControlFuture future = new ControlFuture(connections.loop());
        boolean accepted = connections.onAgent(() -> {
            try {
                want(own, future);
            } catch (Throwable e) {
                future.fail(Connection.stepFailure(e));
                throw e;
            }
        });
        return accepted ? future : failed(NdStatus.INVALID_HANDLE, "the provider is closed");
    }

    private void want(EngineConnector connector, ControlFuture future) {
        if (closed) {
            future.fail(new NdException(NdStatus.CANCELED, CLOSED));
        } else if (connector.isBusy()) {
            future.fail(new NdException(NdStatus.CONNECTION_ACTIVE, "the connector has a connection"));
        } else if (connections.isRemoved()) {
            future.fail(new NdException(NdStatus.DEVICE_REMOVED, REMOVAL));
        } else {
            wanted.add(new Wanted(connector, future));
            match();
        }
    }

    @Override
    public InetSocketAddress localAddress() {
        requireOpen();
        InetSocketAddress at = address;
        if (!listens || at == null) {
            throw new NdException(NdStatus.INVALID_DEVICE_STATE, "the listener does not listen");
        }
        return at;
    }

    @Override
    public void close() {
        Port.Listening bound = stopListening();
        try {
            if (bound != null) {
                bound.close();
            }
        } finally {
            if (!isAgentTold) {
                boolean unused = connections.onAgent(this::closeByAgent); // or the agent has closed the adapter
                isAgentTold = true;
            }
        }
    }

    /** Returns what listens, once. */
    private synchronized Port.@Nullable Listening stopListening() {
        if (closed) {
            return null;
        }
        closed = true;
        return listening;
    }

    /** Refuses what waits, and ends what is pending. On the agent. */
    void closeByAgent() {
        closed = true;
        connections.remove(this);
        for (Connection request; (request = requests.poll()) != null; ) {
            request.refuse(new byte[0], NdStatus.CANCELED);
        }
        endWanted(each -> true, NdStatus.CANCELED, CLOSED);
    }

    // On the agent.

    /** The medium is gone: nobody will ask any more. */
    void removed() {
        endWanted(each -> true, NdStatus.DEVICE_REMOVED, REMOVAL);
    }

    boolean isAt(InetSocketAddress destination) {
        InetSocketAddress at = address;
        return listens
                && !closed
                && at != null
                && at.getPort() == destination.getPort()
                && (at.getAddress().isAnyLocalAddress() || at.getAddress().equals(destination.getAddress()));
    }

    boolean hasRoom() {
        wanted.removeIf(each -> each.future().isWithdrawn());
        return !wanted.isEmpty() || backlog == 0 || requests.size() < backlog;
    }

    void offer(Connection request) {
        requests.add(request);
        match();
        if (!requests.isEmpty()) {
            connections.tellNews(); // no connector has taken it
        }
    }

    void withdraw(Connection request) {
        requests.remove(request);
    }

    /** A connector has been closed: it takes no request any more. */
    void withdraw(EngineConnector connector) {
        endWanted(each -> each.connector() == connector, NdStatus.CANCELED, "the connector was closed");
    }

    private void match() {
        while (!closed && !requests.isEmpty() && !wanted.isEmpty()) { // an action of the application may close it
            Wanted first = wanted.remove();
            NdStatus status = first.connector().readiness();
            if (status != NdStatus.SUCCESS) {
                first.future().fail(new NdException(status, "the connector cannot take a request"));
            } else if (first.future().claim()) { // or it was withdrawn, and the request is left to the next one
                first.connector().take(requests.remove());
                first.future().completeClaimed();
            }
            connections.tellNews();
        }
    }

    private void endWanted(Predicate<Wanted> which, NdStatus status, String reason) {
        List<Wanted> ended = wanted.stream().filter(which).toList();
        wanted.removeAll(ended);
        ended.forEach(each -> each.future().fail(new NdException(status, reason)));
    }

    private void requireOpen() {
        if (closed) {
            throw closedAlready();
        }
    }

    private static NdException closedAlready() {
        return new NdException(NdStatus.INVALID_HANDLE, "the listener is closed");
    }

    private static CompletableFuture<Void> failed(NdStatus status, String reason) {
        return CompletableFuture.failedFuture(new NdException(status, reason));
    }
}
