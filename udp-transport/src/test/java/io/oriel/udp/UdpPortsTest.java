// SPDX-License-Identifier: Apache-2.0
// Copyright the Oriel authors.
package io.oriel.udp;

import static java.util.Objects.requireNonNull;
import static org.assertj.core.api.Assertions.assertThat;

import io.oriel.api.Adapter;
import io.oriel.api.Endpoint;
import io.oriel.api.Listener;
import io.oriel.api.NdException;
import io.oriel.api.NdStatus;
import io.oriel.api.config.EndpointConfig;
import io.oriel.api.config.OrielConfig;
import io.oriel.testing.SeededRandom;
import io.oriel.udp.datagram.Announcement;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.util.List;
import java.util.Random;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import java.util.function.UnaryOperator;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** An adapter with as many ports as one link needs. */
@Timeout(60)
class UdpPortsTest {
    private static final int LEAST_PORTS = 3;

    private final Random random = SeededRandom.create(UdpPortsTest.class);
    private final int first = 46_000 + 10 * random.nextInt(300);

    private OrielConfig narrow(OrielConfig config) {
        return config.withUdp(config.udp().withPorts(first, first + LEAST_PORTS - 1));
    }

    private static UdpPair open(UnaryOperator<OrielConfig> one, UnaryOperator<OrielConfig> two) {
        return UdpPair.open(List.of(one, two), InetAddress.getLoopbackAddress(), Announcement.TRUE);
    }

    /** Connects a new endpoint of one adapter with one of another; returns why it cannot. */
    private static @Nullable NdException connect(UdpPair pair, Adapter from, Adapter to) throws Exception {
        Endpoint dialling = newEndpoint(from);
        Endpoint accepting = newEndpoint(to);
        try (Listener listener = to.createListener()) {
            listener.bind(new InetSocketAddress(pair.two.address, 0));
            listener.listen(1);
            var acceptor = to.createConnector();
            CompletableFuture<Void> request = listener.getConnectionRequest(acceptor);
            var connector = from.createConnector();
            CompletableFuture<Void> connected = connector.connect(dialling, listener.localAddress());
            CompletableFuture<Void> either =
                    CompletableFuture.anyOf(request, connected).handle((none, failure) -> null);
            UdpPair.get(either);
            if (connected.isDone()) {
                return failureOf(connected);
            }
            CompletableFuture<Void> accepted = acceptor.accept(accepting);
            UdpPair.get(connected);
            UdpPair.get(connector.completeConnect());
            UdpPair.get(accepted);
            return null;
        }
    }

    private static NdException failureOf(CompletableFuture<Void> connected) throws InterruptedException {
        try {
            connected.get();
            throw new AssertionError("connected without a request");
        } catch (ExecutionException e) {
            assertThat(e.getCause()).isInstanceOf(NdException.class);
            return (NdException) requireNonNull(e.getCause());
        }
    }

    private static Endpoint newEndpoint(Adapter adapter) {
        var queue = adapter.createCompletionQueue(2);
        return adapter.createEndpoint(queue, queue, EndpointConfig.defaults().withQueueDepth(1));
    }

    private void requireTooMany(@Nullable NdException failure) {
        NdException refusal = requireNonNull(failure, "connected");
        assertThat(refusal.status()).as("%s", refusal).isEqualTo(NdStatus.TOO_MANY_ADDRESSES);
        assertThat(refusal)
                .hasMessageContaining("from " + first + " to " + (first + LEAST_PORTS - 1))
                .hasMessageContaining("oriel.udp.firstPort")
                .hasMessageContaining("oriel.udp.lastPort");
    }

    @Test
    void refusesTheLinkForWhichTheListeningAdapterHasNoPort() throws Exception {
        try (UdpPair pair = open(config -> config, this::narrow)) {
            pair.connect();
            Adapter further = pair.one.provider.openAdapter(pair.one.address);

            requireTooMany(connect(pair, further, pair.two.adapter));

            pair.exchange();
            pair.one.adapter.close();
            requireConnectedAtLast(pair, further, pair.two.adapter);
        }
    }

    @Test
    void refusesTheLinkForWhichTheConnectingAdapterHasNoPort() throws Exception {
        try (UdpPair pair = open(this::narrow, config -> config)) {
            pair.connect();
            Adapter further = pair.two.provider.openAdapter(pair.two.address);

            requireTooMany(connect(pair, pair.one.adapter, further));

            pair.exchange();
            pair.two.adapter.close();
            requireConnectedAtLast(pair, pair.one.adapter, further);
        }
    }

    /** The driver gives the port of an ended link back a little later. */
    private void requireConnectedAtLast(UdpPair pair, Adapter from, Adapter to) throws Exception {
        @Nullable NdException failure = connect(pair, from, to);
        while (failure != null) {
            requireTooMany(failure);
            failure = connect(pair, from, to);
        }
    }
}
