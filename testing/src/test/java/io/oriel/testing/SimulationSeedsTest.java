// SPDX-License-Identifier: Apache-2.0
// Copyright the Oriel authors.
package io.oriel.testing;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.parallel.Isolated;

@Isolated("it sets system properties")
final class SimulationSeedsTest {
    private final @Nullable String one = System.getProperty(SimulationSeeds.ONE);
    private final @Nullable String count = System.getProperty(SimulationSeeds.COUNT);

    SimulationSeedsTest() {
        System.clearProperty(SimulationSeeds.ONE);
        System.clearProperty(SimulationSeeds.COUNT);
    }

    @AfterEach
    void restore() {
        set(SimulationSeeds.ONE, one);
        set(SimulationSeeds.COUNT, count);
    }

    @Test
    void beginWithTheCalmOne() {
        assertThat(SimulationSeeds.of(4)).containsExactly(0L, 1L, 2L, 3L);
    }

    @Test
    void areTheOneThatAPropertyNames() {
        System.setProperty(SimulationSeeds.ONE, "-7");
        System.setProperty(SimulationSeeds.COUNT, "2");

        assertThat(SimulationSeeds.of(4)).containsExactly(-7L);
    }

    @Test
    void areAsManyAsAPropertySays() {
        System.setProperty(SimulationSeeds.COUNT, "2");

        assertThat(SimulationSeeds.of(4)).containsExactly(0L, 1L);
    }

    @Test
    void areRefusedWhenThereAreNone() {
        assertThatIllegalArgumentException()
                .isThrownBy(() -> SimulationSeeds.of(0))
                .withMessageContaining("and are 0");
    }

    @Test
    void areRefusedWhenTheyAreNoNumber() {
        System.setProperty(SimulationSeeds.ONE, "all");

        assertThatIllegalArgumentException()
                .isThrownBy(() -> SimulationSeeds.of(4))
                .withMessageContaining("oriel.test.seed")
                .withMessageContaining("'all'");
    }

    private static void set(String property, @Nullable String value) {
        if (value == null) {
            System.clearProperty(property);
        } else {
            System.setProperty(property, value);
        }
    }
}
