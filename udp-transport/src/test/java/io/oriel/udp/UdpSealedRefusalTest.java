// SPDX-License-Identifier: Apache-2.0
// Copyright the Oriel authors.
package io.oriel.udp;

import static org.assertj.core.api.Assertions.assertThat;

import io.oriel.api.NdException;
import io.oriel.api.NdStatus;
import java.io.IOException;
import java.net.DatagramSocket;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.util.concurrent.CompletableFuture;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** A message of ICMP, which anybody can forge, in place of an answer that is sealed. */
@Timeout(60)
class UdpSealedRefusalTest {
    private static final long DOUBT_NS = 250_000_000;

    @Test
    void isBelievedOnlyWhenTheListenerCouldHaveAnswered() throws IOException {
        try (TestKeys keys = new TestKeys()) {
            keys.make("keys", TestKeys.draw("key"));
            try (UdpPair pair = UdpPair.open(config -> keys.seal(config, "keys"))) {
                long startNs = System.nanoTime();

                CompletableFuture<Throwable> failure = pair.one
                        .connector
                        .connect(pair.one.endpoint, deserted())
                        .handle((none, thrown) -> thrown);

                assertThat(UdpPair.get(failure))
                        .isInstanceOfSatisfying(
                                NdException.class, e -> assertThat(e.status()).isEqualTo(NdStatus.CONNECTION_REFUSED))
                        .hasMessageContaining("nobody listens at");
                assertThat(System.nanoTime() - startNs).isGreaterThanOrEqualTo(DOUBT_NS);
            }
        }
    }

    /** Returns an address that somebody has just left. */
    private static InetSocketAddress deserted() throws IOException {
        try (DatagramSocket socket = new DatagramSocket(0, InetAddress.getLoopbackAddress())) {
            return new InetSocketAddress(InetAddress.getLoopbackAddress(), socket.getLocalPort());
        }
    }
}
