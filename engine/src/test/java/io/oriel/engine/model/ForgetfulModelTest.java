// SPDX-License-Identifier: Apache-2.0
// Copyright the Oriel authors.
package io.oriel.engine.model;

import static org.assertj.core.api.Assertions.assertThat;

import io.oriel.engine.heap.HeapConditions;
import io.oriel.engine.heap.HeapFixture;
import io.oriel.engine.model.nd.Rule;
import io.oriel.engine.model.operation.Operation;
import io.oriel.engine.model.run.Divergence;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** A model that has forgotten a rule disagrees with the engine soon: so would an engine that has. */
final class ForgetfulModelTest {
    private static final int SEEDS = 20;
    private static final int FEW = 8;

    @ParameterizedTest
    @EnumSource(Rule.class)
    void isFoundOutByAFewOperations(Rule rule) {
        ModelCheck check = new ModelCheck(
                        "forgetting " + rule, (config, seed) -> HeapFixture.open(config, HeapConditions.calm()), true)
                .forgetting(rule);
        @Nullable Divergence divergence = null;
        long seed = 0;
        while (divergence == null && seed < SEEDS) {
            seed++;
            divergence = check.explore(seed);
        }
        assertThat(divergence).as("a divergence").isNotNull();

        List<Operation> shortest = check.shrink(seed);

        assertThat(shortest).as("the shortest sequence").hasSizeLessThanOrEqualTo(FEW);
        assertThat(check.replay(seed, shortest)).as("its divergence").isNotNull();
    }
}
