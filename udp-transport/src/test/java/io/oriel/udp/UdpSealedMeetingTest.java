// SPDX-License-Identifier: Apache-2.0
// Copyright the Oriel authors.
package io.oriel.udp;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.oriel.api.Completion;
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
import io.oriel.udp.keys.KeyRing;
import io.oriel.udp.keys.PresharedKey;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.function.UnaryOperator;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** Two adapters that seal meet, or are told why not. */
@Timeout(60)
class UdpSealedMeetingTest {
    private static final int STALLED_SENDS = 16;
    private static final int STALLED_LENGTH = 64 * 1024;

    private final TestKeys keys = new TestKeys();

    @SuppressWarnings("NullAway.Init") // Set by each test.
    private UdpPair pair;

    private void open(UnaryOperator<OrielConfig> one, UnaryOperator<OrielConfig> two) {
        pair = UdpPair.open(List.of(one, two), InetAddress.getLoopbackAddress(), Announcement.TRUE);
    }

    private UnaryOperator<OrielConfig> sealed(String file) {
        return config -> keys.seal(config, file);
    }

    @AfterEach
    void close() {
        if (pair != null) {
            pair.close();
        }
        keys.close();
    }

    private void assertRefused(String reason) {
        try (Listener listener = pair.two.adapter.createListener()) {
            listener.bind(new InetSocketAddress(pair.two.address, 0));
            listener.listen(1);
            CompletableFuture<Void> connected = pair.one.connector.connect(pair.one.endpoint, listener.localAddress());
            assertThatThrownBy(() -> connected.get(20, TimeUnit.SECONDS))
                    .isInstanceOf(ExecutionException.class)
                    .cause()
                    .isInstanceOfSatisfying(
                            NdException.class, e -> assertThat(e.status()).isEqualTo(NdStatus.CONNECTION_REFUSED))
                    .hasMessageContaining(reason);
        }
    }

    @Test
    void meetWithAKeyInCommon() {
        PresharedKey common = TestKeys.draw("common");
        keys.make("one", common, TestKeys.draw("mine"));
        keys.make("two", TestKeys.draw("yours"), common);
        open(sealed("one"), sealed("two"));

        pair.connect();

        pair.exchange();
        assertThat(pair.one.connector.explain()).contains("AES-256-GCM over UDP, met with key 'common'");
        assertThat(pair.two.connector.explain()).contains("AES-256-GCM over UDP, met with key 'common'");
    }

    @Test
    void meetBothWaysAtOnce() {
        keys.make("keys", TestKeys.draw("key"));
        open(sealed("keys"), sealed("keys"));
        pair.connect();
        try (Listener listener = pair.one.adapter.createListener();
                Connector dialling = pair.two.adapter.createConnector();
                Connector accepting = pair.one.adapter.createConnector();
                Endpoint from =
                        pair.two.adapter.createEndpoint(pair.two.queue, pair.two.queue, EndpointConfig.defaults());
                Endpoint to =
                        pair.one.adapter.createEndpoint(pair.one.queue, pair.one.queue, EndpointConfig.defaults())) {
            listener.bind(new InetSocketAddress(pair.one.address, 0));
            listener.listen(1);
            CompletableFuture<Void> request = listener.getConnectionRequest(accepting);
            CompletableFuture<Void> connected = dialling.connect(from, listener.localAddress());
            UdpPair.get(request);
            CompletableFuture<Void> accepted = accepting.accept(to);
            UdpPair.get(connected);
            UdpPair.get(dialling.completeConnect());
            UdpPair.get(accepted);

            pair.exchange();
            UdpTraffic.posted(to.receive(3, ScatterGatherList.of(pair.one.memory, 0, 100)));
            UdpTraffic.posted(from.send(4, ScatterGatherList.of(pair.two.memory, 0, 100), 0));
            assertThat(pair.two.nextSuccess().requestContext()).isEqualTo(4);
            assertThat(pair.one.nextSuccess().requestContext()).isEqualTo(3);
        }
    }

    @Test
    void areToldThatTheirKeyIsAnother() {
        keys.make("one", TestKeys.draw("key"));
        keys.make("two", TestKeys.draw("key"));
        open(sealed("one"), sealed("two"));

        assertRefused("the dialler's hello cannot be opened with the listener's key 'key'");
        assertThat(pair.log.warnings).anyMatch(text -> text.contains("cannot be opened with the listener's key 'key'"));
    }

    @Test
    void areToldThatTheCipherOfTheirKeyIsAnother() {
        keys.make("one", TestKeys.draw("key"));
        keys.makeWithOtherCipher("two", "one");
        open(sealed("one"), sealed("two"));

        assertRefused("the dialler's hello cannot be opened with the listener's key 'key': the key files have another"
                + " secret or cipher by this id");
    }

