// SPDX-License-Identifier: Apache-2.0
// Copyright the Oriel authors.
package io.oriel.udp;

import static org.assertj.core.api.Assertions.assertThat;

import io.oriel.api.NdStatus;
import io.oriel.api.config.OrielConfig;
import io.oriel.testing.SeededRandom;
import io.oriel.udp.datagram.Announcement;
import io.oriel.udp.relay.ChaosRelay;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.util.List;
import java.util.Random;
import java.util.function.UnaryOperator;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** How long datagrams are, seen on their way. */
class UdpMtuTest {
    private static final int ETHERNET = 1408;
    private static final int JUMBO = 8960;
    private static final int STEPS = 20;

    private final Random random = SeededRandom.create(UdpMtuTest.class);
    private final ChaosRelay relay = new ChaosRelay(new Random(random.nextLong()));

    private final Announcement announcement = new Announcement() {
        @Override
        public InetSocketAddress control(InetSocketAddress own) {
            return own;
        }

        @Override
        public InetSocketAddress data(InetSocketAddress own) {
            return relay.frontOf(own);
        }
    };

    @AfterEach
    void close() {
        relay.close();
    }

    private static UnaryOperator<OrielConfig> mtu(int length) {
        return config -> config.withUdp(config.udp().withMtuLength(length));
    }

    private UdpPair open(int one, int two) {
        return UdpPair.open(List.of(mtu(one), mtu(two)), InetAddress.getLoopbackAddress(), announcement)
                .connect();
    }

    private void exchange(UdpPair pair) {
        UdpTraffic traffic = new UdpTraffic(pair, random);
        for (int step = 0; step < STEPS; step++) {
            assertThat(traffic.step()).isEqualTo(NdStatus.SUCCESS);
        }
    }

    @ParameterizedTest
    @ValueSource(ints = {1024, ETHERNET, JUMBO, 65_504})
    void isWhatIsSet(int length) {
        try (UdpPair pair = open(length, length)) {
            exchange(pair);

            assertThat(relay.longest()).isEqualTo(length);
        }
    }

    @Test
    void isTheSendersWhenPeersDiffer() {
        try (UdpPair pair = open(ETHERNET, JUMBO)) {
            exchange(pair);

            assertThat(relay.longest()).as("Reads are answered by the other").isEqualTo(JUMBO);
        }
        try (UdpPair pair = open(JUMBO, ETHERNET)) {
            exchange(pair);

            assertThat(relay.longest()).as("Writes go to the other").isEqualTo(JUMBO);
        }
    }
}
