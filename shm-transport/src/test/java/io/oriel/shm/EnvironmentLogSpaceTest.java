// SPDX-License-Identifier: Apache-2.0
// Copyright the Oriel authors.
package io.oriel.shm;

import io.oriel.api.config.OrielConfig;
import io.oriel.testing.junit.WholeBuild;
import io.oriel.testing.resource.SpaceRace;
import java.io.IOException;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** All space of the file system is taken away while media drivers and logs are made there. */
@Timeout(120)
class EnvironmentLogSpaceTest {
    private static final int TERM_LENGTH = 16 << 20;

    @WholeBuild
    @Test
    void eachConnectEndsWithAStatusAndLeavesNoLog() throws IOException, InterruptedException {
        OrielConfig defaults = OrielConfig.defaults();
        OrielConfig config = defaults.withDriver(defaults.driver().withTermLength(TERM_LENGTH));
        try (SpaceRace race = SpaceRace.mount("256m", config)) {
            race.requireStatusOfEachConnect(3L * TERM_LENGTH);
        }
    }

    @Test
    void eachAllocationSucceedsOrIsRefusedAndLeavesNoFile() throws IOException, InterruptedException {
        try (SpaceRace race = SpaceRace.mount("128m", OrielConfig.defaults())) {
            race.requireStatusOfEachAllocation(32L << 20);
        }
    }

    @Test
    void eachDriverStartsOrIsRefusedAndLeavesNoFile() throws IOException, InterruptedException {
        try (SpaceRace race = SpaceRace.mount("64m", OrielConfig.defaults())) {
            race.requireStatusOfEachOpen(24L << 20);
        }
    }
}
