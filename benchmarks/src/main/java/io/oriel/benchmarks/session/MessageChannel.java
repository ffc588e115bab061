// SPDX-License-Identifier: Apache-2.0
// Copyright the Oriel authors.
package io.oriel.benchmarks.session;

import io.oriel.api.AccessFlags;
import io.oriel.api.Adapter;
import io.oriel.api.Completion;
import io.oriel.api.CompletionQueue;
import io.oriel.api.Connector;
import io.oriel.api.Endpoint;
import io.oriel.api.Listener;
import io.oriel.api.NdStatus;
import io.oriel.api.NetworkDirect;
import io.oriel.api.NotifyType;
import io.oriel.api.OpFlags;
import io.oriel.api.Provider;
import io.oriel.api.RequestType;
import io.oriel.api.ScatterGatherList;
import io.oriel.api.config.EndpointConfig;
import io.oriel.api.config.Medium;
import io.oriel.api.config.OrielConfig;
import io.oriel.benchmarks.measure.BenchmarkException;
import io.oriel.benchmarks.process.ControlChannel;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.DatagramSocket;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.ArrayDeque;
import java.util.Arrays;
import java.util.concurrent.TimeUnit;
import java.util.function.BiConsumer;
import java.util.function.Consumer;
import java.util.function.Function;
import org.agrona.CloseHelper;
import org.jspecify.annotations.Nullable;

/**
 * Lines as small Sends, for two terminals that have no pipe between them.
 *
 * <p>It has an adapter of its own, which rests while others are measured. Private data says that both terminals mean the same.
 */
public final class MessageChannel implements ControlChannel {
    private static final byte[] GREETING = "oriel-perf 1".getBytes(StandardCharsets.US_ASCII);
    private static final int DEPTH = 32;
    private static final int CARRIERS = 8;
    private static final long FLUSH_NS = TimeUnit.SECONDS.toNanos(5);
    private static final long WAIT_NS = TimeUnit.MILLISECONDS.toNanos(200);

    private final Provider provider;
    private final InetAddress address;
    private final CompletionQueue queue;
    private final Endpoint endpoint;
    private final Slots incoming;
    private final Slots outgoing;
    private final Completion[] carriers = new Completion[CARRIERS];
    private final ArrayDeque<String> lines = new ArrayDeque<>();
    private @Nullable Connector connector;
    private long sent;
    private long confirmed;
    private boolean ended;

    /** Creates a channel, not connected, with an adapter for it alone; the provider is closed with it. */
    private MessageChannel(Provider provider, Adapter adapter, InetAddress address) {
        this.provider = provider;
        this.address = address;
        queue = adapter.createCompletionQueue(2 * DEPTH);
        endpoint =
                adapter.createEndpoint(queue, queue, EndpointConfig.defaults().withQueueDepth(DEPTH));
        incoming = new Slots(adapter, DEPTH, MAX_LINE_LENGTH, AccessFlags.ALLOW_LOCAL_WRITE);
        outgoing = new Slots(adapter, DEPTH, MAX_LINE_LENGTH, AccessFlags.NONE);
        for (int i = 0; i < CARRIERS; i++) {
            carriers[i] = new Completion();
        }
        for (int slot = 0; slot < DEPTH; slot++) {
            Posts.require(endpoint.receive(slot, incoming.list(slot)));
        }
    }

    /**
     * Waits, without limit, for the other terminal.
     *
     * @param medium    on which they meet
     * @param address   to listen at, of this host
     * @param listening is told where, before the wait
     * @return a channel to the first that connects
     */
    public static ControlChannel listen(
            Medium medium, InetSocketAddress address, Consumer<InetSocketAddress> listening) {
        return open(
                medium,
                local(medium, address),
                adapter -> {
                    try (Listener listener = adapter.createListener()) {
                        listener.bind(address);
                        listener.listen(1);
                        listening.accept(listener.localAddress());
                        Connector connector = adapter.createConnector();
                        ControlFutures.awaitForever(listener.getConnectionRequest(connector), "getConnectionRequest");
                        return connector;
                    }
                },
                MessageChannel::accept);
    }

    /**
     * Meets the terminal that listens.
     *
     * @param medium  on which they meet
     * @param address where it listens
     * @return a channel to it
     */
    public static ControlChannel connect(Medium medium, InetSocketAddress address) {
        return open(medium, towards(address), Adapter::createConnector, (channel, connector) -> {
            ControlFutures.await(
                    connector.connect(
                            channel.endpoint, address, Integer.MAX_VALUE, Integer.MAX_VALUE, GREETING.clone()),
                    "connect to " + address);
            ControlFutures.await(connector.completeConnect(), "completeConnect");
        });
    }

