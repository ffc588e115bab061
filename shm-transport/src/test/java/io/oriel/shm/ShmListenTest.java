// SPDX-License-Identifier: Apache-2.0
// Copyright the Oriel authors.
package io.oriel.shm;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.oriel.api.NdException;
import io.oriel.api.NdStatus;
import io.oriel.engine.transport.Port;
import io.oriel.shm.directory.BaseDirectory;
import io.oriel.shm.directory.SocketNames;
import java.io.IOException;
import java.net.InetSocketAddress;
import java.net.StandardProtocolFamily;
import java.net.UnixDomainSocketAddress;
import java.nio.channels.ServerSocketChannel;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import org.assertj.core.api.ThrowableAssert.ThrowingCallable;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

final class ShmListenTest {
    private final ShmTestBed bed = new ShmTestBed();
    private final TestPort port = bed.openPort();
    private final TestPort other = bed.openPort();

    @AfterEach
    void closeBed() {
        bed.close();
    }

    @Test
    void choosesAFreePort() {
        InetSocketAddress first = port.listen().address();
        InetSocketAddress second = port.listen().address();

        assertThat(first.getPort()).isBetween(49152, 65535);
        assertThat(second.getPort()).isBetween(49152, 65535).isNotEqualTo(first.getPort());
        assertThat(first.getAddress().isLoopbackAddress()).isTrue();
    }

    @Test
    void takesThePortAskedFor() throws IOException {
        Port.Listening listening = port.port().listen(TestAddresses.at("127.0.0.1", 7));

        assertThat(listening.address()).isEqualTo(TestAddresses.at("127.0.0.1", 7));
        assertThat(PosixFilePermissions.toString(Files.getPosixFilePermissions(socket(listening.address()))))
                .isEqualTo("rw-------");
    }

    @Test
    void doesNotShareAnAddress() {
        InetSocketAddress address = port.listen().address();

        assertStatus(NdStatus.SHARING_VIOLATION, () -> port.port().listen(address));
        assertStatus(NdStatus.SHARING_VIOLATION, () -> other.port().listen(address));
    }

    @Test
    void doesNotShareAPortBetweenTheWildcardAndAnAddress() {
        InetSocketAddress specific = port.listen().address();
        InetSocketAddress wildcard =
                port.port().listen(TestAddresses.at("0.0.0.0", 0)).address();

        assertStatus(
                NdStatus.SHARING_VIOLATION, () -> other.port().listen(TestAddresses.at("0.0.0.0", specific.getPort())));
        assertStatus(
                NdStatus.SHARING_VIOLATION,
                () -> other.port().listen(TestAddresses.at("127.0.0.1", wildcard.getPort())));
    }

    @Test
    void takesDialsToEveryLocalAddressOnTheWildcard() {
        int number =
                port.port().listen(TestAddresses.at("0.0.0.0", 0)).address().getPort();

        TestPort.TestLink link = other.dial(TestAddresses.at("127.0.0.1", number));
        assertThat(TestPort.await(other.beginDial(TestAddresses.at("127.0.0.2", number))))
                .isSameAs(link.link());
        assertDialFails(NdStatus.CONNECTION_REFUSED, TestAddresses.at("192.0.2.1", number));
        assertDialFails(
                NdStatus.CONNECTION_REFUSED, TestAddresses.at("0000:0000:0000:0000:0000:0000:0000:0001", number));
    }

    /** As a member makes one who does not look for the wildcard before. */
    @Test
    void keepsItsAddressesThoughALaterSocketHasTheNameOfOne() throws IOException {
        int number =
                port.port().listen(TestAddresses.at("0.0.0.0", 0)).address().getPort();
        InetSocketAddress address = TestAddresses.at("127.0.0.1", number);
        try (ServerSocketChannel usurper = ServerSocketChannel.open(StandardProtocolFamily.UNIX)) {
            usurper.bind(UnixDomainSocketAddress.of(socket(address)));

            assertThat(other.dial(address).link().isDialler()).isTrue();
            assertThat(port.nextOpened().link().isDialler()).isFalse();
        }
    }

