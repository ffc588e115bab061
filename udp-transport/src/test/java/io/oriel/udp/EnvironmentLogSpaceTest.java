// SPDX-License-Identifier: Apache-2.0
// Copyright the Oriel authors.
package io.oriel.udp;

import io.oriel.api.config.Medium;
import io.oriel.api.config.OrielConfig;
import io.oriel.testing.junit.WholeBuild;
import io.oriel.testing.resource.SpaceRace;
import java.io.IOException;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** All space of the file system is taken away while media drivers, logs and images are made there. */
@Timeout(120)
class EnvironmentLogSpaceTest {
    private static final int TERM_LENGTH = 16 << 20;

    @WholeBuild
    @Test
    void eachConnectEndsWithAStatusAndLeavesNoLog() throws IOException, InterruptedException {
        OrielConfig defaults = OrielConfig.defaults().withMedium(Medium.UDP);
        OrielConfig config = defaults.withUdp(defaults.udp().withTermLength(TERM_LENGTH));
        try (SpaceRace race = SpaceRace.mount("384m", config)) {
            race.requireStatusOfEachConnect(3L * TERM_LENGTH);
        }
    }

    @Test
    void eachDriverStartsOrIsRefusedAndLeavesNoFile() throws IOException, InterruptedException {
        try (SpaceRace race = SpaceRace.mount("64m", OrielConfig.defaults().withMedium(Medium.UDP))) {
            race.requireStatusOfEachOpen(24L << 20);
        }
    }
}
