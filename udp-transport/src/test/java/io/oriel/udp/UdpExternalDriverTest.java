// SPDX-License-Identifier: Apache-2.0
// Copyright the Oriel authors.
package io.oriel.udp;

import static io.oriel.udp.UdpTraffic.posted;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.aeron.CommonContext;
import io.aeron.driver.MediaDriver;
import io.aeron.driver.ThreadingMode;
import io.aeron.driver.status.SystemCounterDescriptor;
import io.oriel.api.Completion;
import io.oriel.api.NdException;
import io.oriel.api.NdStatus;
import io.oriel.api.ScatterGatherList;
import io.oriel.api.config.OrielConfig;
import io.oriel.api.config.UdpConfig;
import io.oriel.testing.SeededRandom;
import io.oriel.testing.junit.WholeBuild;
import io.oriel.udp.datagram.Announcement;
import io.oriel.udp.relay.Chaos;
import io.oriel.udp.relay.ChaosRelay;
import io.oriel.udp.relay.RelayedSide;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Random;
import java.util.UUID;
import java.util.concurrent.CompletableFuture;
import java.util.function.UnaryOperator;
import org.agrona.concurrent.SleepingMillisIdleStrategy;
import org.agrona.concurrent.status.CountersReader;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** A media driver that runs on its own, on a thread of this process. */
class UdpExternalDriverTest {
    private static final int STEPS = 30;
    private static final int SENT_OFFSET = SystemCounterDescriptor.BYTES_SENT.id() * CountersReader.COUNTER_LENGTH;

    private final Path directory = Path.of("/dev/shm", "oriel-driver-" + UUID.randomUUID());

    private MediaDriver.Context context() {
        return new MediaDriver.Context()
                .aeronDirectoryName(directory.toString())
                .dirDeleteOnShutdown(true)
                .threadingMode(ThreadingMode.SHARED)
                .sharedIdleStrategy(new SleepingMillisIdleStrategy(1))
                .publicationTermBufferLength(1 << 20);
    }

    private MediaDriver launch() {
        return MediaDriver.launch(context());
    }

    private OrielConfig join(OrielConfig config) {
        return config.withUdp(config.udp().withExternalDriver(directory));
    }

    @Test
    void isLookedForWhereAeronHasItByDefault() {
        assertThat(UdpConfig.defaults().driverDirectory()).isEqualTo(Path.of(CommonContext.getAeronDirectoryName()));
    }

    @Test
    void carriesEverything() {
        try (MediaDriver driver = launch();
                UdpPair pair = UdpPair.open(this::join).connect()) {
            UdpTraffic traffic = new UdpTraffic(pair, SeededRandom.create(UdpExternalDriverTest.class));
            for (int step = 0; step < STEPS; step++) {
                assertThat(traffic.step()).isEqualTo(NdStatus.SUCCESS);
            }

            assertThat(driver.context().countersValuesBuffer().getLong(SENT_OFFSET))
                    .as("bytes that this driver has sent")
                    .isPositive();
        }
    }

    /** Nothing of Oriel's looks at a datagram before this driver does. */
    @Test
    void deliversNoWrongByteButEndsTheLinkWhenDatagramsAreDamaged() {
        Random random = SeededRandom.create(UdpExternalDriverTest.class);
        ChaosRelay relay = new ChaosRelay(new Random(random.nextLong()));
        Announcement announcement = new Announcement() {
            @Override
            public InetSocketAddress control(InetSocketAddress own) {
                return own;
            }

            @Override
            public InetSocketAddress data(InetSocketAddress own) {
                return relay.frontOf(own);
            }
        };
        try (MediaDriver driver = launch();
                UdpPair pair = UdpPair.open(this::join, InetAddress.getLoopbackAddress(), announcement)
                        .connect()) {
            UdpTraffic traffic = new UdpTraffic(pair, random);
            relay.chaos(new Chaos(0, 0, 0.02, 0, Duration.ZERO));
            NdStatus status;
            do {
                status = traffic.step();
            } while (status == NdStatus.SUCCESS);

            System.out.println("the link ended with " + status + " after " + relay.count());
            pair.await("both ends", () -> !pair.one.endpoint.isConnected() && !pair.two.endpoint.isConnected());
            assertThat(driver.context().countersValuesBuffer().getLong(SENT_OFFSET))
                    .isPositive();
            relay.chaos(Chaos.NONE);
        } finally {
            relay.close();
        }
    }

