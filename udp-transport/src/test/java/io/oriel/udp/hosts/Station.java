// SPDX-License-Identifier: Apache-2.0
// Copyright the Oriel authors.
package io.oriel.udp.hosts;

import io.oriel.api.AccessFlags;
import io.oriel.api.Adapter;
import io.oriel.api.Completion;
import io.oriel.api.CompletionQueue;
import io.oriel.api.Connector;
import io.oriel.api.Endpoint;
import io.oriel.api.Listener;
import io.oriel.api.MemoryRegion;
import io.oriel.api.MemoryWindow;
import io.oriel.api.NdStatus;
import io.oriel.api.OpFlags;
import io.oriel.api.Provider;
import io.oriel.api.RemoteWindow;
import io.oriel.api.ScatterGatherList;
import io.oriel.api.WindowDescriptor;
import io.oriel.api.config.EndpointConfig;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;

/** What one side's traffic uses: an adapter with its memory, and one connection after the other. */
final class Station {
    private static final long PATIENCE_SECONDS = 60;
    private static final long NAP_NS = TimeUnit.MILLISECONDS.toNanos(1);
    private static final int ROOM_LENGTH = Traffic.DEPTH * Traffic.SLOT_LENGTH;
    private static final int WINDOW_LENGTH = Traffic.WINDOW_SLOTS * Traffic.SLOT_LENGTH;

    private final Adapter adapter;
    private final InetAddress address;
    private final CompletionQueue queue;
    private final Listener listener;
    private final MemoryRegion outgoing;
    private final MemoryRegion incoming;
    private final MemoryRegion windowRegion;
    private final Completion[] carrier = {new Completion()};
    private Endpoint endpoint;
    private Connector connector;

    Station(Provider provider, InetAddress address) {
        this.address = address;
        adapter = provider.openAdapter(address);
        queue = adapter.createCompletionQueue(2 * Traffic.DEPTH);
        listener = adapter.createListener();
        outgoing = adapter.allocateMemory(ROOM_LENGTH, AccessFlags.ALLOW_LOCAL_WRITE);
        incoming = adapter.allocateMemory(ROOM_LENGTH, AccessFlags.ALLOW_LOCAL_WRITE);
        windowRegion =
                adapter.allocateMemory(WINDOW_LENGTH, AccessFlags.ALLOW_LOCAL_WRITE | AccessFlags.ALLOW_REMOTE_WRITE);
        endpoint = newEndpoint();
        connector = adapter.createConnector();
    }

    private Endpoint newEndpoint() {
        return adapter.createEndpoint(queue, queue, EndpointConfig.defaults().withQueueDepth(Traffic.DEPTH));
    }

    /** Listens at a port; the system chooses in the place of 0. */
    InetSocketAddress listen(int port) {
        listener.bind(new InetSocketAddress(address, port));
        listener.listen(1);
        return listener.localAddress();
    }

    /** Awaits a connection. */
    void accept() {
        renew();
        get(listener.getConnectionRequest(connector));
        get(connector.accept(endpoint));
    }

    /** Connects to a listener. */
    void connect(InetSocketAddress to) {
        renew();
        get(connector.connect(endpoint, to));
        get(connector.completeConnect());
    }

    private void renew() {
        connector.close();
        endpoint.close();
        while (queue.poll(carrier, 1) > 0) {
            // What the last connection has left.
        }
        endpoint = newEndpoint();
        connector = adapter.createConnector();
    }

    static void get(CompletableFuture<Void> future) {
        Void unused = future.orTimeout(PATIENCE_SECONDS, TimeUnit.SECONDS).join();
    }

    /** Lets the peer send a message that nobody looks at. */
    void postReceive() {
        require(endpoint.receive(0, ScatterGatherList.of(incoming, 0, Traffic.SLOT_LENGTH)));
    }

    /** Grants the peer a window on all of the memory meant for it, and opens the peer's. */
    RemoteWindow exchangeWindows() {
        windowRegion.buffer().setMemory(0, WINDOW_LENGTH, (byte) 0); // once it is shown, the peer may write
        MemoryWindow window = adapter.createMemoryWindow(0);
        ScatterGatherList received = ScatterGatherList.of(incoming, 0, WindowDescriptor.LENGTH);
        ScatterGatherList sent = ScatterGatherList.of(outgoing, 0, WindowDescriptor.LENGTH);
        require(endpoint.receive(0, received));
        require(endpoint.bind(1, windowRegion, window, 0, WINDOW_LENGTH, OpFlags.ALLOW_WRITE, outgoing.buffer(), 0));
        require(endpoint.send(2, sent, OpFlags.NONE));
        long startNs = System.nanoTime();
        for (int completed = 0; completed < 3; ) {
            if (queue.poll(carrier, 1) == 1) {
                require(carrier[0].status());
                completed++;
            } else {
                NdStatus unused = adapter.await(NAP_NS);
            }
            if (System.nanoTime() - startNs > TimeUnit.SECONDS.toNanos(PATIENCE_SECONDS)) {
                throw new IllegalStateException("the windows were not exchanged");
            }
        }
        return endpoint.openWindow(incoming.buffer(), 0);
    }

    private static void require(NdStatus status) {
        if (status != NdStatus.SUCCESS) {
            throw new IllegalStateException("a request was answered " + status);
        }
    }

    /** Returns the index of the first byte of the window that is not zero, or -1. */
    int firstNotZero(int offset, int length) {
        for (int index = 0; index < length; index++) {
            if (windowRegion.buffer().getByte(offset + index) != 0) {
                return index;
            }
        }
        return -1;
    }

    Adapter adapter() {
        return adapter;
    }

    CompletionQueue queue() {
        return queue;
    }

    Endpoint endpoint() {
        return endpoint;
    }

    Connector connector() {
        return connector;
    }

    MemoryRegion outgoing() {
        return outgoing;
    }

    MemoryRegion incoming() {
        return incoming;
    }

    MemoryRegion window() {
        return windowRegion;
    }
}
