// SPDX-License-Identifier: Apache-2.0
// Copyright the Oriel authors.
package io.oriel.udp;

import static io.oriel.udp.UdpTraffic.posted;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.aeron.driver.MediaDriver;
import io.aeron.driver.ThreadingMode;
import io.aeron.driver.status.SystemCounterDescriptor;
import io.oriel.api.NdException;
import io.oriel.api.NdStatus;
import io.oriel.api.ScatterGatherList;
import io.oriel.api.config.OrielConfig;
import io.oriel.engine.testing.SeededRandom;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.UUID;
import java.util.concurrent.CompletableFuture;
import org.agrona.concurrent.SleepingMillisIdleStrategy;
import org.agrona.concurrent.status.CountersReader;
import org.junit.jupiter.api.Test;

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

    @Test
    void takesItsAdaptersAlongWhenItEnds() {
        MediaDriver driver = launch();
        try (UdpPair pair = UdpPair.open(this::join).connect()) {
            CompletableFuture<Void> disconnected = pair.two.connector.notifyDisconnect();
            posted(pair.one.endpoint.receive(1, bytes(pair.one)));
            posted(pair.one.endpoint.send(2, bytes(pair.one), 0)); // for which the peer has no Receive

            driver.close();

            assertThat(List.of(pair.one.next().status(), pair.one.next().status()))
                    .containsExactlyInAnyOrder(NdStatus.IO_TIMEOUT, NdStatus.CANCELED);
            UdpPair.get(disconnected); // though nobody polls that side
            assertThat(pair.one.endpoint.send(3, bytes(pair.one), 0)).isEqualTo(NdStatus.DEVICE_REMOVED);
            assertThat(pair.one.adapter.await(Duration.ofSeconds(20).toNanos())).isEqualTo(NdStatus.DEVICE_REMOVED);
            assertThat(pair.two.adapter.await(Duration.ofSeconds(20).toNanos())).isEqualTo(NdStatus.DEVICE_REMOVED);
            assertThatThrownBy(() -> pair.one.provider.openAdapter(pair.one.address))
                    .isInstanceOfSatisfying(
                            NdException.class, e -> assertThat(e.status()).isEqualTo(NdStatus.DEVICE_NOT_READY));
        }
    }

    private static ScatterGatherList bytes(UdpPair.Side side) {
        return ScatterGatherList.of(side.memory, 0, 8);
    }

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
