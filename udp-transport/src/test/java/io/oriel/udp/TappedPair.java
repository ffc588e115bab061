// SPDX-License-Identifier: Apache-2.0
// Copyright the Oriel authors.
package io.oriel.udp;

import io.oriel.api.Connector;
import io.oriel.api.Endpoint;
import io.oriel.api.Listener;
import io.oriel.api.config.OrielConfig;
import io.oriel.udp.datagram.Announcement;
import io.oriel.udp.relay.ChaosRelay;
import io.oriel.udp.relay.RelayedSide;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.UnknownHostException;
import java.time.Duration;
import java.util.List;
import java.util.Random;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.function.UnaryOperator;

/** Two adapters and a relay between them that sees all that they say, how they meet too; with a listener that stays. */
final class TappedPair implements AutoCloseable {
    final ChaosRelay relay;
    final UdpPair pair;
    final Listener listener;
    private final List<InetSocketAddress> sockets = new CopyOnWriteArrayList<>();

    /** Opens one whose adapters are patient, for all that is done to them. */
    TappedPair(Random dice, UnaryOperator<OrielConfig> change) {
        relay = new ChaosRelay(dice);
        pair = UdpPair.open(
                config -> change.apply(config.withTimeouts(
                        config.timeouts().withDeadPeer(Duration.ofSeconds(10)).withHandshake(Duration.ofSeconds(20)))),
                InetAddress.getLoopbackAddress(),
                new TappedSide(new RelayedSide(relay)));
        listener = pair.two.adapter.createListener();
        listener.bind(new InetSocketAddress(pair.two.address, 0));
        listener.listen(1);
    }

    /** Notes where its sockets are. */
    private final class TappedSide implements Announcement {
        private final Announcement side;

        TappedSide(Announcement side) {
            this.side = side;
        }

        @Override
        public InetSocketAddress control(InetSocketAddress own) {
            sockets.add(own);
            return side.control(own);
        }

        @Override
        public InetSocketAddress data(InetSocketAddress own) {
            sockets.add(own);
            return side.data(own);
        }

        @Override
        public InetAddress meant(InetAddress called, InetAddress own) {
            return called.equals(front()) ? own : called;
        }
    }

    /** Where the relay stands for listeners, which are known by their ports. */
    private static InetAddress front() {
        try {
            return InetAddress.getByAddress(new byte[] {127, 0, 0, 2});
        } catch (UnknownHostException e) {
            throw new IllegalStateException(e);
        }
    }

    /** Returns where the relay stands for the listener. */
    InetSocketAddress frontOfListener() {
        return relay.frontOf(listener.localAddress(), front());
    }

    /** Returns the sockets of both adapters, the listeners' excepted. */
    List<InetSocketAddress> sockets() {
        return List.copyOf(sockets);
    }

    /** Connects the two endpoints: one dials, two listens. */
    void connect() {
        connect(listener, pair.one.connector, pair.one.endpoint, pair.two.connector, pair.two.endpoint);
    }

    void connect(Listener at, Connector dialling, Endpoint from, Connector accepting, Endpoint to) {
        CompletableFuture<Void> request = at.getConnectionRequest(accepting);
        CompletableFuture<Void> connected = dialling.connect(from, relay.frontOf(at.localAddress(), front()));
        UdpPair.get(request);
        CompletableFuture<Void> accepted = accepting.accept(to);
        UdpPair.get(connected);
        UdpPair.get(dialling.completeConnect());
        UdpPair.get(accepted);
    }

    @Override
    public void close() {
        listener.close();
        pair.close();
        relay.close();
    }
}
