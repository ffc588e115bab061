// SPDX-License-Identifier: Apache-2.0
// Copyright the Oriel authors.
package io.oriel.engine.connection;

import io.oriel.api.Connector;
import io.oriel.api.Listener;
import io.oriel.api.NdStatus;
import io.oriel.api.config.TimeoutConfig;
import io.oriel.engine.address.LocalAddress;
import io.oriel.engine.control.ControlLoop;
import io.oriel.engine.control.Patience;
import io.oriel.engine.counter.AdapterCounter;
import io.oriel.engine.counter.CounterStart;
import io.oriel.engine.domain.Domain;
import io.oriel.engine.endpoint.ConnectionSide;
import io.oriel.engine.endpoint.Endpoints;
import io.oriel.engine.transport.Link;
import io.oriel.engine.transport.LinkHandler;
import io.oriel.engine.transport.Port;
import io.oriel.engine.transport.PortOwner;
import io.oriel.engine.transport.Pump;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.IdentityHashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.atomic.AtomicLong;
import java.util.function.Consumer;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/** All connections, listeners and links of one adapter. On the agent, unless a method says otherwise. */
public final class Connections implements PortOwner {
    private final Supplier<LocalAddress> addresses;
    private final long lingerNs;
    private final long handshakeNs;
    private final Consumer<String> onRemoved;
    private final Runnable onNews;
    private final AtomicLong nextId = new AtomicLong(CounterStart.value());
    private final IdentityHashMap<Link, LinkConnections> links = new IdentityHashMap<>();
    private final ConnectionNews news = new Hearing();
    private final List<EngineListener> listeners = new CopyOnWriteArrayList<>();
    private final List<EngineConnector> connectors = new ArrayList<>();
    private @Nullable Domain domain;
    private @Nullable Port port;
    private @Nullable Endpoints endpoints;
    private @Nullable Patience patience;
    private boolean closed;
    private volatile boolean removed;

    /**
     * Creates an empty set.
     *
     * @param address   of the adapter
     * @param timeouts  of its provider
     * @param onRemoved told when the medium is gone
     * @param onNews    told of each request for a connection, and of the end of each
     */
    public Connections(InetAddress address, TimeoutConfig timeouts, Consumer<String> onRemoved, Runnable onNews) {
        addresses = LocalAddress.ofConnectors(address);
        lingerNs = timeouts.linkLinger().toNanos();
        handshakeNs = timeouts.handshake().toNanos();
        this.onRemoved = onRemoved;
        this.onNews = onNews;
    }

    /**
     * Settles the adapter's parts, before anything else is called.
     *
     * @param ofAdapter domain of the adapter
     * @param onMedium  port of the adapter
     * @param connected endpoints of the adapter
     * @param withPeers how long one waits for a peer
     */
    public void settle(Domain ofAdapter, Port onMedium, Endpoints connected, Patience withPeers) {
        domain = ofAdapter;
        port = onMedium;
        endpoints = connected;
        patience = withPeers;
    }

    @Override
    public LinkHandler linkOpened(Link link) {
        LinkConnections opened = new LinkConnections(link, port(), news, endpoints(), patience());
        links.put(link, opened);
        domain().linked();
        if (!link.isDialler()) { // a peer that asks for no connection would keep it for ever
            opened.linger(handshakeNs + lingerNs);
        }
        return opened;
    }

    @Override
    public void removed(String reason) {
        removed = true;
        for (LinkConnections link : List.copyOf(links.values())) {
            link.onPeerDied();
        }
        onRemoved.accept(reason);
        listeners.forEach(EngineListener::removed);
    }

    @Override
    public void pumpStarted(Pump pump) {
        if (!closed) {
            domain().startPump(pump);
        }
    }

    @Override
    public void pumpWanted() {
        Domain moved = domain;
        if (moved != null && !closed) {
            moved.hurry();
        }
    }

    /**
     * Makes a connector. From any thread.
     *
     * @return neither bound nor connected
     */
    public Connector newConnector() {
        return new EngineConnector(this);
    }

    /**
     * Makes a listener. From any thread.
     *
     * @return not bound
     */
    public Listener newListener() {
        return new EngineListener(this);
    }

    /** Closes listeners, connectors and links; the domain touches none of the links any more. */
    public void close() {
        closed = true;
        List.copyOf(listeners).forEach(EngineListener::closeByAgent);
        List.copyOf(connectors).forEach(EngineConnector::closeByAgent);
        List.copyOf(links.values()).forEach(this::detached);
    }

