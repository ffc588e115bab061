// SPDX-License-Identifier: Apache-2.0
// Copyright the Oriel authors.
package io.oriel.benchmarks.scenario;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.oriel.api.config.Medium;
import io.oriel.benchmarks.scenario.Shape.Operation;
import io.oriel.benchmarks.scenario.Shape.Pattern;
import org.junit.jupiter.api.Test;

class ScenarioConfigTest {
    @Test
    void survivesTheWayToTheOtherProcess() {
        ScenarioConfig config = new ScenarioConfig(
                Medium.UDP,
                new Shape(Operation.READ, Pattern.BANDWIDTH, 65_536),
                new Load(16, 64, 32, 5_000_000_000L),
                true,
                1 << 20,
                true);

        assertThat(ScenarioConfig.ofLine(config.toLine())).isEqualTo(config);
    }

    @Test
    void refusesALineOfAnotherVersion() {
        assertThatThrownBy(() -> ScenarioConfig.ofLine("shm SEND LATENCY 32"))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessage("line must describe a scenario, was 'shm SEND LATENCY 32'");
    }

    @Test
    void sealsNothingWhereThereAreNoDatagrams() {
        ScenarioConfig config =
                new ScenarioConfig(Medium.SHM, new Shape(Operation.SEND, Pattern.LATENCY, 32), Load.ONE);

        assertThatThrownBy(() -> config.withSealedDatagrams(true))
                .hasMessage("medium must be UDP for datagrams to be sealed, was SHM");
    }

    @Test
    void refusesCountsOutOfRange() {
        assertThatThrownBy(() -> new Load(0, 1, 1, 0)).hasMessage("endpoints must be at least 1, was 0");
        assertThatThrownBy(() -> new Shape(Operation.SEND, Pattern.RATE, 0))
                .hasMessage("sizeBytes must be at least 1, was 0");
    }
}
