// SPDX-License-Identifier: Apache-2.0
// Copyright the Oriel authors.
package io.oriel.shm.driver;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.oriel.api.NdException;
import io.oriel.api.NdStatus;
import io.oriel.api.config.DriverMode;
import io.oriel.api.config.OrielConfig;
import io.oriel.engine.transport.Transport;
import io.oriel.shm.ShmTestBed;
import io.oriel.shm.TestPort;
import java.io.IOException;
import java.net.StandardProtocolFamily;
import java.net.UnixDomainSocketAddress;
import java.nio.channels.ServerSocketChannel;
import java.nio.file.Path;
import java.time.Duration;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.LinkedBlockingQueue;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

final class DriverHostTest {
    private final ShmTestBed bed = new ShmTestBed();
    private final OrielConfig external =
            bed.config().withDriver(bed.config().driver().withMode(DriverMode.EXTERNAL));

    @AfterEach
    void closeBed() {
        bed.close();
    }

    @Test
    void servesProcessesOfBothModes() {
        TestPort first;
        TestPort second;
        try (DriverHost host = start()) {
            assertThat(host).isNotNull();
            first = bed.openPort(bed.open(external));
            second = bed.openPort();
            assertThat(driverDirectories()).isEqualTo(1);

            TestPort.TestLink link = first.dial(second.listen().address());
            link.send(1, 2);

            assertThat(second.nextOpened().receive()).containsExactly(1, 2);
        }
        assertThat(first.nextRemoval()).contains("driver");
        second.dial(second.listen().address()).send(3, 7);
        assertThat(second.nextOpened().receive()).containsExactly(3, 7);
        assertThat(second.removals()).isEmpty();
    }

    @Test
    void carriesLinksToProcessesWithADriverOfTheirOwnFromEitherSide() {
        try (DriverHost host = start()) {
            assertThat(host).isNotNull();
            TestPort guest = bed.openPort(bed.open(external));
            TestPort own = bed.openPort();

            TestPort.TestLink there = own.dial(guest.listen().address());
            there.send(1, 2);
            TestPort.TestLink atGuest = guest.nextOpened();
            assertThat(atGuest.receive()).containsExactly(1, 2);
            atGuest.send(3, 7);
            assertThat(there.receive()).containsExactly(3, 7);

            TestPort.TestLink back = guest.dial(own.listen().address());
            back.send(4, 7);
            assertThat(own.nextOpened().receive()).containsExactly(4, 7);
            assertThat(bed.errors()).isEmpty();
        }
    }

    @Test
    void outlivesTheProcessesThatUseIt() {
        try (DriverHost host = start()) {
            Transport transport = bed.open(external);
            bed.openPort(transport);
            bed.close(transport);

            TestPort next = bed.openPort(bed.open(external));

            assertThat(next.dial(next.listen().address()).link().isDialler()).isTrue();
            assertThat(host).isNotNull();
        }
    }

    @Test
    void isMissedInExternalMode() {
        Transport transport = bed.open(external);

        assertThatThrownBy(() -> bed.openPort(transport))
                .isInstanceOfSatisfying(
                        NdException.class, e -> assertThat(e.status()).isEqualTo(NdStatus.DEVICE_NOT_READY))
                .hasMessageContaining("bin/oriel driver")
                .hasMessageContaining(bed.directory().toString());

        try (DriverHost host = start()) {
            assertThat(host).isNotNull();
            bed.openPort(transport);
        }
    }

    @Test
    void isOneForADirectory() {
        try (DriverHost host = start()) {
            assertThat(host).isNotNull();
            assertThatThrownBy(this::start)
                    .isInstanceOfSatisfying(
                            NdException.class, e -> assertThat(e.status()).isEqualTo(NdStatus.SHARING_VIOLATION))
                    .hasMessageContaining("already");
        }
    }

    @Test
    void leavesAnEmptyDirectoryBehind() {
        DriverHost host = start();

        host.close();
        host.close();

        assertThat(bed.files()).containsExactly("lock");
    }

    @Test
    void runsUntilItIsInterrupted() throws InterruptedException {
        BlockingQueue<Object> events = new LinkedBlockingQueue<>();
        Thread runner = new Thread(() -> {
            try {
                DriverHost.run(bed.config(), events::add, events::add);
            } catch (InterruptedException e) {
                events.add("interrupted");
            }
        });
        runner.start();
        assertThat(TestPort.take(events)).isEqualTo(bed.directory());

        runner.interrupt();

        assertThat(TestPort.take(events)).isEqualTo("interrupted");
        runner.join();
        assertThat(bed.files()).containsExactly("lock");
    }

    @Test
    void isGivenUpIfItDoesNotAnswer() throws IOException {
        OrielConfig impatient = external.withTimeouts(external.timeouts().withHandshake(Duration.ofMillis(200)));
        Transport transport = bed.open(impatient);
        Path socket = bed.directory().resolve("d.sock");
        try (ServerSocketChannel silent = ServerSocketChannel.open(StandardProtocolFamily.UNIX)) {
            silent.bind(UnixDomainSocketAddress.of(socket));

            assertThatThrownBy(() -> bed.openPort(transport))
                    .isInstanceOfSatisfying(
                            NdException.class, e -> assertThat(e.status()).isEqualTo(NdStatus.DEVICE_NOT_READY))
                    .hasMessageContaining("does not answer");
        }

        // The socket is stale now.
        try (DriverHost host = start()) {
            assertThat(host).isNotNull();
            bed.openPort(transport);
        }
    }

    private DriverHost start() {
        return DriverHost.start(bed.config(), bed.errors()::add);
    }

    private long driverDirectories() {
        return bed.files().stream()
                .filter(name -> name.matches("[^/]*/h-[^/]*"))
                .count();
    }
}
