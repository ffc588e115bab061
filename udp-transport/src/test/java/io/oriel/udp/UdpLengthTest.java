// SPDX-License-Identifier: Apache-2.0
// Copyright the Oriel authors.
package io.oriel.udp;

import static io.oriel.udp.UdpTraffic.posted;
import static org.assertj.core.api.Assertions.assertThat;

import io.oriel.api.Connector;
import io.oriel.api.Endpoint;
import io.oriel.api.NdStatus;
import io.oriel.api.ScatterGatherList;
import io.oriel.api.config.EndpointConfig;
import io.oriel.api.config.OrielConfig;
import io.oriel.testing.SeededRandom;
import io.oriel.udp.relay.ChaosRelay;
import io.oriel.udp.relay.RelayedSide;
import java.net.InetAddress;
import java.time.Duration;
import java.util.List;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** A network that loses long datagrams without a word. */
@Timeout(60)
class UdpLengthTest {
    private static final Duration DEAD_PEER = Duration.ofMillis(600);
    private static final int JUMBO = 8928;
    private static final int ETHERNET = 1408;
    private static final int MESSAGE_LENGTH = 100_000;
    private static final String SHORTER = "datagrams have 1408 bytes, because those of 8928 do not arrive there";

    private final ChaosRelay relay = new ChaosRelay(SeededRandom.create(UdpLengthTest.class));
    private final RelayedSide sideOne = new RelayedSide(relay);
    private final RelayedSide sideTwo = new RelayedSide(relay);
    private final UdpPair pair = UdpPair.open(
            List.of(UdpLengthTest::jumbo, UdpLengthTest::jumbo),
            InetAddress.getLoopbackAddress(),
            List.of(sideOne, sideTwo));

    private static OrielConfig jumbo(OrielConfig config) {
        return config.withTimeouts(config.timeouts().withDeadPeer(DEAD_PEER))
                .withUdp(config.udp().withMtuLength(JUMBO));
    }

    @AfterEach
    void close() {
        relay.lose(passage -> false);
        pair.close();
        relay.close();
    }

    private static ScatterGatherList message(UdpPair.Side side) {
        return ScatterGatherList.of(side.memory, 0, MESSAGE_LENGTH);
    }

    private void send(Endpoint from, UdpPair.Side sender, Endpoint to, UdpPair.Side receiver) {
        posted(to.receive(1, message(receiver)));
        posted(from.send(2, message(sender), 0));
        assertThat(receiver.nextSuccess().bytesTransferred()).isEqualTo(MESSAGE_LENGTH);
        sender.nextSuccess();
    }

    private void sendBothWays() {
        send(pair.one.endpoint, pair.one, pair.two.endpoint, pair.two);
        send(pair.two.endpoint, pair.two, pair.one.endpoint, pair.one);
    }

    @Test
    void carriesWhatIsWantedIfItArrives() {
        pair.connect();

        sendBothWays();

        assertThat(relay.longest()).isEqualTo(JUMBO);
        assertThat(pair.one.connector.explain()).doesNotContain("do not arrive");
        assertThat(pair.two.connector.explain()).doesNotContain("do not arrive");
    }

    @Test
    void isMetWithShorterOnes() {
        relay.lose(passage -> passage.length() > ETHERNET);
        pair.connect();

        sendBothWays();

        assertThat(pair.one.connector.explain()).endsWith(SHORTER);
        assertThat(pair.two.connector.explain()).endsWith(SHORTER);
    }

    @Test
    void isMetWithShorterOnesInTheDirectionThatLosesLongOnes() {
        relay.lose(passage -> passage.length() > ETHERNET && sideOne.sends(passage, sideTwo));
        pair.connect();

        sendBothWays();

        assertThat(pair.one.connector.explain()).endsWith(SHORTER);
        assertThat(pair.two.connector.explain()).doesNotContain("do not arrive");
    }

    @Test
    void isMetWithShorterOnesByTheNextLinkIfItBeginsLater() {
        pair.connect();
        sendBothWays();
        relay.lose(passage -> passage.length() > ETHERNET);
        posted(pair.two.endpoint.receive(1, message(pair.two)));
        posted(pair.one.endpoint.send(2, message(pair.one), 0));
        assertThat(pair.one.next().status()).isEqualTo(NdStatus.IO_TIMEOUT);
        assertThat(pair.two.next().status()).isEqualTo(NdStatus.CANCELED);
        pair.await("both ends", () -> !pair.one.endpoint.isConnected() && !pair.two.endpoint.isConnected());

        try (Endpoint from =
                        pair.one.adapter.createEndpoint(pair.one.queue, pair.one.queue, EndpointConfig.defaults());
                Connector dialling = pair.one.adapter.createConnector();
                Endpoint to =
                        pair.two.adapter.createEndpoint(pair.two.queue, pair.two.queue, EndpointConfig.defaults());
                Connector accepting = pair.two.adapter.createConnector()) {
            pair.connect(dialling, from, accepting, to);

            send(from, pair.one, to, pair.two);

            assertThat(dialling.explain()).endsWith(SHORTER);
        }
    }
}
