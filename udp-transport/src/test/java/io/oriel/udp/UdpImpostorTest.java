// SPDX-License-Identifier: Apache-2.0
// Copyright the Oriel authors.
package io.oriel.udp;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.oriel.api.Connector;
import io.oriel.api.Endpoint;
import io.oriel.api.Listener;
import io.oriel.api.NdException;
import io.oriel.api.NdStatus;
import io.oriel.api.ScatterGatherList;
import io.oriel.api.config.EndpointConfig;
import io.oriel.api.config.OrielConfig;
import io.oriel.udp.datagram.Announcement;
import io.oriel.udp.keys.Identities;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import java.util.function.UnaryOperator;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** A third adapter, which may connect, claims the adapter id of another one. */
@Timeout(120)
class UdpImpostorTest {
    private static final long DIALLER = 1;
    private static final long LISTENER = 2;

    private final TestKeys keys = new TestKeys();
    private long context;

    @SuppressWarnings("NullAway.Init") // Set by each test.
    private UdpPair pair;

    @SuppressWarnings("NullAway.Init") // Set by each test.
    private UdpPair.Side impostor;

    private Protection protection = Protection.NONE;

    /** What protects the datagrams. */
    enum Protection {
        NONE,
        KEY,
        IDENTITIES
    }

    @AfterEach
    void close() {
        if (pair != null) {
            pair.close();
        }
        keys.close();
    }

    private static Announcement known(long adapterId) {
        return new Announcement() {
            @Override
            public long adapterId(long own) {
                return adapterId;
            }
        };
    }

    private void open(Protection by, long claimed) {
        protection = by;
        if (by != Protection.NONE) {
            keys.make("keys", TestKeys.draw("key"));
        }
        if (by == Protection.IDENTITIES) {
            Identities one = Identities.draw();
            Identities two = Identities.draw();
            Identities three = Identities.draw();
            keys.identify("one", one.with("two", two.openText()).with("three", three.openText()));
            keys.identify("two", two.with("one", one.openText()).with("three", three.openText()));
            keys.identify("three", three.with("one", one.openText()).with("two", two.openText()));
        }
        pair = UdpPair.open(
                List.of(protect("one"), protect("two")),
                InetAddress.getLoopbackAddress(),
                List.of(known(DIALLER), known(LISTENER)));
        impostor = pair.join(protect("three"), known(claimed));
    }

    private UnaryOperator<OrielConfig> protect(String identity) {
        return switch (protection) {
            case NONE -> config -> config;
            case KEY -> config -> keys.seal(config, "keys");
            case IDENTITIES -> config -> keys.seal(config, "keys", identity);
        };
    }

    private String nameOf(UdpPair.Side side) {
        return side == pair.one ? "one" : side == pair.two ? "two" : "three";
    }

    /** Connects two sides anew, and sends something there. */
    private void talk(UdpPair.Side from, UdpPair.Side to) {
        Connector dialling = from.adapter.createConnector();
        Connector accepting = to.adapter.createConnector();
        Endpoint near = from.adapter.createEndpoint(from.queue, from.queue, EndpointConfig.defaults());
        Endpoint far = to.adapter.createEndpoint(to.queue, to.queue, EndpointConfig.defaults());
        try (Listener listener = to.adapter.createListener()) {
            listener.bind(new InetSocketAddress(to.address, 0));
            listener.listen(1);
            CompletableFuture<Void> request = listener.getConnectionRequest(accepting);
            CompletableFuture<Void> connected = dialling.connect(near, listener.localAddress());
            UdpPair.get(request);
            CompletableFuture<Void> accepted = accepting.accept(far);
            UdpPair.get(connected);
            UdpPair.get(dialling.completeConnect());
            UdpPair.get(accepted);
        }
        context++;
        UdpTraffic.posted(far.receive(context, ScatterGatherList.of(to.memory, 0, 100)));
        UdpTraffic.posted(near.send(context, ScatterGatherList.of(from.memory, 0, 100), 0));
        assertThat(from.nextSuccess().requestContext()).isEqualTo(context);
        assertThat(to.nextSuccess().requestContext()).isEqualTo(context);
        assertThat(identity(dialling)).isEqualTo(expected(to));
        assertThat(identity(accepting)).isEqualTo(expected(from));
    }

