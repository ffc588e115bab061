// SPDX-License-Identifier: Apache-2.0
// Copyright the Oriel authors.
package io.oriel.shm;

import io.oriel.api.config.OrielConfig;
import io.oriel.shm.directory.ProcessHome;
import io.oriel.testing.conformance.ConformanceSuite;
import io.oriel.testing.conformance.fixture.ConformanceFixture;
import org.junit.jupiter.api.condition.EnabledIfSystemProperty;

/**
 * The suite on shared memory, by the peer's responder, on links that go on in another log all the time, because each begins near
 * its last position. It is asked for, with {@code oriel.test.positions}; other builds have {@link ShmPositionPartTest} or {@link ShmPositionTest}.
 */
@EnabledIfSystemProperty(
        named = "oriel.test.positions",
        matches = "true",
        disabledReason = "-Doriel.test.positions=true")
final class ShmPositionConformanceTest extends ConformanceSuite {
    @Override
    public ConformanceFixture open(OrielConfig config) {
        return ShmFixture.openTried(new ProcessHome.Trial(ShmPositionTest.NEAR_THE_END, false), config);
    }
}
