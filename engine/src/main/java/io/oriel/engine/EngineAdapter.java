// SPDX-License-Identifier: Apache-2.0
// Copyright the Oriel authors.
package io.oriel.engine;

import io.oriel.api.Adapter;
import io.oriel.api.AdapterInfo;
import io.oriel.api.CompletionQueue;
import io.oriel.api.Connector;
import io.oriel.api.Endpoint;
import io.oriel.api.Listener;
import io.oriel.api.MemoryRegion;
import io.oriel.api.MemoryWindow;
import io.oriel.api.NdException;
import io.oriel.api.NdStatus;
import io.oriel.api.SharedReceiveQueue;
import io.oriel.api.config.EndpointConfig;
import io.oriel.api.config.OrielConfig;
import io.oriel.api.config.ProgressMode;
import io.oriel.api.config.SharedMemoryConfig;
import io.oriel.engine.completion.CompletionQueues;
import io.oriel.engine.completion.Slots;
import io.oriel.engine.connection.Connections;
import io.oriel.engine.control.ControlLoop;
import io.oriel.engine.control.Patience;
import io.oriel.engine.credit.EngineSharedReceiveQueue;
import io.oriel.engine.domain.Domain;
import io.oriel.engine.endpoint.Endpoints;
import io.oriel.engine.memory.RegionTable;
import io.oriel.engine.memory.WindowTable;
import io.oriel.engine.protocol.Arguments;
import io.oriel.engine.protocol.Limits;
import io.oriel.engine.transport.Port;
import io.oriel.engine.transport.Transport;
import java.net.InetAddress;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.function.BooleanSupplier;
import java.util.function.Consumer;
import org.agrona.MutableDirectBuffer;
import org.jspecify.annotations.Nullable;

/** An adapter of the engine: puts its parts together, and makes what an application asks for. */
final class EngineAdapter implements Adapter {
    private final ControlLoop loop;
    private final Consumer<EngineAdapter> onClosed;
    private final AdapterInfo info;
    private final Domain domain;
    private final News news;
    private final BooleanSupplier endsWait = this::endsWait;
    private final RegionTable regions;
    private final WindowTable windows = new WindowTable(this::inside);
    private final CompletionQueues queues = new CompletionQueues();
    private final Set<EngineSharedReceiveQueue> sharedQueues = new LinkedHashSet<>();
    private final Connections connections;
    private final Port port;
    private final Endpoints endpoints;
    private final Object closing = new Object();
    private boolean closed;
    private boolean released; // guarded by closing
    private boolean removalTaken;
    private volatile boolean removed;
    private volatile boolean partsClosed;

    EngineAdapter(
            OrielConfig config,
            ControlLoop loop,
            Transport transport,
            String medium,
            InetAddress address,
            Consumer<EngineAdapter> onClosed) {
        this.loop = loop;
        this.onClosed = onClosed;
        info = Limits.info(medium);
        long revokeNs = config.timeouts().revoke().toNanos();
        regions = new RegionTable(revokeNs, windows, this::inside);
        domain = new Domain(loop, config.progress() == ProgressMode.AGENT);
        news = new News(domain::wake);
        connections = new Connections(address, config.timeouts(), this::mediumRemoved, news::tell);
        port = transport.openPort(address, connections);
        try {
            Patience patience =
                    new Patience(loop, config.timeouts().receiverNotReady().toNanos(), revokeNs);
            endpoints = new Endpoints(domain, port, regions, windows, patience, directSendThreshold(config));
            connections.settle(domain, port, endpoints, patience);
            domain.alarm(port.alarm());
            domain.onSignal(this::takeSignal);
        } catch (Throwable e) {
            port.close();
            throw e;
        }
    }

    @Override
    public AdapterInfo info() {
        return info;
    }

    @Override
    public MemoryRegion allocateMemory(long length, int access) {
        return make(() -> {
            RegionTable.check(length, info.memory().maxRegistrationSize(), access);
            return regions.add(port.allocate(length), access);
        });
    }