    private static Optional<String> identity(Connector connector) {
        return connector.peer().map(Connector.Peer::identity);
    }

    private Optional<String> expected(UdpPair.Side side) {
        return protection == Protection.IDENTITIES ? Optional.of(nameOf(side)) : Optional.empty();
    }

    @ParameterizedTest
    @CsvSource({"NONE, true", "NONE, false", "KEY, true", "KEY, false", "IDENTITIES, true", "IDENTITIES, false"})
    void hasNoConnectionOfTheDiallerWhoseIdItClaims(Protection by, boolean comesFirst) {
        open(by, DIALLER);

        talk(comesFirst ? impostor : pair.one, pair.two);
        talk(comesFirst ? pair.one : impostor, pair.two);
        talk(pair.one, pair.two);
        talk(impostor, pair.two);
    }

    @ParameterizedTest
    @CsvSource({"NONE, true", "NONE, false", "KEY, true", "KEY, false", "IDENTITIES, true", "IDENTITIES, false"})
    void hasNoConnectionToTheListenerWhoseIdItClaims(Protection by, boolean comesFirst) {
        open(by, LISTENER);

        talk(pair.one, comesFirst ? impostor : pair.two);
        talk(pair.one, comesFirst ? pair.two : impostor);
        talk(pair.one, pair.two);
        talk(pair.one, impostor);
    }

    private CompletableFuture<Void> connect(Connector dialling, Listener listener, String expected) {
        Endpoint near = pair.one.adapter.createEndpoint(pair.one.queue, pair.one.queue, EndpointConfig.defaults());
        return dialling.connect(near, listener.localAddress(), Connector.ExpectedPeer.identity(expected));
    }

    private static void assertRefused(CompletableFuture<Void> connected, String reason) {
        assertThatThrownBy(connected::get)
                .isInstanceOf(ExecutionException.class)
                .cause()
                .isInstanceOfSatisfying(
                        NdException.class, e -> assertThat(e.status()).isEqualTo(NdStatus.CONNECTION_REFUSED))
                .hasMessageContaining(reason);
    }

    /** With a new link, and with one that is there already. */
    @Test
    void isRefusedWhereAnotherIsExpected() {
        open(Protection.IDENTITIES, LISTENER);
        try (Listener listener = impostor.adapter.createListener();
                Connector dialling = pair.one.adapter.createConnector();
                Connector accepting = impostor.adapter.createConnector()) {
            listener.bind(new InetSocketAddress(impostor.address, 0));
            listener.listen(1);
            CompletableFuture<Void> request = listener.getConnectionRequest(accepting);

            assertRefused(
                    connect(dialling, listener, "two"), "must be identity 'two' between hosts, is identity 'three'");
            talk(pair.one, impostor);
            assertRefused(
                    connect(dialling, listener, "two"), "must be identity 'two' between hosts, is identity 'three'");
            assertThat(request).isNotDone();

            CompletableFuture<Void> connected = connect(dialling, listener, "three");
            UdpPair.get(request);
            accepting.reject(new byte[0]);
            assertRefused(connected, "was not made");
        }
    }

    @Test
    void isRefusedWhereAnIdentityIsExpectedAndNoneCanBeProved() {
        open(Protection.KEY, LISTENER);
        try (Listener listener = pair.two.adapter.createListener();
                Connector dialling = pair.one.adapter.createConnector()) {
            listener.bind(new InetSocketAddress(pair.two.address, 0));
            listener.listen(1);

            assertRefused(
                    connect(dialling, listener, "two"), "is a process that has proved neither a user nor an identity");
        }
    }
}
