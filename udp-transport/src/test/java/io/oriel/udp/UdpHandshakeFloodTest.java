// SPDX-License-Identifier: Apache-2.0
// Copyright the Oriel authors.
package io.oriel.udp;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** Forged datagrams of handshakes are dropped without a key agreement, and do not end another link of the adapter. */
@Timeout(60)
class UdpHandshakeFloodTest {
    private static final int BATCHES = 4;

    @Test
    void costsNoAgreementOnKeysAndNoLink() {
        try (HandshakeFlood flood = new HandshakeFlood();
                CountedAgreement counted = CountedAgreement.open()) {
            assertThat(counted.isConfigured()).isTrue();
            for (HandshakeFlood.Kind kind : flood.toListener()) {
                assertThat(flood.flood(kind, BATCHES)).as(kind.title()).isNotNegative();
            }
            for (HandshakeFlood.Kind kind : flood.toDialler()) {
                assertThat(flood.flood(kind, BATCHES)).as(kind.title()).isNotNegative();
            }

            assertThat(flood.agreements()).as("agreements on keys").isZero();
            assertThat(flood.isDialling()).isTrue();
        }
    }
}
