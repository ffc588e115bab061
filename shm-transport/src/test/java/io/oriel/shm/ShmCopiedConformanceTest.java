// SPDX-License-Identifier: Apache-2.0
// Copyright the Oriel authors.
package io.oriel.shm;

import io.oriel.api.config.OrielConfig;
import io.oriel.testing.conformance.ConformanceSuite;
import io.oriel.testing.conformance.fixture.ConformanceFixture;
import org.junit.jupiter.api.condition.EnabledIfSystemProperty;

/**
 * The suite on real shared memory, where neither side maps what the other allocates. It is asked for, with
 * {@code oriel.test.conformance}; a whole build has {@link ShmCopiedPartTest}.
 */
@EnabledIfSystemProperty(
        named = "oriel.test.conformance",
        matches = "all",
        disabledReason = "-Doriel.test.conformance=all")
final class ShmCopiedConformanceTest extends ConformanceSuite {
    @Override
    public ConformanceFixture open(OrielConfig config) {
        return ShmFixture.openCopied(config);
    }
}
