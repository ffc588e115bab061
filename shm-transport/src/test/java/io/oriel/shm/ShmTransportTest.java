// SPDX-License-Identifier: Apache-2.0
// Copyright the Oriel authors.
package io.oriel.shm;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.oriel.api.config.OrielConfig;
import io.oriel.engine.transport.Port;
import io.oriel.engine.transport.RegionMemory;
import io.oriel.engine.transport.Transport;
import io.oriel.engine.transport.TransportFactory;
import io.oriel.testing.junit.WholeBuild;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.ServiceLoader;
import java.util.function.UnaryOperator;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

final class ShmTransportTest {
    private static final int LINKS = WholeBuild.RUNS ? 1000 : 100;
    private static final int SMALL_TERM_LENGTH = 64 * 1024;

    @Test
    void isFoundByItsFactory() {
        assertThat(ServiceLoader.load(TransportFactory.class))
                .anySatisfy(factory -> assertThat(factory.medium()).isEqualTo("shm"));
    }

    @Test
    void offersTheHostsAddressesLoopbackFirst() {
        try (ShmTestBed bed = new ShmTestBed()) {
            List<InetAddress> addresses = bed.open().addresses();

            assertThat(addresses.get(0).isLoopbackAddress()).isTrue();
            assertThat(addresses).doesNotHaveDuplicates();
        }
    }

    @Test
    void leavesAnEmptyDirectoryBehind() {
        try (ShmTestBed bed = new ShmTestBed()) {
            Transport host = bed.open();
            Transport guest = bed.open();
            TestPort listener = bed.openPort(host);
            TestPort dialler = bed.openPort(guest);
            dialler.dial(listener.listen().address());
            RegionMemory memory = dialler.port().allocate(4096);

            bed.close(guest);
            bed.close(host);

            assertThat(bed.files()).containsExactly("lock");
            memory.buffer().putByte(0, (byte) 1);
        }
    }

    @Test
    void harmsNoLinkThatItIsNoEndOfWhenItCloses() {
        try (ShmTestBed bed = new ShmTestBed()) {
            Transport first = bed.open();
            TestPort leaving = bed.openPort(first);
            TestPort second = bed.openPort();
            TestPort third = bed.openPort();
            TestPort.TestLink ends = leaving.dial(second.listen().address());
            TestPort.TestLink peerOfEnds = second.nextOpened();
            TestPort.TestLink stays = third.dial(second.listen().address());
            TestPort.TestLink peerOfStays = second.nextOpened();
            ends.send(1, 7);
            assertThat(peerOfEnds.receive()).containsExactly(1, 7);

            bed.close(first);

            assertThat(peerOfEnds.nextEvent()).isEqualTo("closed");
            stays.send(1, 2);
            assertThat(peerOfStays.receive()).containsExactly(1, 2);
            peerOfStays.send(3, 7);
            assertThat(stays.receive()).containsExactly(3, 7);
            second.dial(third.listen().address()).send(4, 7);
            assertThat(third.nextOpened().receive()).containsExactly(4, 7);
            assertThat(second.removals()).isEmpty();
            assertThat(third.removals()).isEmpty();
        }
    }

    @Test
    void opensNoPortAfterItIsClosed() {
        try (ShmTestBed bed = new ShmTestBed()) {
            Transport transport = bed.open();
            TestPort port = bed.openPort(transport);

            transport.close();
            transport.close();

            assertThatThrownBy(() -> transport.openPort(InetAddress.getLoopbackAddress(), port))
                    .isInstanceOf(IllegalStateException.class);
        }
    }

    @Test
    void worksOnAThreadThatIsInterrupted() {
        try (ShmTestBed bed = new ShmTestBed()) {
            Thread.currentThread().interrupt();
            Transport transport = bed.open();
            assertThat(Thread.interrupted()).isTrue();

            Thread.currentThread().interrupt();
            TestPort port = bed.openPort(transport);
            TestPort other = bed.openPort();
            InetSocketAddress address = port.listen().address();
            RegionMemory memory = port.port().allocate(100);
            Port.Listening second = port.listen();
            second.close();
            assertThat(Thread.interrupted()).isTrue();

            TestPort.TestLink link = other.dial(address);
            TestPort.TestLink theirs = port.nextOpened();
            Thread.currentThread().interrupt();
            link.send(1, 2);
            assertThat(theirs.receive()).containsExactly(1, 2);
            other.port().kick();
            port.port().kick();
            memory.release();
            other.port().close();
            assertThat(Thread.interrupted()).isTrue();

            assertThat(theirs.nextEvent()).isEqualTo("closed");
        }
    }

    @Test
    void leavesNoDescriptorsOrFilesOfManyLinks() {
        UnaryOperator<OrielConfig> smallLogs =
                config -> config.withDriver(config.driver().withTermLength(SMALL_TERM_LENGTH));
        try (ShmTestBed bed = new ShmTestBed(smallLogs)) {
            TestPort listener = bed.openPort();
            TestPort dialler = bed.openPort();
            InetSocketAddress address = listener.listen().address();
            openAndClose(dialler, listener, address);
            List<String> files = withoutLogs(bed.files());
            long descriptors = descriptors();

            for (int i = 0; i < LINKS; i++) {
                openAndClose(dialler, listener, address);
            }

            Eventually.becomes(() -> withoutLogs(bed.files()), files);
            Eventually.becomes(() -> logs(bed.files()), List.of());
            Eventually.becomes(() -> descriptors() <= descriptors, true);
        }
    }

    private static void openAndClose(TestPort dialler, TestPort listener, InetSocketAddress address) {
        TestPort.TestLink link = dialler.dial(address);
        TestPort.TestLink theirs = listener.nextOpened();
        link.close();
        assertThat(theirs.nextEvent()).isEqualTo("closed");
        theirs.close();
    }

    @Test
    void leavesNoDescriptorsOfManyTransports() {
        try (ShmTestBed bed = new ShmTestBed()) {
            bed.close(openedWithPort(bed));
            long descriptors = descriptors();

            for (int i = 0; i < 20; i++) {
                bed.close(openedWithPort(bed));
            }

            assertThat(bed.files()).containsExactly("lock");
            Eventually.becomes(() -> descriptors() <= descriptors, true);
        }
    }

    private static Transport openedWithPort(ShmTestBed bed) {
        Transport transport = bed.open();
        bed.openPort(transport).listen();
        return transport;
    }

    private static List<String> logs(List<String> files) {
        return files.stream().filter(name -> name.endsWith(".logbuffer")).toList();
    }

    private static List<String> withoutLogs(List<String> files) {
        return files.stream().filter(name -> !name.endsWith(".logbuffer")).toList();
    }

    private static long descriptors() {
        try (Stream<Path> open = Files.list(Path.of("/proc/self/fd"))) {
            return open.count();
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }
}