    @Override
    public MemoryRegion registerMemory(MutableDirectBuffer buffer, int access) {
        return make(() -> {
            Arguments.require("buffer", buffer);
            RegionTable.check(buffer.capacity(), info.memory().maxRegistrationSize(), access);
            if (buffer.isExpandable()) {
                throw new NdException(
                        NdStatus.INVALID_PARAMETER,
                        "buffer must not be expandable: its memory would move when it grows");
            }
            return regions.add(buffer, access);
        });
    }

    @Override
    public MemoryWindow createMemoryWindow(long context) {
        return make(() -> windows.create(context));
    }

    @Override
    public CompletionQueue createCompletionQueue(int depth) {
        return make(() -> {
            requireInRange("depth", depth, 1, info.queues().maxCompletionQueueDepth(), NdStatus.INVALID_PARAMETER_3);
            return queues.create(domain, loop, depth);
        });
    }

    @Override
    public SharedReceiveQueue createSharedReceiveQueue(int depth, int maxReceiveSge, int notifyThreshold) {
        return make(() -> {
            int max = info.queues().maxSharedReceiveQueueDepth();
            requireInRange("depth", depth, 1, max, NdStatus.INVALID_PARAMETER_3);
            max = info.requests().maxReceiveSge();
            requireInRange("maxReceiveSge", maxReceiveSge, 0, max, NdStatus.INVALID_PARAMETER_4);
            requireInRange("notifyThreshold", notifyThreshold, 0, depth, NdStatus.INVALID_PARAMETER_5);
            EngineSharedReceiveQueue queue = new EngineSharedReceiveQueue(
                    domain, loop, regions, depth, maxReceiveSge, notifyThreshold, sharedQueues::remove);
            sharedQueues.add(queue);
            return queue;
        });
    }

    @Override
    public Endpoint createEndpoint(
            CompletionQueue receiveQueue, CompletionQueue initiatorQueue, EndpointConfig config) {
        return make(() -> newEndpoint(receiveQueue, initiatorQueue, null, config));
    }

    @Override
    public Endpoint createEndpoint(
            CompletionQueue receiveQueue,
            CompletionQueue initiatorQueue,
            SharedReceiveQueue shared,
            EndpointConfig config) {
        return make(() -> newEndpoint(receiveQueue, initiatorQueue, requireOwn(shared), config));
    }

    private Endpoint newEndpoint(
            CompletionQueue receiveQueue,
            CompletionQueue initiatorQueue,
            @Nullable EngineSharedReceiveQueue shared,
            EndpointConfig config) {
        requireOwn("receiveQueue", receiveQueue, NdStatus.INVALID_PARAMETER_2);
        requireOwn("initiatorQueue", initiatorQueue, NdStatus.INVALID_PARAMETER_3);
        check(Arguments.require("config", config));
        int depth = config.receiveQueueDepth();
        // A Receive may come with an invalidation by the peer.
        Slots receives = queues.newSlots(receiveQueue, config.context(), depth, 2L * depth);
        depth = config.initiatorQueueDepth();
        Slots requests = queues.newSlots(initiatorQueue, config.context(), depth, depth);
        return endpoints.create(receives, requests, shared, config);
    }

    @Override
    public Connector createConnector() {
        return make(connections::newConnector);
    }

    @Override
    public Listener createListener() {
        return make(connections::newListener);
    }

    @Override
    public NdStatus await(long timeoutNs) {
        domain.enter();
        try {
            if (closed) {
                return NdStatus.INVALID_HANDLE;
            }
            domain.waiter().until(timeoutNs, endsWait);
            return waitResult();
        } finally {
            domain.exit();
        }
    }

    @Override
    public void wakeup() {
        news.tell();
    }

    @Override
    public void close() {
        loop.requireNoAgent(); // before anything is closed
        domain.enter(); // or refuses: with a thread inside, the adapter stays open
        try {
            if (!closed) {
                closed = true;
                closeParts();
            }
        } finally {
            domain.exit();
            closeMedium();
        }
    }

    private void closeParts() {
        try {
            endpoints.close();
            List.copyOf(sharedQueues).forEach(EngineSharedReceiveQueue::closeHeld);
            queues.close();
            windows.close();
            regions.close();
        } finally {
            domain.close();
            partsClosed = true; // Pairs with #touchesMedium: nothing is touched any more.
        }
    }

