// SPDX-License-Identifier: Apache-2.0
// Copyright the Oriel authors.
package io.oriel.benchmarks.session;

import io.oriel.api.Adapter;
import io.oriel.api.Connector;
import io.oriel.api.Listener;
import io.oriel.api.NetworkDirect;
import io.oriel.api.Provider;
import io.oriel.api.config.Medium;
import io.oriel.api.config.OrielConfig;
import io.oriel.benchmarks.BenchmarkException;
import io.oriel.benchmarks.process.ControlChannel;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.DatagramSocket;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.function.BiConsumer;
import java.util.function.Consumer;
import java.util.function.Function;
import org.agrona.CloseHelper;

/** The meeting of two terminals; private data says that both mean the same. */
public final class MessageChannels {
    private static final byte[] GREETING = "oriel-perf 1".getBytes(StandardCharsets.US_ASCII);

    private MessageChannels() {}

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
                MessageChannels::accept);
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
                            channel.endpoint(), address, Integer.MAX_VALUE, Integer.MAX_VALUE, GREETING.clone()),
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
        ControlFutures.await(connector.accept(channel.endpoint()), "accept");
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
            channel.connected(connector);
            return channel;
        } catch (RuntimeException e) {
            CloseHelper.quietClose(provider);
            throw e;
        }
    }
}
