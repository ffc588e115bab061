// SPDX-License-Identifier: Apache-2.0
// Copyright the Oriel authors.
package io.oriel.udp;

import static io.oriel.udp.UdpTraffic.posted;
import static org.assertj.core.api.Assertions.assertThat;

import io.oriel.api.NdStatus;
import io.oriel.api.ScatterGatherList;
import io.oriel.api.config.OrielConfig;
import io.oriel.testing.SeededRandom;
import io.oriel.udp.datagram.Announcement;
import io.oriel.udp.relay.ChaosRelay;
import io.oriel.udp.relay.RelayedSide;
import java.net.InetAddress;
import java.time.Duration;
import java.util.List;
import java.util.function.UnaryOperator;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** How long sides wait for each other that are set differently, or while the network is cut. */
@Timeout(60)
class UdpPatienceTest {
    private static final Duration SHORT = Duration.ofMillis(300);
    private static final Duration LONG = Duration.ofSeconds(60);
    private static final Duration DEAD_PEER = Duration.ofSeconds(3);
    private static final int LENGTH = 8;

    private static UnaryOperator<OrielConfig> deadPeer(Duration value) {
        return config -> config.withTimeouts(config.timeouts().withDeadPeer(value));
    }

    private static void requireAlive(UdpPair pair) {
        pair.loopFor(SHORT.multipliedBy(4));

        assertThat(pair.one.endpoint.isConnected()).isTrue();
        assertThat(pair.two.endpoint.isConnected()).isTrue();
        pair.exchange();
    }

    @Test
    void keepAnIdleLinkWhereOneSideIsHeardLessOftenThanTheOtherWaits() {
        try (UdpPair pair = UdpPair.open(
                        List.of(deadPeer(LONG), deadPeer(SHORT)), InetAddress.getLoopbackAddress(), Announcement.TRUE)
                .connect()) {
            requireAlive(pair);
        }
        try (UdpPair pair = UdpPair.open(
                        List.of(deadPeer(SHORT), deadPeer(LONG)), InetAddress.getLoopbackAddress(), Announcement.TRUE)
                .connect()) {
            requireAlive(pair);
        }
    }

    @Test
    void doNotCountACutAsAWaitForAReceive() {
        ChaosRelay relay = new ChaosRelay(SeededRandom.create(UdpPatienceTest.class));
        UnaryOperator<OrielConfig> config = each ->
                each.withTimeouts(each.timeouts().withDeadPeer(DEAD_PEER).withReceiverNotReady(SHORT));
        try (UdpPair pair = UdpPair.open(
                        List.of(config, config),
                        InetAddress.getLoopbackAddress(),
                        List.of(new RelayedSide(relay), new RelayedSide(relay)))
                .connect()) {
            pair.exchange();
            relay.block(true);
            posted(pair.one.endpoint.send(2, ScatterGatherList.of(pair.one.memory, 0, LENGTH), 0));
            posted(pair.two.endpoint.receive(1, ScatterGatherList.of(pair.two.memory, 0, LENGTH)));
            pair.loopFor(SHORT.multipliedBy(4));
            relay.block(false);

            assertThat(pair.two.nextSuccess().requestContext()).isEqualTo(1);
            assertThat(pair.one.nextSuccess().requestContext()).isEqualTo(2);

            posted(pair.one.endpoint.send(3, ScatterGatherList.of(pair.one.memory, 0, LENGTH), 0));
            assertThat(pair.one.next().status()).as("without a Receive").isEqualTo(NdStatus.IO_TIMEOUT);
        } finally {
            relay.close();
        }
    }
}
