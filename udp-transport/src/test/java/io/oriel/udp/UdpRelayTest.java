// SPDX-License-Identifier: Apache-2.0
// Copyright the Oriel authors.
package io.oriel.udp;

import static org.assertj.core.api.Assertions.assertThat;

import io.aeron.protocol.DataHeaderFlyweight;
import io.aeron.protocol.HeaderFlyweight;
import io.oriel.api.NdStatus;
import io.oriel.api.config.OrielConfig;
import io.oriel.testing.SeededRandom;
import io.oriel.udp.relay.Chaos;
import io.oriel.udp.relay.ChaosRelay;
import io.oriel.udp.relay.Passage;
import io.oriel.udp.relay.RelayedSide;
import java.net.InetAddress;
import java.nio.ByteBuffer;
import java.time.Duration;
import java.util.Random;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.Predicate;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** Two adapters whose links go through a relay that does not treat them well. */
class UdpRelayTest {
    private static final int STEPS = Integer.getInteger("oriel.test.relaySteps", 100);
    private static final long TIMEOUT_SECONDS = 600;
    private static final int STREAM_ID = 1;

    private final Random random = SeededRandom.create(UdpRelayTest.class);
    private final ChaosRelay relay = new ChaosRelay(new Random(random.nextLong()));
    private UdpPair pair;

    @BeforeEach
    void open() {
        pair = UdpPair.open(UdpRelayTest::patient, InetAddress.getLoopbackAddress(), new RelayedSide(relay));
    }

    private static OrielConfig patient(OrielConfig config) {
        return config.withTimeouts(
                config.timeouts().withDeadPeer(Duration.ofSeconds(10)).withHandshake(Duration.ofSeconds(20)));
    }

    @AfterEach
    void close() {
        relay.chaos(Chaos.NONE);
        pair.close();
        relay.close();
    }

    private void survive(Chaos chaos) {
        relay.chaos(chaos);
        pair.connect();
        UdpTraffic traffic = new UdpTraffic(pair, random);

        for (int step = 0; step < STEPS; step++) {
            assertThat(traffic.step())
                    .as("step %s, after %s", step, relay.count())
                    .isEqualTo(NdStatus.SUCCESS);
        }

        System.out.println("relay: " + relay.count());
        assertThat(pair.one.endpoint.isConnected()).isTrue();
        assertThat(pair.two.endpoint.isConnected()).isTrue();
    }

    @Test
    @Timeout(TIMEOUT_SECONDS)
    void losesNothingThatTheRelayLoses() {
        survive(new Chaos(0.02, 0, 0, 0, Duration.ZERO));
    }

    /** Loses the next frame, or the one after it, and all of Aeron's signs that something was sent. */
    private static Predicate<Passage> theLastFrame(int after) {
        AtomicInteger left = new AtomicInteger(after);
        return passage -> {
            byte[] datagram = passage.bytes();
            DataHeaderFlyweight header = new DataHeaderFlyweight(ByteBuffer.wrap(datagram));
            boolean isOfStream = datagram.length >= DataHeaderFlyweight.HEADER_LENGTH
                    && header.headerType() == HeaderFlyweight.HDR_TYPE_DATA
                    && header.streamId() == STREAM_ID;
            return isOfStream && (header.frameLength() == 0 || left.getAndDecrement() == 0);
        };
    }

    @Test
    @Timeout(TIMEOUT_SECONDS)
    void findsOutThatTheLastFrameIsLostThoughNothingFollowsIt() {
        pair.connect();
        UdpTraffic traffic = new UdpTraffic(pair, random);

        for (int step = 0; step < STEPS; step++) {
            relay.lose(theLastFrame(step % 3));
            assertThat(traffic.step()).as("step %s", step).isEqualTo(NdStatus.SUCCESS);
        }

        assertThat(relay.spoilt()).isPositive();
    }

    @Test
    @Timeout(TIMEOUT_SECONDS)
    void losesNothingWhenDatagramsAreRepeatedDelayedAndOvertakeEachOther() {
        survive(new Chaos(0.01, 0.05, 0, 0, Duration.ofMillis(3)));
    }

    @Test
    @Timeout(TIMEOUT_SECONDS)
    void deliversNoWrongByteWhenDatagramsAreDamagedAndForged() {
        survive(new Chaos(0.005, 0.01, 0.02, 0.05, Duration.ofMillis(1)));
        assertThat(relay.spoilt()).isPositive();
    }
}
