// SPDX-License-Identifier: Apache-2.0
// Copyright the Oriel authors.
package io.oriel.benchmarks.perf;

import static org.assertj.core.api.Assertions.assertThat;

import io.oriel.api.config.Medium;
import io.oriel.benchmarks.plan.Load;
import io.oriel.benchmarks.plan.Operation;
import io.oriel.benchmarks.plan.Pattern;
import io.oriel.benchmarks.plan.ScenarioConfig;
import io.oriel.benchmarks.plan.Shape;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

class PerfPlanTest {
    @Test
    void putsOrielBeforeItsReference() {
        assertThat(plan(Pattern.LATENCY, 32, null).subjects()).containsExactly(Subject.ORIEL);
        assertThat(plan(Pattern.LATENCY, 32, Subject.AERON).subjects()).containsExactly(Subject.ORIEL, Subject.AERON);
    }

    @Test
    void verifiesFewerLargePayloads() {
        assertThat(plan(Pattern.LATENCY, 32, null).verified()).isEqualTo(100_000);
        assertThat(plan(Pattern.LATENCY, 1 << 20, null).verified()).isEqualTo(256);
        assertThat(plan(Pattern.LATENCY, 1 << 30, null).verified()).isEqualTo(1);
    }

    @Test
    void verifiesAStreamOfWritesInALimitedNumberOfRounds() {
        assertThat(plan(Pattern.RATE, 32, null).verified()).isEqualTo(256 * 4);
    }

    private static PerfPlan plan(Pattern pattern, int size, @Nullable Subject reference) {
        Shape shape = new Shape(Operation.WRITE, pattern, size);
        return new PerfPlan(
                new ScenarioConfig(Medium.SHM, shape, new Load(2, 2, 1, 0), false, 0),
                1_000_000,
                0,
                1,
                reference,
                false);
    }
}
