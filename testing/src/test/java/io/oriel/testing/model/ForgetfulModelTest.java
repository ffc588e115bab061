// SPDX-License-Identifier: Apache-2.0
// Copyright the Oriel authors.
package io.oriel.testing.model;

import static org.assertj.core.api.Assertions.assertThat;

import io.oriel.testing.heap.HeapFixture;
import io.oriel.testing.heap.host.HeapConditions;
import io.oriel.testing.junit.WholeBuild;
import io.oriel.testing.model.nd.Rule;
import io.oriel.testing.model.operation.Operation;
import io.oriel.testing.model.run.Lie;
import java.util.List;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** A model that has forgotten a rule disagrees with the engine soon: so would an engine that has. */
@WholeBuild
@Timeout(300) // to shrink a sequence it is run hundreds of times
final class ForgetfulModelTest {
    private static final int SEEDS = 20;
    private static final int FEW = 8;

    @ParameterizedTest
    @EnumSource(Rule.class)
    void isFoundOutByAFewOperations(Rule rule) {
        findOut(newCheck("forgetting " + rule).forgetting(rule));
    }

    @ParameterizedTest
    @EnumSource(Lie.class)
    void findsOutAnEngineThatLiesByAFewOperations(Lie lie) {
        findOut(newCheck("lying: " + lie).lying(lie));
    }

    private static ModelCheck newCheck(String name) {
        return new ModelCheck(name, (config, seed) -> HeapFixture.open(config, HeapConditions.calm()), true);
    }

    private static void findOut(ModelCheck check) {
        List<Operation> shortest = List.of();
        long seed = 0;
        do {
            seed++;
            shortest = check.explore(seed) == null ? List.of() : check.shrink(seed);
        } while ((shortest.isEmpty() || shortest.size() > FEW) && seed < SEEDS);

        assertThat(shortest).as("the shortest sequence").hasSizeBetween(1, FEW);
        assertThat(check.replay(seed, shortest)).as("its divergence").isNotNull();
    }
}