    private static void accept(MessageChannel channel, Connector connector) {
        if (!Arrays.equals(connector.privateData(), GREETING)) {
            connector.reject(GREETING.clone());
            throw new BenchmarkException(
                    "something else than 'perf --connect' of this version has connected, and was rejected");
        }
        ControlFutures.await(connector.accept(channel.endpoint), "accept");
    }

    /** The address of the adapter that listens. On one host it does not matter which that is. */
    private static InetAddress local(Medium medium, InetSocketAddress address) {
        if (!address.getAddress().isAnyLocalAddress()) {
            return address.getAddress();
        }
        if (medium == Medium.UDP) {
            throw new BenchmarkException("an adapter on UDP has one address, was the wildcard "
                    + address.getAddress().getHostAddress() + "; listen at the address that the other host will reach");
        }
        return InetAddress.getLoopbackAddress();
    }

    /** The address of this host from which packets to another would go. */
    private static InetAddress towards(InetSocketAddress destination) {
        try (DatagramSocket probe = new DatagramSocket()) {
            probe.connect(destination);
            return probe.getLocalAddress();
        } catch (IOException | UncheckedIOException e) {
            throw new BenchmarkException("there is no way to " + destination + ": " + e, e);
        }
    }

    private static ControlChannel open(
            Medium medium,
            InetAddress local,
            Function<Adapter, Connector> connectorOf,
            BiConsumer<MessageChannel, Connector> meet) {
        Provider provider =
                NetworkDirect.open(OrielConfig.fromSystemProperties().withMedium(medium));
        try {
            Adapter adapter = provider.openAdapter(local);
            Connector connector = connectorOf.apply(adapter);
            MessageChannel channel = new MessageChannel(provider, adapter, local);
            meet.accept(channel, connector);
            channel.connector = connector;
            return channel;
        } catch (RuntimeException e) {
            CloseHelper.quietClose(provider);
            throw e;
        }
    }

    @Override
    public void send(String line) {
        waitUntil(DEPTH - 1, PATIENCE.toNanos());
        int slot = (int) (sent % DEPTH);
        int offset = outgoing.offset(slot);
        outgoing.buffer().putStringWithoutLengthAscii(offset, line);
        ScatterGatherList list = ScatterGatherList.of(outgoing.region(), offset, line.length());
        Posts.require(endpoint.send(slot, list, OpFlags.NONE));
        sent++;
    }

    @Override
    public String receive(Duration limit) {
        long deadline = System.nanoTime() + limit.toNanos();
        while (lines.isEmpty()) {
            if (ended) {
                throw ended();
            }
            if (System.nanoTime() - deadline > 0) {
                throw new BenchmarkException("the other process has not answered for " + limit.toSeconds() + " s");
            }
            if (queue.await(NotifyType.ANY, WAIT_NS) == NdStatus.SUCCESS) {
                poll();
            }
        }
        return lines.remove();
    }

    @Override
    public boolean hasMessage() {
        poll();
        return ended || !lines.isEmpty();
    }

    @Override
    public void checkPeer() {
        poll();
        @Nullable String line = lines.peek();
        if (line != null && line.startsWith(FAILED)) {
            throw ControlChannel.failure(line);
        }
        if (ended) {
            throw ended();
        }
    }

    @Override
    public InetAddress localAddress() {
        return address;
    }

    @Override
    public void close() {
        try {
            waitUntil(0, FLUSH_NS);
        } finally {
            CloseHelper.quietCloseAll(connector, provider);
        }
    }

    private void waitUntil(int unconfirmed, long limitNs) {
        long deadline = System.nanoTime() + limitNs;
        while (sent - confirmed > unconfirmed && !ended && System.nanoTime() - deadline < 0) {
            if (queue.await(NotifyType.ANY, WAIT_NS) == NdStatus.SUCCESS) {
                poll();
            }
        }
    }

    private void poll() {
        int count = queue.poll(carriers, CARRIERS);
        for (int i = 0; i < count; i++) {
            Completion completion = carriers[i];
            if (completion.status() != NdStatus.SUCCESS) {
                ended = true;
            } else if (completion.requestType() == RequestType.RECEIVE) {
                take((int) completion.requestContext(), (int) completion.bytesTransferred());
            } else {
                confirmed++;
            }
        }
    }

    private void take(int slot, int length) {
        lines.add(incoming.buffer().getStringWithoutLengthAscii(incoming.offset(slot), length));
        ended |= endpoint.receive(slot, incoming.list(slot)) != NdStatus.SUCCESS;
    }

    private static BenchmarkException ended() {
        return new BenchmarkException("the other process has closed the connection; see what it printed");
    }
}