    private void closeMedium() {
        synchronized (closing) {
            if (released) {
                return;
            }
            CompletableFuture<Void> done = new CompletableFuture<>();
            loop.execute(() -> {
                try {
                    connections.close();
                } finally {
                    done.complete(null);
                }
            });
            loop.await(done);
            // Here and not on a worker: it waits for what workers do.
            port.close();
            released = true;
            onClosed.accept(this);
        }
    }

    private static long directSendThreshold(OrielConfig config) {
        SharedMemoryConfig memory = config.sharedMemory();
        return memory.directAccess() ? memory.directSendThreshold() : Long.MAX_VALUE;
    }

    // For a wait, by the domain's owner.

    Domain domain() {
        return domain;
    }

    /** Tells whether a thread may be inside that touches the medium's memory. From any thread. */
    boolean touchesMedium() {
        return !partsClosed; // Pairs with #closeParts.
    }

    boolean isClosed() {
        return closed;
    }

    /** Tells whether a wait is over before its time. */
    boolean endsWait() {
        return removalTaken || queues.hasCompletions() || news.isThere();
    }

    /** Returns what a wait that is over answers; what is told from now on ends the next one. */
    NdStatus waitResult() {
        boolean hadNews = news.take();
        if (queues.hasCompletions()) {
            return NdStatus.SUCCESS;
        }
        if (removalTaken) {
            return NdStatus.DEVICE_REMOVED;
        }
        return hadNews ? NdStatus.SUCCESS : NdStatus.TIMEOUT;
    }

    /** On the agent: the medium is gone. */
    private void mediumRemoved(String reason) {
        removed = true;
        domain.signal();
    }

    /** By the domain's owner. */
    private void takeSignal() {
        endpoints.takeAttached(); // one may have got a link that was let go meanwhile
        if (removed && !removalTaken) {
            removalTaken = true;
            endpoints.removeMedium();
            queues.remove();
            sharedQueues.forEach(EngineSharedReceiveQueue::remove);
        }
    }

    private void inside(Runnable task) {
        domain.enter();
        try {
            task.run();
        } finally {
            domain.exit();
        }
    }

    private <T> T make(java.util.function.Supplier<T> maker) {
        domain.enter();
        try {
            if (closed) {
                throw new NdException(NdStatus.INVALID_HANDLE, "the adapter is closed");
            }
            if (removed) {
                throw new NdException(
                        NdStatus.DEVICE_REMOVED, "the adapter's driver died; close the adapter and open another");
            }
            return maker.get();
        } finally {
            domain.exit();
        }
    }

    private void requireOwn(String name, CompletionQueue queue, NdStatus status) {
        if (!queues.has(queue)) {
            throw new NdException(status, name + " must be an open completion queue of the same adapter");
        }
    }

    private EngineSharedReceiveQueue requireOwn(SharedReceiveQueue queue) {
        if (queue instanceof EngineSharedReceiveQueue own && own.isUsableIn(domain)) {
            return own;
        }
        throw new NdException(
                NdStatus.INVALID_PARAMETER_4, "shared must be an open shared receive queue of the same adapter");
    }

    private void check(EndpointConfig config) {
        int depth = info.queues().maxReceiveQueueDepth();
        requireInRange("receiveQueueDepth", config.receiveQueueDepth(), 1, depth, NdStatus.INVALID_PARAMETER_5);
        depth = info.queues().maxInitiatorQueueDepth();
        requireInRange("initiatorQueueDepth", config.initiatorQueueDepth(), 1, depth, NdStatus.INVALID_PARAMETER_6);
        int sge = info.requests().maxReceiveSge();
        requireInRange("maxReceiveSge", config.maxReceiveSge(), 0, sge, NdStatus.INVALID_PARAMETER_7);
        sge = info.requests().maxInitiatorSge();
        requireInRange("maxInitiatorSge", config.maxInitiatorSge(), 0, sge, NdStatus.INVALID_PARAMETER_8);
        int inline = info.requests().maxInlineDataSize();
        requireInRange("inlineDataSize", config.inlineDataSize(), 0, inline, NdStatus.INVALID_PARAMETER_9);
    }

    private static void requireInRange(String name, int value, int min, int max, NdStatus status) {
        if (value < min || value > max) {
            throw new NdException(status, name + " must be in " + min + ".." + max + ", was " + value);
        }
    }
}