    @Test
    void areToldThatTheirKeyIsNotKnown() {
        keys.make("one", TestKeys.draw("mine"));
        keys.make("two", TestKeys.draw("yours"));
        open(sealed("one"), sealed("two"));

        assertRefused("the dialler's key 'mine' is not in the listener's key file");
        assertThat(pair.log.warnings).anyMatch(text -> text.contains("is not in the listener's key file"));
    }

    @Test
    void areToldThatTheListenerSealsNothing() {
        keys.make("keys", TestKeys.draw("key"));
        open(sealed("keys"), config -> config);

        assertRefused("the listener's datagrams are not sealed, the dialler's are; set oriel.udp.security");
    }

    @Test
    void areToldThatTheListenerSeals() {
        keys.make("keys", TestKeys.draw("key"));
        open(config -> config, sealed("keys"));

        assertRefused("the listener's datagrams are sealed, the dialler's are not; set oriel.udp.security");
    }

    @Test
    void changeTheirKeyWhileTheyTalk() {
        KeyRing old = keys.make("one", TestKeys.draw("old"));
        keys.make("two", old.first());
        open(sealed("one"), sealed("two"));
        pair.connect();
        pair.exchange();

        KeyRing both = old.with(TestKeys.draw("new"));
        keys.replace("two", both);
        keys.replace("one", both.dialling("new"));
        connectAgainUntil("met with key 'new'");

        pair.exchange(); // by the link of before, whose key is there still
    }

    /** By other adapters: these have a link. */
    private void connectAgainUntil(String explanation) {
        String explained = "";
        while (!explained.contains(explanation)) {
            try (var adapter = pair.one.provider.openAdapter(pair.one.address);
                    var queue = adapter.createCompletionQueue(16);
                    Endpoint from = adapter.createEndpoint(queue, queue, EndpointConfig.defaults());
                    Connector dialling = adapter.createConnector();
                    Connector accepting = pair.two.adapter.createConnector();
                    Endpoint to = pair.two.adapter.createEndpoint(
                            pair.two.queue, pair.two.queue, EndpointConfig.defaults())) {
                pair.connect(dialling, from, accepting, to);
                explained = dialling.explain();
            }
        }
    }

    @Test
    void endWhenTheirKeyIsTakenAway() {
        KeyRing old = keys.make("one", TestKeys.draw("old"));
        keys.make("two", old.first());
        open(sealed("one"), sealed("two"));
        pair.connect();
        pair.exchange();
        UdpTraffic.posted(pair.one.endpoint.receive(7, ScatterGatherList.of(pair.one.memory, 0, 100)));

        keys.replace("two", old.with(TestKeys.draw("new")).without("old"));

        Completion ended = pair.one.next();
        assertThat(ended.requestContext()).isEqualTo(7);
        assertThat(ended.status()).isEqualTo(NdStatus.CANCELED);
        pair.await("the end", () -> !pair.one.endpoint.isConnected() && !pair.two.endpoint.isConnected());
    }

    /** Within one look at the file, by who makes it anew. */
    @Test
    void endWhenTheirKeyHasGivenItsNameToAnother() {
        KeyRing old = keys.make("one", TestKeys.draw("key"));
        keys.make("two", old.first());
        open(sealed("one"), sealed("two"));
        pair.connect();
        pair.exchange();

        keys.replace("two", new KeyRing(List.of(TestKeys.draw("key"))));

        pair.await("the end", () -> !pair.one.endpoint.isConnected() && !pair.two.endpoint.isConnected());
    }

    @Test
    void goOnWhenTheirKeyIsTakenAwayAndPutBackAtOnce() {
        KeyRing ring = keys.make("keys", TestKeys.draw("key"));
        open(sealed("keys"), sealed("keys"));
        pair.connect();

        keys.spoil("keys");
        keys.remove("keys");
        keys.make("keys", ring.first());
        pair.loopFor(Duration.ofMillis(1_200)); // two looks

        pair.exchange();
    }

    private void openWithIdentities(Identities one, Identities two) {
        keys.make("keys", TestKeys.draw("key"));
        keys.identify("one", one);
        keys.identify("two", two);
        open(config -> keys.seal(config, "keys", "one"), config -> keys.seal(config, "keys", "two"));
    }

    @Test
    void meetWhoIsAPeerOfTheirs() {
        Identities one = Identities.draw();
        Identities two = Identities.draw();
        openWithIdentities(one.with("second", two.openText()), two.with("first", one.openText()));

        pair.connect();

        pair.exchange();
        assertThat(pair.one.connector.explain()).contains("met with key 'key' and peer 'second'");
        assertThat(pair.two.connector.explain()).contains("met with key 'key' and peer 'first'");
    }

