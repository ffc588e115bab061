// SPDX-License-Identifier: Apache-2.0
// Copyright the Oriel authors.
package io.oriel.shm.directory;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.oriel.api.NdException;
import io.oriel.api.NdStatus;
import io.oriel.shm.ShmTestBed;
import io.oriel.shm.TestAddresses;
import io.oriel.testing.resource.Directories;
import java.io.IOException;
import java.net.StandardProtocolFamily;
import java.net.UnixDomainSocketAddress;
import java.nio.channels.ServerSocketChannel;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

final class SocketNamesTest {
    private static final int LONGEST_NAME = 48;

    private final Path path = ShmTestBed.freshDirectory();

    @BeforeEach
    void open() {
        BaseDirectory.open(path);
    }

    @AfterEach
    void removeDirectory() {
        Directories.delete(path);
    }

    @Test
    void differByAddressAndPort() {
        SocketNames names = SocketNames.of(BaseDirectory.open(path));

        assertThat(names.listener(TestAddresses.at("127.0.0.1", 50000)))
                .isNotEqualTo(names.listener(TestAddresses.at("127.0.0.1", 50001)))
                .isNotEqualTo(names.listener(TestAddresses.at("127.0.0.2", 50000)))
                .isNotEqualTo(names.listener(TestAddresses.at("0000:0000:0000:0000:0000:0000:0000:0001", 50000)))
                .isEqualTo(names.listener(TestAddresses.at("127.0.0.1", 50000)));
    }

    @Test
    void areShortEnoughInTheLongestDirectoryThatMayBeConfigured() {
        SocketNames names = SocketNames.of(BaseDirectory.open(path));

        Path longest = names.listener(TestAddresses.at("ffff:ffff:ffff:ffff:ffff:ffff:ffff:ffff", 65535));

        assertThat(longest.getFileName().toString().length()).isLessThanOrEqualTo(LONGEST_NAME);
        assertThat(50 + 1 + LONGEST_NAME).isLessThanOrEqualTo(SocketNames.MAX_PATH_LENGTH);
    }

    @Test
    void areThoseOfTheScopeWhateverTheNetworkNamespaceIs() {
        SocketNames names = SocketNames.of(BaseDirectory.open(path), "Shop_1.x56789abc");

        Path socket = names.listener(TestAddresses.at("127.0.0.1", 50000));

        assertThat(socket).hasFileName("n-Shop_1.x56789abc-7f000001-c350");
        assertThat(SocketNames.isSocketName(socket.getFileName().toString())).isTrue();
        Path longest = names.listener(TestAddresses.at("ffff:ffff:ffff:ffff:ffff:ffff:ffff:ffff", 65535));
        assertThat(50 + 1 + longest.getFileName().toString().length()).isLessThanOrEqualTo(SocketNames.MAX_PATH_LENGTH);
    }

    @Test
    void areRefusedInADirectoryWhosePathIsTooLong() {
        Path tooLong = path.resolve("x".repeat(SocketNames.MAX_PATH_LENGTH - 40));
        SocketNames names = SocketNames.of(BaseDirectory.open(tooLong));

        assertThatThrownBy(() -> names.listener(TestAddresses.at("127.0.0.1", 50000)))
                .isInstanceOfSatisfying(
                        NdException.class, e -> assertThat(e.status()).isEqualTo(NdStatus.INSUFFICIENT_RESOURCES))
                .hasMessageContaining("107")
                .hasMessageContaining("oriel.sharedMemory.directory");
    }

    @Test
    void nameTheWildcardOfTheSameFamily() {
        SocketNames names = SocketNames.of(BaseDirectory.open(path));

        assertThat(names.wildcard(TestAddresses.at("127.0.0.1", 50000)))
                .isEqualTo(names.listener(TestAddresses.at("0.0.0.0", 50000)));
        assertThat(names.wildcard(TestAddresses.at("0000:0000:0000:0000:0000:0000:0000:0001", 50000)))
                .isEqualTo(names.listener(TestAddresses.at("0000:0000:0000:0000:0000:0000:0000:0000", 50000)));
    }

    @Test
    void tellStaleSocketsFromLiveOnes() throws IOException {
        Path socket = path.resolve("s-0-7f000001-c350");
        assertThat(SocketNames.isStale(socket)).isFalse();

        try (ServerSocketChannel channel = ServerSocketChannel.open(StandardProtocolFamily.UNIX)) {
            channel.bind(UnixDomainSocketAddress.of(socket));
            assertThat(SocketNames.isStale(socket)).isFalse();
        }

        assertThat(SocketNames.isStale(socket)).isTrue();
        Path link = path.resolve("s-0-7f000001-c351");
        Files.createSymbolicLink(link, socket);
        assertThat(SocketNames.isStale(link)).isFalse();
    }
}
