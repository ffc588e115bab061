// SPDX-License-Identifier: Apache-2.0
// Copyright the Oriel authors.
package io.oriel.benchmarks.session;

import io.oriel.api.Adapter;
import io.oriel.api.AdapterInfo;
import io.oriel.api.CompletionQueue;
import io.oriel.api.Connector;
import io.oriel.api.Endpoint;
import io.oriel.api.Listener;
import io.oriel.api.MemoryWindow;
import io.oriel.api.NetworkDirect;
import io.oriel.api.OpFlags;
import io.oriel.api.Provider;
import io.oriel.api.RemoteWindow;
import io.oriel.api.ScatterGatherList;
import io.oriel.api.SharedReceiveQueue;
import io.oriel.api.WindowDescriptor;
import io.oriel.api.config.EndpointConfig;
import io.oriel.api.config.Medium;
import io.oriel.api.config.OrielConfig;
import io.oriel.api.config.UdpSecurityConfig;
import io.oriel.benchmarks.measure.BenchmarkException;
import io.oriel.benchmarks.process.ControlChannel;
import io.oriel.benchmarks.scenario.ScenarioConfig;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.util.ArrayList;
import java.util.HexFormat;
import java.util.List;
import org.agrona.CloseHelper;
import org.agrona.concurrent.UnsafeBuffer;
import org.jspecify.annotations.Nullable;

/**
 * One side's adapter with its endpoints, all on one completion queue.
 *
 * <p>Made unconnected, so that Receives can be posted first; then both sides connect, endpoint by endpoint, and may open windows on
 * each other's memory.
 */
public final class OrielSession implements AutoCloseable {
    private static final int WINDOW_RIGHTS = OpFlags.ALLOW_READ | OpFlags.ALLOW_WRITE;

    private final @Nullable DrawnKey key;
    private final Provider provider;
    private final List<Connector> connectors = new ArrayList<>();
    private final InetAddress address;
    private final Adapter adapter;
    private final CompletionQueue queue;
    private final Endpoint[] endpoints;
    private final @Nullable SharedReceiveQueue shared;

    /**
     * Opens an adapter where the other side can reach it, and creates the endpoints.
     *
     * @param channel        to the other side, which opens a session, too
     * @param config         how many endpoints, on which medium, and whether sealed
     * @param receiveDepth   Receives that each endpoint can hold
     * @param initiatorDepth initiator requests that each endpoint can hold
     */
    public OrielSession(ControlChannel channel, ScenarioConfig config, int receiveDepth, int initiatorDepth) {
        key = config.sealsDatagrams() ? DrawnKey.with(channel) : null;
        try {
            provider = NetworkDirect.open(configured(config.medium(), key));
        } catch (RuntimeException e) {
            CloseHelper.quietClose(key);
            throw e;
        }
        try {
            address = channel.localAddress();
            adapter = provider.openAdapter(address);
            requireDepths(adapter.info().queues(), receiveDepth, initiatorDepth);
            endpoints = new Endpoint[config.load().endpoints()];
            long entries = (long) endpoints.length * (receiveDepth + initiatorDepth);
            queue = adapter.createCompletionQueue(
                    (int) Math.min(entries, adapter.info().queues().maxCompletionQueueDepth()));
            EndpointConfig depths = EndpointConfig.defaults()
                    .withReceiveQueueDepth(receiveDepth)
                    .withInitiatorQueueDepth(initiatorDepth);
            shared = config.sharesReceives()
                    ? adapter.createSharedReceiveQueue(endpoints.length * receivesOf(receiveDepth, true), 1, 0)
                    : null;
            for (int i = 0; i < endpoints.length; i++) {
                endpoints[i] = newEndpoint(depths.withContext(i));
            }
        } catch (RuntimeException e) {
            CloseHelper.quietCloseAll(provider, key);
            throw e;
        }
    }

    private static OrielConfig configured(Medium medium, @Nullable DrawnKey key) {
        OrielConfig config = OrielConfig.fromSystemProperties().withMedium(medium);
        return key == null ? config : config.withUdp(config.udp().withSecurity(UdpSecurityConfig.sealed(key.file())));
    }

    private Endpoint newEndpoint(EndpointConfig depths) {
        return shared == null
                ? adapter.createEndpoint(queue, queue, depths)
                : adapter.createEndpoint(queue, queue, shared, depths);
    }

    /** Of a shared queue no endpoint is granted more than half at a time. */
    private static int receivesOf(int depth, boolean isShared) {
        return isShared ? 2 * depth : depth;
    }

    /**
     * Returns how many Receives there should be for each endpoint.
     *
     * @param depth Receives of its own that an endpoint would have
     * @return as many, or twice as many if they are shared
     */
    int receivesOf(int depth) {
        return receivesOf(depth, shared != null);
    }

    /**
     * Posts a Receive.
     *
     * @param index   of the endpoint; of no meaning if Receives are shared
     * @param context of the Receive
     * @param list    its memory
     */
    public void receive(int index, long context, ScatterGatherList list) {
        Posts.require(shared == null ? endpoints[index].receive(context, list) : shared.receive(context, list));
    }