    @Test
    void areToldThatTheyAreNoPeer() {
        Identities one = Identities.draw();
        Identities two = Identities.draw();
        openWithIdentities(one.with("second", two.openText()), two);

        assertRefused("the dialler's identity is none of the listener's peers");
        assertThat(pair.log.warnings).anyMatch(text -> text.contains("is none of the listener's peers"));
    }

    @Test
    void refuseAListenerThatIsNoPeer() {
        Identities one = Identities.draw();
        Identities two = Identities.draw();
        openWithIdentities(one, two.with("first", one.openText()));

        assertRefused("the listener's identity is none of the dialler's peers");
    }

    @Test
    void areToldThatOneOfThemHasNoIdentity() {
        keys.make("keys", TestKeys.draw("key"));
        keys.identify("one", Identities.draw());
        open(config -> keys.seal(config, "keys", "one"), sealed("keys"));

        assertRefused("the dialler has an identity, the other side has none; set oriel.udp.identityFile on both sides");
    }

    @Test
    void endWhenThePeerIsTakenAway() {
        Identities one = Identities.draw();
        Identities two = Identities.draw();
        openWithIdentities(one.with("second", two.openText()), two.with("first", one.openText()));
        pair.connect();
        pair.exchange();

        keys.identify("two", two);

        pair.await("the end", () -> !pair.one.endpoint.isConnected() && !pair.two.endpoint.isConnected());
    }

    @Test
    void endWhenThePeerHasGivenItsNameToAnother() {
        Identities one = Identities.draw();
        Identities two = Identities.draw();
        openWithIdentities(one.with("second", two.openText()), two.with("first", one.openText()));
        pair.connect();
        pair.exchange();

        keys.identify("two", two.with("first", Identities.draw().openText()));

        pair.await("the end", () -> !pair.one.endpoint.isConnected() && !pair.two.endpoint.isConnected());
    }

    @Test
    void goOnWithTheirKeysWhenTheFileIsSpoilt() {
        KeyRing ring = keys.make("keys", TestKeys.draw("key"));
        open(sealed("keys"), sealed("keys"));
        keys.spoil("keys");
        pair.await(
                "the warning",
                () -> pair.log.warnings.stream()
                        .anyMatch(text ->
                                text.contains("in line 1") && text.contains("the keys that were known stay in use")));

        pair.connect();

        pair.exchange();
        assertThat(pair.one.connector.explain())
                .contains("met with key '" + ring.first().id() + "'");
    }

    @Test
    void areNotOpenedWithAFileThatOthersCanRead() {
        keys.make("keys", TestKeys.draw("key"));
        keys.expose("keys");

        assertThatExceptionOfType(NdException.class)
                .isThrownBy(() -> open(sealed("keys"), sealed("keys")))
                .withMessageContaining("its mode must be 0600 or less, is 0644")
                .matches(e -> e.status() == NdStatus.DEVICE_NOT_READY);
    }

    /** For longer than the other would need for many keys. */
    @Test
    void goOnWhenOneStandsStillAndTheOtherHasMuchToSay() {
        keys.make("keys", TestKeys.draw("key"));
        UnaryOperator<OrielConfig> often = config -> keys.seal(config, "keys", 16, Duration.ofMillis(100));
        open(often, often);
        pair.connect();
        for (int round = 0; round < 3; round++) {
            for (int count = 0; count < STALLED_SENDS; count++) {
                UdpTraffic.posted(pair.two.endpoint.receive(
                        count, ScatterGatherList.of(pair.two.memory, (long) count * STALLED_LENGTH, STALLED_LENGTH)));
            }
            for (int count = 0; count < STALLED_SENDS; count++) {
                UdpTraffic.posted(
                        pair.one.endpoint.send(count, ScatterGatherList.of(pair.one.memory, 0, STALLED_LENGTH), 0));
            }
            long endNs = System.nanoTime() + Duration.ofMillis(400).toNanos();
            while (System.nanoTime() - endNs < 0) {
                pair.one.poll();
            }
            for (int count = 0; count < STALLED_SENDS; count++) {
                assertThat(pair.two.nextSuccess().requestContext()).isEqualTo(count);
                assertThat(pair.one.nextSuccess().requestContext()).isEqualTo(count);
            }
        }
    }

    @Test
    void changeTheirKeysByTime() {
        keys.make("keys", TestKeys.draw("key"));
        UnaryOperator<OrielConfig> often = config -> keys.seal(config, "keys", 1 << 22, Duration.ofMillis(100));
        open(often, often);
        pair.connect();
        for (int count = 0; count < 20; count++) {
            pair.exchange();
            pair.loopFor(Duration.ofMillis(50));
        }
        assertThat(pair.one.endpoint.isConnected()).isTrue();
    }
}
