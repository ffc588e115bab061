// SPDX-License-Identifier: Apache-2.0
// Copyright the Oriel authors.
package io.oriel.udp;

import static org.assertj.core.api.Assertions.assertThat;

import io.oriel.api.NdStatus;
import io.oriel.api.config.OrielConfig;
import io.oriel.testing.conformance.fixture.ConformanceFixture;
import io.oriel.testing.conformance.fixture.ConnectedPair;
import io.oriel.testing.conformance.fixture.MessageStream;
import io.oriel.testing.conformance.fixture.Side;
import io.oriel.testing.conformance.fixture.SideConfig;
import java.io.IOException;
import java.net.DatagramSocket;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.time.Duration;
import java.util.concurrent.CompletableFuture;
import org.junit.jupiter.api.Test;

/** Waits with a limit, while another connection of the same adapter moves messages without a pause. */
final class UdpUnbrokenWorkTest {
    private static final OrielConfig CONFIG = OrielConfig.defaults()
            .withTimeouts(OrielConfig.defaults().timeouts().withHandshake(Duration.ofSeconds(2)));

    @Test
    void aConnectEndsInTimeToAListenerThatAcceptsNobody() throws IOException {
        try (ConformanceFixture fixture = UdpFixture.open(CONFIG);
                DatagramSocket silent = new DatagramSocket(0, InetAddress.getLoopbackAddress())) {
            InetSocketAddress address = new InetSocketAddress(silent.getLocalAddress(), silent.getLocalPort());
            ConnectedPair pair = ConnectedPair.open(fixture, SideConfig.defaults(), SideConfig.defaults())
                    .connect();
            MessageStream stream = new MessageStream(pair);
            Side side = Side.open(fixture, fixture.peer(), SideConfig.defaults());

            CompletableFuture<Void> connecting = side.connector().connect(side.endpoint(), address);
            stream.until(connecting::isDone);

            assertThat(fixture.statusOf(connecting)).isEqualTo(NdStatus.IO_TIMEOUT);
        }
    }
}