    private Domain domain() {
        return settled(domain);
    }

    /** Returns the adapter's port. From any thread. */
    Port port() {
        return settled(port);
    }

    /** Returns the adapter's endpoints. From any thread. */
    Endpoints endpoints() {
        return settled(endpoints);
    }

    /** Returns how long one waits for a peer. From any thread. */
    Patience patience() {
        return settled(patience);
    }

    /** Returns the agent. From any thread. */
    ControlLoop loop() {
        return patience().loop();
    }

    private static <T> T settled(@Nullable T part) {
        if (part == null) {
            throw new IllegalStateException("the adapter is not settled");
        }
        return part;
    }

    /** Runs a step on the agent; false if that was closed, and the step will never run. From any thread. */
    boolean onAgent(Runnable step) {
        try {
            loop().execute(step);
            return true;
        } catch (RejectedExecutionException e) { // the provider was closed
            return false;
        }
    }

    /** Tells whether the medium is gone. From any thread. */
    boolean isRemoved() {
        return removed;
    }

    boolean isClosed() {
        return closed;
    }

    long newId() {
        return nextId.incrementAndGet();
    }

    /** Returns a connector's address, which is neither bound nor chosen yet. From any thread. */
    LocalAddress newAddress() {
        return addresses.get();
    }

    /** Returns where connections tell of themselves. */
    ConnectionNews news() {
        return news;
    }

    /** Returns how the adapter dials. */
    Dialling.Way way() {
        return new Dialling.Way(port(), loop(), handshakeNs);
    }

    /** Adds a listener, before it listens. From any thread. */
    void add(EngineListener listener) {
        listeners.add(listener);
    }

    void remove(EngineListener listener) {
        listeners.remove(listener);
    }

    void add(EngineConnector connector) {
        connectors.add(connector);
    }

    void remove(EngineConnector connector) {
        connectors.remove(connector);
    }

    /** The application is to look at its futures, which tell already; the removal of the medium it hears of otherwise. */
    void tellNews() {
        if (!removed) {
            onNews.run();
        }
    }

    private void detached(LinkConnections link) {
        link.letGo();
        Link ended = link.link();
        if (links.remove(ended) != null) {
            ended.close();
        }
    }

    /** What becomes of connections and links. */
    private final class Hearing implements ConnectionNews {
        // Whom the passive connections are with.
        private final Map<InetSocketAddress, Integer> callers = new HashMap<>();

        @Override
        public void count(AdapterCounter type) {
            if (!closed) {
                port().counters().increment(type);
            }
        }

        @Override
        public boolean isRemoved() {
            return removed;
        }

        @Override
        public @Nullable LinkConnections connectionsOf(Link link) {
            return links.get(link);
        }

        @Override
        public void onRequest(
                LinkConnections link,
                long peerConnectionId,
                ConnectionSide peer,
                Route route,
                boolean isPeerAddressChosen) {
            EngineListener listener = find(route.local());
            if (listener == null || !listener.hasRoom()) {
                count(AdapterCounter.REQUESTS_REFUSED);
                link.refuse(peerConnectionId, NdStatus.CONNECTION_REFUSED);
                return;
            }
            if (!isPeerAddressChosen && callers.containsKey(route.peer())) {
                link.refuse(peerConnectionId, NdStatus.ADDRESS_ALREADY_EXISTS);
                return;
            }
            Connection connection = new Connection(newId(), this, link, peerConnectionId, peer, route);
            link.add(connection);
            callers.merge(route.peer(), 1, Integer::sum);
            listener.offer(connection);
        }

        private @Nullable EngineListener find(InetSocketAddress destination) {
            for (EngineListener listener : listeners) {
                if (listener.isAt(destination)) {
                    return listener;
                }
            }
            return null;
        }

        @Override
        public void onEnded(Connection connection) {
            for (EngineListener listener : listeners) {
                listener.withdraw(connection);
            }
            if (!connection.isActive()) {
                callers.computeIfPresent(connection.route().peer(), (address, count) -> count > 1 ? count - 1 : null);
            }
        }

        /** The side that dialled closes the link after a while. */
        @Override
        public void onUnused(LinkConnections link) {
            if (link.link().isDialler() && !closed && !link.isLost()) {
                link.linger(lingerNs);
            }
        }

        @Override
        public void onDetached(LinkConnections link) {
            detached(link);
        }

        @Override
        public void tellNews() {
            Connections.this.tellNews();
        }
    }
}
