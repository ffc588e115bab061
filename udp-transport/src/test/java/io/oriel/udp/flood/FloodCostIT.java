// SPDX-License-Identifier: Apache-2.0
// Copyright the Oriel authors.
package io.oriel.udp.flood;

import io.oriel.udp.HandshakeFlood;
import java.io.IOException;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.condition.EnabledIfSystemProperty;

/**
 * Measures what a flood costs when asked to; it fails if a message is lost, repeated or overtaken, or if a forged datagram of a handshake
 * is not dropped, whatever the figures are.
 */
@EnabledIfSystemProperty(
        named = "oriel.test.floodRounds",
        matches = "\\d+",
        disabledReason = "-Doriel.test.floodRounds=9")
class FloodCostIT {
    private static final int PATIENCE_SECONDS = 600;
    private static final String MILLIS = "700";
    private static final String RATE = "50000";
    private static final int HANDSHAKE_BATCHES = 200;

    @Test
    @Timeout(PATIENCE_SECONDS)
    void isMeasured() throws IOException, InterruptedException {
        FloodCost.main(new String[] {System.getProperty("oriel.test.floodRounds"), MILLIS, RATE});
    }

    @Test
    @Timeout(PATIENCE_SECONDS)
    void isMeasuredOnBothSidesOfAHandshake() {
        HandshakeFlood.measure(Integer.getInteger("oriel.test.floodRounds"), HANDSHAKE_BATCHES);
    }
}