    /** Aeron forgets a stream of which nothing comes for a while, though the peer is awaited for longer. */
    @Test
    @Timeout(60)
    void endsALinkWhoseStreamTheDriverHasForgotten() {
        ChaosRelay relay = new ChaosRelay(SeededRandom.create(UdpExternalDriverTest.class));
        MediaDriver.Context context = context()
                .timerIntervalNs(Duration.ofMillis(100).toNanos())
                .imageLivenessTimeoutNs(Duration.ofMillis(500).toNanos());
        UnaryOperator<OrielConfig> patient =
                config -> join(config.withTimeouts(config.timeouts().withDeadPeer(Duration.ofMinutes(1))));
        try (MediaDriver driver = MediaDriver.launch(context);
                UdpPair pair = UdpPair.open(patient, InetAddress.getLoopbackAddress(), new RelayedSide(relay))
                        .connect()) {
            assertThat(driver.aeronDirectoryName()).isEqualTo(directory.toString());
            relay.block(true);
            pair.loopFor(Duration.ofSeconds(2));
            relay.block(false);

            pair.await("both ends", () -> !pair.one.endpoint.isConnected() && !pair.two.endpoint.isConnected());
        } finally {
            relay.close();
        }
    }

    @Test
    void takesItsAdaptersAlongWhenItEnds() {
        MediaDriver driver = launch();
        try (UdpPair pair = UdpPair.open(this::join).connect()) {
            CompletableFuture<Void> disconnected = pair.two.connector.notifyDisconnect();
            posted(pair.one.endpoint.receive(1, bytes(pair.one)));
            posted(pair.one.endpoint.send(2, bytes(pair.one), 0)); // for which the peer has no Receive

            driver.close();

            for (Completion end : List.of(pair.one.next(), pair.one.next())) {
                // As by a death, or by the farewell of the other side if that noticed first.
                assertThat(end.status()).isIn(NdStatus.IO_TIMEOUT, NdStatus.CANCELED);
            }
            assertThat(pair.one.completions).isEmpty();
            UdpPair.get(disconnected); // though nobody polls that side
            assertRemoved(pair.one);
            assertRemoved(pair.two);
            assertThat(pair.one.endpoint.send(3, bytes(pair.one), 0)).isEqualTo(NdStatus.DEVICE_REMOVED);
            assertThatThrownBy(() -> pair.one.provider.openAdapter(pair.one.address))
                    .isInstanceOfSatisfying(
                            NdException.class, e -> assertThat(e.status()).isEqualTo(NdStatus.DEVICE_NOT_READY));
        }
    }

    /** Who has heard the other side's farewell before it noticed the end itself has news of that first. */
    private static void assertRemoved(UdpPair.Side side) {
        NdStatus status;
        do {
            status = side.adapter.await(Duration.ofSeconds(20).toNanos());
        } while (status == NdStatus.SUCCESS);
        assertThat(status).isEqualTo(NdStatus.DEVICE_REMOVED);
    }

    private static ScatterGatherList bytes(UdpPair.Side side) {
        return ScatterGatherList.of(side.memory, 0, 8);
    }

    @WholeBuild
    @Test
    void isNamedWhenItDoesNotAnswer() {
        MediaDriver.Context context = context().threadingMode(ThreadingMode.INVOKER); // and nobody turns it
        try (MediaDriver driver = MediaDriver.launch(context)) {
            assertThat(driver.aeronDirectoryName()).isEqualTo(directory.toString());
            assertThatThrownBy(() -> UdpPair.open(this::join))
                    .isInstanceOfSatisfying(
                            NdException.class, e -> assertThat(e.status()).isEqualTo(NdStatus.DEVICE_NOT_READY))
                    .hasMessageContaining("does not answer");
        }
    }

    @Test
    void isNamedWhenItIsMissing() {
        assertThatThrownBy(() -> UdpPair.open(this::join))
                .isInstanceOfSatisfying(
                        NdException.class, e -> assertThat(e.status()).isEqualTo(NdStatus.DEVICE_NOT_READY))
                .hasMessageContaining(directory.toString())
                .hasMessageContaining("none runs there")
                .hasMessageContaining("oriel.udp.driverDirectory");
    }
}
