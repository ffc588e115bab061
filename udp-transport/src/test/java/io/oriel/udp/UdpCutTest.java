// SPDX-License-Identifier: Apache-2.0
// Copyright the Oriel authors.
package io.oriel.udp;

import static io.oriel.udp.UdpTraffic.posted;
import static org.assertj.core.api.Assertions.assertThat;

import io.oriel.api.NdStatus;
import io.oriel.api.ScatterGatherList;
import io.oriel.api.config.OrielConfig;
import io.oriel.testing.SeededRandom;
import io.oriel.udp.relay.ChaosRelay;
import io.oriel.udp.relay.Passage;
import io.oriel.udp.relay.RelayedSide;
import java.net.InetAddress;
import java.time.Duration;
import java.util.List;
import java.util.function.Predicate;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** A network that dies in parts: one path, one direction, long datagrams. */
@Timeout(60)
class UdpCutTest {
    private static final Duration DEAD_PEER = Duration.ofMillis(500);
    /** By then each has said that it has the messages that make a connection: one that is never taken ends the link. */
    private static final Duration RECEIPT = DEAD_PEER.dividedBy(4);

    private static final int JUMBO = 8928;
    private static final int ETHERNET = 1400;
    private static final int SMALL = 8;

    private final ChaosRelay relay = new ChaosRelay(SeededRandom.create(UdpCutTest.class));
    private final RelayedSide sideOne = new RelayedSide(relay);
    private final RelayedSide sideTwo = new RelayedSide(relay);
    private final UdpPair pair = UdpPair.open(
                    List.of(UdpCutTest::impatient, UdpCutTest::impatient),
                    InetAddress.getLoopbackAddress(),
                    List.of(sideOne, sideTwo))
            .connect();

    private static OrielConfig impatient(OrielConfig config) {
        return config.withTimeouts(config.timeouts().withDeadPeer(DEAD_PEER))
                .withUdp(config.udp().withMtuLength(JUMBO));
    }

    @AfterEach
    void close() {
        pair.close();
        relay.close();
    }

    private static ScatterGatherList bytes(UdpPair.Side side, int length) {
        return ScatterGatherList.of(side.memory, 0, length);
    }

    private static void postReceives(UdpPair.Side side, long... contexts) {
        for (long context : contexts) {
            posted(side.endpoint.receive(context, bytes(side, SMALL)));
        }
    }

    private void exchange(UdpPair.Side from, UdpPair.Side to) {
        posted(to.endpoint.receive(1, bytes(to, SMALL)));
        posted(from.endpoint.send(2, bytes(from, SMALL), 0));
        assertThat(to.nextSuccess().requestContext()).isEqualTo(1);
        assertThat(from.nextSuccess().requestContext()).isEqualTo(2);
    }

    private void assertThatBothEnd() {
        pair.await("both ends", () -> !pair.one.endpoint.isConnected() && !pair.two.endpoint.isConnected());
    }

    @Test
    void endsWhatFramesCannotCarryThoughControlMessagesCome() {
        postReceives(pair.two, 3, 4);
        exchange(pair.two, pair.one); // tells of both

        relay.lose(Predicate.not(Passage::isControl));
        posted(pair.one.endpoint.send(5, bytes(pair.one, SMALL), 0));
        posted(pair.one.endpoint.send(6, bytes(pair.one, SMALL), 0));

        assertThat(pair.one.next().status()).isEqualTo(NdStatus.IO_TIMEOUT);
        assertThat(pair.one.next().status()).isEqualTo(NdStatus.CANCELED);
        assertThat(pair.two.next().status()).isEqualTo(NdStatus.CANCELED);
        assertThat(pair.two.next().status()).isEqualTo(NdStatus.CANCELED);
        assertThatBothEnd();
    }

    @Test
    void endsWhatLongDatagramsCannotCarryThoughShortOnesCome() {
        exchange(pair.one, pair.two);
        relay.lose(passage -> passage.length() > ETHERNET);
        int large = 100_000;
        posted(pair.two.endpoint.receive(3, bytes(pair.two, large)));

        posted(pair.one.endpoint.send(4, bytes(pair.one, large), 0));

        assertThat(pair.one.next().status()).isEqualTo(NdStatus.IO_TIMEOUT);
        assertThat(pair.two.next().status()).isEqualTo(NdStatus.CANCELED);
        assertThatBothEnd();
    }

    @Test
    void goesOnWhileFramesComeThoughNoControlMessageDoes() {
        pair.loopFor(RECEIPT);
        relay.lose(Passage::isControl);
        long endNs = System.nanoTime() + 4 * DEAD_PEER.toNanos();

        while (System.nanoTime() - endNs < 0) {
            exchange(pair.one, pair.two);
            exchange(pair.two, pair.one);
        }

        relay.lose(passage -> false);
        exchange(pair.one, pair.two);
        UdpPair.get(pair.one.connector.disconnect());
    }

    @Test
    void endsAtLastWhenAControlMessageDoesNotComeThoughFramesDo() {
        relay.lose(Passage::isControl);

        UdpPair.get(pair.one.connector.disconnect());

        assertThatBothEnd();
    }

    @Test
    void endsOnBothSidesWhenOneDirectionIsCut() {
        relay.lose(passage -> sideOne.sends(passage, sideTwo));

        assertThatBothEnd();
    }

    @Test
    void endsOnBothSidesWhenFramesAreCutInOneDirection() {
        postReceives(pair.one, 3);
        exchange(pair.one, pair.two); // tells of it

        relay.lose(passage -> !passage.isControl() && sideOne.sends(passage, sideTwo));
        posted(pair.two.endpoint.send(4, bytes(pair.two, SMALL), 0));

        assertThat(pair.two.next().status()).isEqualTo(NdStatus.IO_TIMEOUT);
        assertThatBothEnd();
    }

    @Test
    void survivesACutShorterThanTheTimeOut() {
        exchange(pair.one, pair.two);
        for (int cut = 0; cut < 4; cut++) {
            relay.block(true);
            posted(pair.two.endpoint.receive(1, bytes(pair.two, SMALL)));
            posted(pair.one.endpoint.send(2, bytes(pair.one, SMALL), 0));
            pair.loopFor(DEAD_PEER.multipliedBy(4).dividedBy(5));
            relay.block(false);

            assertThat(pair.two.nextSuccess().requestContext()).isEqualTo(1);
            assertThat(pair.one.nextSuccess().requestContext()).isEqualTo(2);
        }
    }
}
