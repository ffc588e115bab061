// SPDX-License-Identifier: Apache-2.0
// Copyright the Oriel authors.
package io.oriel.testing.heap;

import static org.assertj.core.api.Assertions.assertThat;

import io.oriel.testing.heap.host.HeapConditions;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** A process dies after each frame, each control message and each word that it publishes; the other one must cope. */
@Timeout(7200)
final class HeapCrashPointTest {
    private static final int SEEDS = Integer.getInteger("oriel.test.seeds", 8);

    @ParameterizedTest(name = "after each {0}, survivor listens: {1}")
    @CsvSource({"COMMIT,true", "COMMIT,false", "CONTROL,true", "CONTROL,false", "WORD,true", "WORD,false"})
    void completesEachRequestOfTheSurvivorOnceInOrder(CrashPoint point, boolean survivorListens) {
        long first = Long.getLong("oriel.test.firstSeed", 1);
        for (long seed = 0; seed < SEEDS; seed++) {
            HeapConditions conditions = seed == 0 ? HeapConditions.calm() : HeapConditions.seeded(first + seed - 1);
            long passes = play(conditions, point, Long.MAX_VALUE, survivorListens);
            assertThat(passes).isPositive();
            for (long n = 1; n <= passes; n++) {
                try {
                    play(conditions, point, n, survivorListens);
                } catch (AssertionError | RuntimeException e) {
                    throw new AssertionError("seed " + conditions.seed() + ", death after " + point + " " + n, e);
                }
            }
        }
    }

    /** Plays the scenario; returns how often the victim passed the crash point. */
    private static long play(HeapConditions conditions, CrashPoint point, long n, boolean survivorListens) {
        try (CrashScenario scenario = new CrashScenario(conditions)) {
            scenario.crashAfter(point, n);
            scenario.play(survivorListens);
            scenario.check();
            return scenario.passes(point);
        }
    }
}
