// SPDX-License-Identifier: Apache-2.0
// Copyright the Oriel authors.
package io.oriel.udp.flood;

import java.io.IOException;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.condition.EnabledIfSystemProperty;

/** Measures what a flood costs when asked to; it fails if a message is lost, repeated or overtaken, whatever the figures are. */
@EnabledIfSystemProperty(
        named = "oriel.test.floodRounds",
        matches = "\\d+",
        disabledReason = "-Doriel.test.floodRounds=9")
class FloodCostIT {
    private static final int PATIENCE_SECONDS = 600;
    private static final String MILLIS = "700";
    private static final String RATE = "50000";

    @Test
    @Timeout(PATIENCE_SECONDS)
    void isMeasured() throws IOException, InterruptedException {
        FloodCost.main(new String[] {System.getProperty("oriel.test.floodRounds"), MILLIS, RATE});
    }
}
