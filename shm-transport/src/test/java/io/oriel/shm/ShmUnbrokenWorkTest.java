// SPDX-License-Identifier: Apache-2.0
// Copyright the Oriel authors.
package io.oriel.shm;

import static org.assertj.core.api.Assertions.assertThat;

import io.oriel.api.NdStatus;
import io.oriel.api.config.OrielConfig;
import io.oriel.shm.directory.BaseDirectory;
import io.oriel.shm.directory.SocketNames;
import io.oriel.testing.conformance.fixture.ConnectedPair;
import io.oriel.testing.conformance.fixture.MessageStream;
import io.oriel.testing.conformance.fixture.Side;
import io.oriel.testing.conformance.fixture.SideConfig;
import java.io.IOException;
import java.net.InetSocketAddress;
import java.net.StandardProtocolFamily;
import java.net.UnixDomainSocketAddress;
import java.nio.channels.ServerSocketChannel;
import java.nio.file.Path;
import java.time.Duration;
import java.util.concurrent.CompletableFuture;
import org.junit.jupiter.api.Test;

/** Waits with a limit, while another connection of the same adapter moves messages without a pause. */
final class ShmUnbrokenWorkTest {
    private static final InetSocketAddress SILENT = TestAddresses.at("127.0.0.1", 50009);
    private static final OrielConfig CONFIG = OrielConfig.defaults()
            .withTimeouts(OrielConfig.defaults().timeouts().withHandshake(Duration.ofSeconds(2)));

    @Test
    void aConnectEndsInTimeToAListenerThatAcceptsNobody() throws IOException {
        try (ShmFixture fixture = ShmFixture.open(CONFIG, false);
                ServerSocketChannel silent = ServerSocketChannel.open(StandardProtocolFamily.UNIX)) {
            Path socket =
                    SocketNames.of(BaseDirectory.open(fixture.directory())).listener(SILENT);
            silent.bind(UnixDomainSocketAddress.of(socket));
            ConnectedPair pair = ConnectedPair.open(fixture, SideConfig.defaults(), SideConfig.defaults())
                    .connect();
            MessageStream stream = new MessageStream(pair);
            Side side = Side.open(fixture, fixture.peer(), SideConfig.defaults());

            CompletableFuture<Void> connecting = side.connector().connect(side.endpoint(), SILENT);
            stream.until(connecting::isDone);

            assertThat(fixture.statusOf(connecting)).isEqualTo(NdStatus.IO_TIMEOUT);
        }
    }
}
