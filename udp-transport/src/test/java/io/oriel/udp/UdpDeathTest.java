// SPDX-License-Identifier: Apache-2.0
// Copyright the Oriel authors.
package io.oriel.udp;

import static io.oriel.udp.UdpTraffic.posted;
import static org.assertj.core.api.Assertions.assertThat;

import io.oriel.api.Completion;
import io.oriel.api.NdStatus;
import io.oriel.api.ScatterGatherList;
import io.oriel.api.config.OrielConfig;
import io.oriel.testing.SeededRandom;
import io.oriel.udp.relay.ChaosRelay;
import io.oriel.udp.relay.RelayedSide;
import java.net.InetAddress;
import java.time.Duration;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/** A peer behind a network that carries nothing any more, as if it had died. */
class UdpDeathTest {
    private static final Duration DEAD_PEER = Duration.ofMillis(400);

    private final ChaosRelay relay = new ChaosRelay(SeededRandom.create(UdpDeathTest.class));

    private final UdpPair pair = UdpPair.open(
                    UdpDeathTest::impatient, InetAddress.getLoopbackAddress(), new RelayedSide(relay))
            .connect();

    private static OrielConfig impatient(OrielConfig config) {
        return config.withTimeouts(config.timeouts().withDeadPeer(DEAD_PEER).withHandshake(Duration.ofSeconds(1)));
    }

    @AfterEach
    void close() {
        pair.close();
        relay.close();
    }

    private static ScatterGatherList bytes(UdpPair.Side side) {
        return ScatterGatherList.of(side.memory, 0, 8);
    }

    @Test
    void completesEverythingOutstandingOnce() {
        posted(pair.one.endpoint.receive(1, bytes(pair.one)));
        posted(pair.two.endpoint.receive(1, bytes(pair.two)));
        posted(pair.two.endpoint.receive(2, bytes(pair.two)));
        posted(pair.one.endpoint.send(2, bytes(pair.one), 0));
        assertThat(pair.one.nextSuccess().requestContext()).isEqualTo(2);

        relay.block(true);
        posted(pair.one.endpoint.send(3, bytes(pair.one), 0));
        posted(pair.one.endpoint.send(4, bytes(pair.one), 0));

        assertThat(ends(pair.one, 3)).containsExactlyInAnyOrder("3 IO_TIMEOUT", "4 CANCELED", "1 CANCELED");
        assertThat(pair.one.endpoint.isConnected()).isFalse();
        pair.await("the other side's end", () -> !pair.two.endpoint.isConnected());
        assertThat(pair.two.nextSuccess().requestContext()).isEqualTo(1);
        assertThat(ends(pair.two, 1)).containsExactly("2 CANCELED");
        assertThat(pair.one.completions).isEmpty();
        assertThat(pair.two.completions).isEmpty();
    }

    private static java.util.List<String> ends(UdpPair.Side side, int count) {
        java.util.List<String> ends = new java.util.ArrayList<>();
        for (int i = 0; i < count; i++) {
            Completion end = side.next();
            ends.add(end.requestContext() + " " + end.status());
        }
        return ends;
    }

    @Test
    void isNoticedWhileNobodyPolls() throws Exception {
        CompletableFuture<Void> disconnected = pair.one.connector.notifyDisconnect();

        relay.block(true);

        disconnected.get(20, TimeUnit.SECONDS);
        assertThat(pair.one.endpoint.send(1, bytes(pair.one), 0)).isEqualTo(NdStatus.CONNECTION_INVALID);
    }

    @Test
    void isNotSuspectedInAShortSilence() throws Exception {
        CompletableFuture<Void> disconnected = pair.one.connector.notifyDisconnect();
        relay.block(true);
        pair.loopFor(DEAD_PEER.dividedBy(2));
        relay.block(false);
        posted(pair.two.endpoint.receive(1, bytes(pair.two)));
        posted(pair.one.endpoint.send(2, bytes(pair.one), 0));

        pair.one.nextSuccess();
        pair.two.nextSuccess();

        assertThat(disconnected).isNotDone();
    }
}
