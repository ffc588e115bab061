// SPDX-License-Identifier: Apache-2.0
// Copyright the Oriel authors.
package io.oriel.testing.heap;

import io.oriel.api.config.OrielConfig;
import io.oriel.testing.conformance.ConformanceSuite;
import io.oriel.testing.conformance.fixture.ConformanceFixture;
import io.oriel.testing.heap.host.HeapConditions;
import io.oriel.testing.process.CounterStarts;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.params.ParameterizedClass;
import org.junit.jupiter.params.provider.MethodSource;

/**
 * The suite on random hosts: late frames, words, messages and tasks, short logs, refused claims, counters that wrap soon.
 * The seed is in the test's name.
 */
@ParameterizedClass(name = "seed {0}")
@MethodSource("io.oriel.testing.heap.HeapSeeds#some")
final class HeapSeededConformanceTest extends ConformanceSuite {
    private final long seed;
    private @Nullable String givenStart;

    HeapSeededConformanceTest(long seed) {
        this.seed = seed;
    }

    @BeforeEach
    void beginCountersBeforeTheirWrap() {
        givenStart = CounterStarts.begin(CounterStarts.of(seed));
    }

    @AfterEach
    void endThat() {
        CounterStarts.end(givenStart);
    }

    @Override
    public ConformanceFixture open(OrielConfig config) {
        return HeapFixture.open(config, HeapConditions.seeded(seed));
    }
}