    /**
     * Asks the other side's listener for a connection of each endpoint.
     *
     * @param channel on which the other side {@link #accept accepts}
     */
    public void connect(ControlChannel channel) {
        InetSocketAddress destination = destination(channel);
        for (Endpoint endpoint : endpoints) {
            connect(endpoint, destination);
        }
    }

    /**
     * Asks one of several other sides for a connection.
     *
     * @param index   of the endpoint
     * @param channel on which that other side {@link #accept accepts}
     * @return nanoseconds that it took, without the wait for the listener
     */
    public long connect(int index, ControlChannel channel) {
        InetSocketAddress destination = destination(channel);
        long beginNs = System.nanoTime();
        connect(endpoints[index], destination);
        return System.nanoTime() - beginNs;
    }

    private static InetSocketAddress destination(ControlChannel channel) {
        String[] place = channel.expect("listening").split(" ", 2);
        return new InetSocketAddress(place[0], Integer.parseInt(place[1]));
    }

    private void connect(Endpoint endpoint, InetSocketAddress destination) {
        Connector connector = newConnector();
        ControlFutures.await(connector.connect(endpoint, destination), "connect to " + destination);
        ControlFutures.await(connector.completeConnect(), "completeConnect");
    }

    /**
     * Accepts a connection of each endpoint.
     *
     * @param channel on which the other side {@link #connect connects}
     */
    public void accept(ControlChannel channel) {
        try (Listener listener = adapter.createListener()) {
            listener.bind(new InetSocketAddress(address, 0));
            listener.listen(0);
            channel.send("listening " + address.getHostAddress() + " "
                    + listener.localAddress().getPort());
            for (Endpoint endpoint : endpoints) {
                Connector connector = newConnector();
                ControlFutures.await(listener.getConnectionRequest(connector), "getConnectionRequest");
                ControlFutures.await(connector.accept(endpoint), "accept");
            }
        }
    }

    /**
     * Grants the other side, through each endpoint, an equal share of some slots.
     *
     * @param slots   the memory
     * @param channel on which the other side {@link #openWindows opens} them
     */
    public void grant(Slots slots, ControlChannel channel) {
        int share = slots.count() / endpoints.length;
        long length = (long) share * slots.stride();
        byte[] descriptor = new byte[WindowDescriptor.LENGTH];
        for (int i = 0; i < endpoints.length; i++) {
            MemoryWindow window = adapter.createMemoryWindow(i);
            Posts.require(endpoints[i].bind(
                    i,
                    slots.region(),
                    window,
                    slots.offset(i * share),
                    length,
                    WINDOW_RIGHTS | OpFlags.SILENT_SUCCESS,
                    new UnsafeBuffer(descriptor),
                    0));
            channel.send("window " + HexFormat.of().formatHex(descriptor));
        }
    }

    /**
     * Opens what the other side has granted.
     *
     * @param channel on which the other side {@link #grant grants} it
     * @return a window for each endpoint
     */
    public RemoteWindow[] openWindows(ControlChannel channel) {
        RemoteWindow[] windows = new RemoteWindow[endpoints.length];
        for (int i = 0; i < windows.length; i++) {
            windows[i] = openWindow(i, channel);
        }
        return windows;
    }

    /**
     * Opens what one of several other sides has granted.
     *
     * @param index   of the endpoint
     * @param channel on which that other side {@link #grant grants} it
     * @return the window
     */
    public RemoteWindow openWindow(int index, ControlChannel channel) {
        byte[] descriptor = HexFormat.of().parseHex(channel.expect("window"));
        return endpoints[index].openWindow(new UnsafeBuffer(descriptor), 0);
    }

    /**
     * Says which medium carries the connections, which all go to one adapter.
     *
     * @return the first one's word
     */
    public String explanation() {
        return connectors.get(0).explain();
    }

    /**
     * Returns the adapter.
     *
     * @return the adapter
     */
    public Adapter adapter() {
        return adapter;
    }

    /**
     * Returns the queue of all completions.
     *
     * @return the queue
     */
    public CompletionQueue queue() {
        return queue;
    }

    /**
     * Returns an endpoint; its context is its index.
     *
     * @param index from 0
     * @return the endpoint
     */
    public Endpoint endpoint(int index) {
        return endpoints[index];
    }

    /**
     * Returns how many endpoints there are.
     *
     * @return the count
     */
    public int endpointCount() {
        return endpoints.length;
    }

    @Override
    public void close() {
        CloseHelper.quietCloseAll(connectors);
        CloseHelper.quietCloseAll(provider, key);
    }

    private Connector newConnector() {
        Connector connector = adapter.createConnector();
        connectors.add(connector);
        return connector;
    }

    private static void requireDepths(AdapterInfo.QueueLimits limits, int receiveDepth, int initiatorDepth) {
        if (receiveDepth > limits.maxReceiveQueueDepth() || initiatorDepth > limits.maxInitiatorQueueDepth()) {
            throw new BenchmarkException("the adapter's queues hold " + limits.maxReceiveQueueDepth() + " Receives and "
                    + limits.maxInitiatorQueueDepth() + " initiator requests, and this needs " + receiveDepth + " and "
                    + initiatorDepth + "; choose a smaller --outstanding");
        }
    }
}
