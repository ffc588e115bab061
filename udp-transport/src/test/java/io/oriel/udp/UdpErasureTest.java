// SPDX-License-Identifier: Apache-2.0
// Copyright the Oriel authors.
package io.oriel.udp;

import static org.assertj.core.api.Assertions.assertThat;

import io.oriel.api.Connector;
import io.oriel.engine.protocol.UdpSealedWelcomeDecoder;
import io.oriel.testing.SeededRandom;
import io.oriel.udp.datagram.Datagram;
import io.oriel.udp.gate.LinkSeal;
import io.oriel.udp.handshake.KeyPair;
import io.oriel.udp.keys.PresharedKey;
import io.oriel.udp.relay.Passage;
import io.oriel.udp.seal.AesKey;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Random;
import java.util.concurrent.CompletableFuture;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** What a link was made of, and its former keys, cannot be found in the process any more. */
@Timeout(60)
class UdpErasureTest {
    private static final int SECRET_LENGTH = 32;
    private static final String HANDSHAKE = "io.oriel.udp.handshake.Handshake";

    private final Random random = SeededRandom.create(UdpErasureTest.class);
    private final TestKeys keys = new TestKeys();
    private final TappedPair tapped;
    private final UdpPair pair;
    private volatile boolean holdsWelcomes = true;

    UdpErasureTest() {
        keys.make("keys", TestKeys.draw("key"));
        tapped = new TappedPair(
                new Random(random.nextLong()), config -> keys.seal(config, "keys", 1 << 22, Duration.ofMillis(100)));
        pair = tapped.pair;
    }

    @AfterEach
    void close() {
        tapped.close();
        keys.close();
    }

    private boolean isWelcome(Passage passage) {
        Datagram datagram = new Datagram(passage.length());
        datagram.clear().put(passage.bytes());
        return datagram.isSound() && datagram.templateId() == UdpSealedWelcomeDecoder.TEMPLATE_ID;
    }

    /** Returns all that is as long as a secret, except what the next link is made with, too. */
    private static List<byte[]> secrets(ObjectGraph graph, String ofPackage) {
        List<byte[]> found = new ArrayList<>();
        for (Object each : graph.of(Object.class)) {
            if (each.getClass().getName().startsWith(ofPackage)) {
                for (byte[] bytes : ObjectGraph.from(each).of(byte[].class)) {
                    if (bytes.length == SECRET_LENGTH && isSecret(bytes)) {
                        found.add(bytes.clone());
                    }
                }
            }
        }
        graph.of(PresharedKey.class).forEach(key -> found.removeIf(each -> Arrays.equals(each, key.secret())));
        return found;
    }

    /** Returns all that a side refers to, without the other side. */
    private static ObjectGraph graphOf(UdpPair.Side side) {
        return ObjectGraph.from(side.provider, UdpPair.class, TappedPair.class);
    }

    private static boolean isSecret(byte[] bytes) {
        for (byte each : bytes) {
            if (each != 0) {
                return true;
            }
        }
        return false;
    }

    private static boolean holdsAny(ObjectGraph graph, List<byte[]> secrets) {
        return secrets.stream().anyMatch(graph::holds);
    }

    @Test
    void leavesNothingOfTheHandshakeNorOfFormerKeysWithALink() {
        tapped.relay.lose(passage -> holdsWelcomes && isWelcome(passage));
        Connector accepting = pair.two.connector;
        CompletableFuture<Void> request = tapped.listener.getConnectionRequest(accepting);
        CompletableFuture<Void> connected = pair.one.connector.connect(pair.one.endpoint, tapped.frontOfListener());
        List<byte[]> ofHandshake = new ArrayList<>();
        pair.await("a hello", () -> {
            ofHandshake.clear();
            ObjectGraph one = graphOf(pair.one);
            List<byte[]> diallers = secrets(one, HANDSHAKE);
            List<byte[]> listeners = secrets(graphOf(pair.two), HANDSHAKE);
            ofHandshake.addAll(diallers);
            ofHandshake.addAll(listeners);
            one.of(KeyPair.class).forEach(each -> ofHandshake.removeIf(found -> Arrays.equals(found, each.open())));
            return !diallers.isEmpty() && !listeners.isEmpty();
        });
        assertThat(ofHandshake).hasSizeGreaterThanOrEqualTo(4);
        holdsWelcomes = false;
        UdpPair.get(request);
        CompletableFuture<Void> accepted = accepting.accept(pair.two.endpoint);
        UdpPair.get(connected);
        UdpPair.get(pair.one.connector.completeConnect());
        UdpPair.get(accepted);
        pair.exchange();

        for (UdpPair.Side side : List.of(pair.one, pair.two)) {
            ObjectGraph graph = graphOf(side);
            assertThat(graph.of(UdpLink.class)).hasSize(1);
            assertThat(holdsAny(graph, ofHandshake)).isFalse();
        }

        List<byte[]> ofFirstEpoch = secrets(graphOf(pair.one), "io.oriel.udp.seal.EpochKey");
        assertThat(ofFirstEpoch).isNotEmpty();
        pair.await("other keys", () -> {
            pair.exchange();
            return !holdsAny(graphOf(pair.one), ofFirstEpoch) && !holdsAny(graphOf(pair.two), ofFirstEpoch);
        });
    }

    @Test
    void erasesTheKeysOfTheStreamsOfALinkThatHasEnded() {
        holdsWelcomes = false;
        tapped.connect();
        pair.exchange();
        List<AesKey> ofLink = new ArrayList<>();
        for (LinkSeal each : graphOf(pair.one).of(LinkSeal.class)) {
            ofLink.addAll(ObjectGraph.from(each).of(AesKey.class));
        }
        assertThat(ofLink).isNotEmpty();

        pair.one.connector.close();
        pair.two.connector.close();

        pair.await("the end", () -> ofLink.stream().allMatch(AesKey::isDestroyed));
    }
}