    @Test
    void isNotReachedThroughALinkToAnotherSocket() throws IOException {
        InetSocketAddress address = TestAddresses.at("127.0.0.1", 50124);
        Files.createSymbolicLink(socket(address), socket(port.listen().address()));

        assertDialFails(NdStatus.CONNECTION_REFUSED, address);
    }

    @Test
    void freesTheAddressAtOnceWhenItIsClosed() {
        Port.Listening listening = port.listen();
        other.dial(listening.address());

        listening.close();
        listening.close();

        assertThat(socket(listening.address())).doesNotExist();
        assertDialFails(NdStatus.CONNECTION_REFUSED, listening.address());
        assertThat(other.port().listen(listening.address()).address()).isEqualTo(listening.address());
    }

    @Test
    void keepsItsLinksWhenItIsClosed() {
        Port.Listening listening = port.listen();
        TestPort.TestLink link = other.dial(listening.address());

        listening.close();
        link.send(1, 2);

        assertThat(port.nextOpened().receive()).containsExactly(1, 2);
    }

    @Test
    void takesOverASocketOnWhichNobodyListens() throws IOException {
        InetSocketAddress address = TestAddresses.at("127.0.0.1", 50123);
        try (ServerSocketChannel stale = ServerSocketChannel.open(StandardProtocolFamily.UNIX)) {
            stale.bind(UnixDomainSocketAddress.of(socket(address)));
        }
        assertDialFails(NdStatus.CONNECTION_REFUSED, address);

        port.port().listen(address);

        assertThat(other.dial(address).link().isDialler()).isTrue();
    }

    @Test
    void leavesANameThatIsNoLongerItsOwn() throws IOException {
        Port.Listening listening = port.listen();
        Path socket = socket(listening.address());
        Files.delete(socket);
        try (ServerSocketChannel usurper = ServerSocketChannel.open(StandardProtocolFamily.UNIX)) {
            usurper.bind(UnixDomainSocketAddress.of(socket));

            listening.close();

            assertThat(socket).exists();
        }
    }

    @Test
    void takesOnlyAddressesOfThisHost() {
        assertStatus(NdStatus.INVALID_ADDRESS, () -> port.port().listen(TestAddresses.at("192.0.2.1", 0)));
        assertStatus(
                NdStatus.INVALID_ADDRESS, () -> port.port().listen(InetSocketAddress.createUnresolved("nowhere", 0)));
    }

    @Test
    void refusesDialsThatNameNoListener() {
        assertDialFails(NdStatus.CONNECTION_REFUSED, TestAddresses.at("127.0.0.1", 1));
        assertDialFails(NdStatus.INVALID_ADDRESS, TestAddresses.at("127.0.0.1", 0));
        assertDialFails(NdStatus.INVALID_ADDRESS, TestAddresses.at("0.0.0.0", 50000));
        assertDialFails(NdStatus.INVALID_ADDRESS, InetSocketAddress.createUnresolved("nowhere", 1));
    }

    @Test
    void endsWithItsPort() {
        Port.Listening listening = port.listen();

        port.port().close();

        assertThat(socket(listening.address())).doesNotExist();
        assertStatus(NdStatus.DEVICE_REMOVED, () -> port.port().listen(listening.address()));
        listening.close();
    }

    private Path socket(InetSocketAddress address) {
        return SocketNames.of(BaseDirectory.open(bed.directory())).listener(address);
    }

    private void assertDialFails(NdStatus status, InetSocketAddress address) {
        assertStatus(status, () -> other.dial(address));
    }

    static void assertStatus(NdStatus status, ThrowingCallable call) {
        assertThatThrownBy(call)
                .isInstanceOfSatisfying(
                        NdException.class, e -> assertThat(e.status()).isEqualTo(status));
    }
}
