// SPDX-License-Identifier: Apache-2.0
// Copyright the Oriel authors.
package io.oriel.udp;

import static org.assertj.core.api.Assertions.assertThat;

import io.aeron.driver.MediaDriver;
import io.aeron.driver.ThreadingMode;
import io.oriel.api.NdStatus;
import io.oriel.api.config.OrielConfig;
import io.oriel.testing.SeededRandom;
import io.oriel.testing.junit.WholeBuild;
import io.oriel.udp.datagram.Announcement;
import io.oriel.udp.relay.Chaos;
import io.oriel.udp.relay.ChaosRelay;
import io.oriel.udp.relay.RelayedSide;
import java.net.InetAddress;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Random;
import java.util.UUID;
import java.util.function.IntToLongFunction;
import java.util.function.UnaryOperator;
import org.agrona.concurrent.SleepingMillisIdleStrategy;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** Links whose streams come to the last position that Aeron can count: they go on in others, and nobody notices. */
@Timeout(300)
class UdpPositionTest {
    private static final int TERM_LENGTH = 64 * 1024;
    private static final int TERMS_LEFT = 64;
    private static final int STEPS = 200;

    private final Random random = SeededRandom.create(UdpPositionTest.class);

    /** Each stream begins so near to its end that the traffic of a test needs several of them. */
    static final IntToLongFunction NEAR_THE_END = termLength -> ((1L << 31) - TERMS_LEFT) * termLength;

    private static OrielConfig small(OrielConfig config) {
        return config.withUdp(config.udp().withTermLength(TERM_LENGTH));
    }

    private static UdpPair open(UnaryOperator<OrielConfig> change, Announcement one, Announcement two) {
        return UdpPair.open(List.of(change, change), InetAddress.getLoopbackAddress(), List.of(one, two), NEAR_THE_END);
    }

    /** Carries so many times what a stream has left. */
    private void carry(UdpPair pair, int times) {
        UdpTraffic traffic = new UdpTraffic(pair, random);
        for (int step = 0; step < times * STEPS; step++) {
            assertThat(traffic.step()).as("step %s", step).isEqualTo(NdStatus.SUCCESS);
        }
        assertThat(traffic.bytes()).isGreaterThan((long) times * TERMS_LEFT * TERM_LENGTH);
        assertThat(pair.one.endpoint.isConnected()).isTrue();
        assertThat(pair.two.endpoint.isConnected()).isTrue();
    }

    @Test
    void goOnInOtherStreams() {
        try (UdpPair pair = open(UdpPositionTest::small, Announcement.TRUE, Announcement.TRUE)
                .connect()) {
            carry(pair, WholeBuild.RUNS ? 3 : 1);
        }
    }

    @WholeBuild
    @Test
    void goOnInOtherStreamsThoughTheNetworkLosesAndRepeats() {
        ChaosRelay relay = new ChaosRelay(new Random(random.nextLong()));
        try (UdpPair pair = open(UdpPositionTest::small, new RelayedSide(relay), new RelayedSide(relay))) {
            relay.chaos(new Chaos(0.01, 0.02, 0, 0, Duration.ofMillis(1)));
            pair.connect();

            carry(pair, 1);

            relay.chaos(Chaos.NONE);
        } finally {
            relay.close();
        }
    }

    @WholeBuild
    @Test
    void goOnInOtherStreamsOfADriverThatRunsOnItsOwn() {
        Path directory = Path.of("/dev/shm", "oriel-driver-" + UUID.randomUUID());
        MediaDriver.Context context = new MediaDriver.Context()
                .aeronDirectoryName(directory.toString())
                .dirDeleteOnShutdown(true)
                .threadingMode(ThreadingMode.SHARED)
                .sharedIdleStrategy(new SleepingMillisIdleStrategy(1))
                .publicationTermBufferLength(TERM_LENGTH);
        UnaryOperator<OrielConfig> join = config -> {
            OrielConfig small = small(config);
            return small.withUdp(small.udp().withExternalDriver(directory));
        };
        try (MediaDriver driver = MediaDriver.launch(context);
                UdpPair pair = open(join, Announcement.TRUE, Announcement.TRUE).connect()) {
            assertThat(driver.aeronDirectoryName()).isEqualTo(directory.toString());
            carry(pair, WholeBuild.RUNS ? 3 : 1);
        }
    }

    @Test
    void endWhenThePeerDoesNotTakePart() {
        ChaosRelay relay = new ChaosRelay(new Random(random.nextLong()));
        UnaryOperator<OrielConfig> impatient =
                config -> small(config).withTimeouts(config.timeouts().withDeadPeer(Duration.ofMillis(500)));
        try (UdpPair pair =
                open(impatient, new RelayedSide(relay), new RelayedSide(relay)).connect()) {
            UdpTraffic traffic = new UdpTraffic(pair, random);
            NdStatus before = traffic.step();
            relay.block(true);

            pair.await("both ends", () -> !pair.one.endpoint.isConnected() && !pair.two.endpoint.isConnected());
            assertThat(before).isEqualTo(NdStatus.SUCCESS);
        } finally {
            relay.close();
        }
    }
}
