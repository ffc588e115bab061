// SPDX-License-Identifier: Apache-2.0
// Copyright the Oriel authors.
package io.oriel.testing.model;

import io.oriel.testing.heap.CrashPoint;
import io.oriel.testing.heap.HeapFixture;
import io.oriel.testing.heap.host.HeapConditions;
import io.oriel.testing.junit.WholeBuild;
import java.util.Random;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.ValueSource;

/** The engine on hosts in the heap does what the model does. */
@Timeout(value = 1, unit = TimeUnit.DAYS) // as many operations as wished; each wait has a bound of its own
final class ModelTest {
    private static final int OPERATIONS = WholeBuild.RUNS ? 60_000 : 20_000;
    private static final int SLOW_OPERATIONS = WholeBuild.RUNS ? 10_000 : 5_000;
    private static final int DEATHS_WITHIN = 100;

    @ParameterizedTest(name = "shared memory: {0}")
    @ValueSource(booleans = {false, true})
    void agreesOnACalmHost(boolean sharesMemory) {
        HeapConditions conditions = HeapConditions.calm().withSharedMemory(sharesMemory);
        String name = sharesMemory ? "a calm host with shared memory" : "a calm host";
        new ModelCheck(name, (config, seed) -> HeapFixture.open(config, conditions), true).run(OPERATIONS);
    }

    @Test
    void agreesOnHostsDrawnByLot() {
        new ModelCheck(
                        "hosts drawn by lot",
                        (config, seed) -> HeapFixture.open(config, HeapConditions.seeded(seed)),
                        true)
                .run(SLOW_OPERATIONS);
    }

    @ParameterizedTest(name = "after a {0}")
    @EnumSource(CrashPoint.class)
    void agreesUntilThePeerDies(CrashPoint point) {
        new ModelCheck(
                        "hosts where the peer dies after a " + point,
                        (config, seed) -> HeapFixture.open(config, conditions(seed))
                                .crashPeerAfter(point, 1 + new Random(seed).nextInt(DEATHS_WITHIN)),
                        true)
                .withoutSilence()
                .run(SLOW_OPERATIONS);
    }

    private static HeapConditions conditions(long seed) {
        return seed % 3 == 0
                ? HeapConditions.seeded(seed)
                : HeapConditions.calm().withSharedMemory(seed % 3 == 1);
    }
}
