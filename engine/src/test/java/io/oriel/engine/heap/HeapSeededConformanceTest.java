// SPDX-License-Identifier: Apache-2.0
// Copyright the Oriel authors.
package io.oriel.engine.heap;

import io.oriel.api.config.OrielConfig;
import io.oriel.engine.conformance.ConformanceFixture;
import io.oriel.engine.conformance.ConformanceSuite;
import java.util.stream.LongStream;
import org.junit.jupiter.params.ParameterizedClass;
import org.junit.jupiter.params.provider.MethodSource;

/**
 * The suite on hosts drawn by lot: late frames, words, messages and tasks, short logs, refused claims. The seed is in the
 * test's name; {@code -Doriel.test.firstSeed} and {@code -Doriel.test.seeds} choose others.
 */
@ParameterizedClass(name = "seed {0}")
@MethodSource("seeds")
final class HeapSeededConformanceTest extends ConformanceSuite {
    private static final int SEEDS = 5;

    private final long seed;

    HeapSeededConformanceTest(long seed) {
        this.seed = seed;
    }

    @Override
    public ConformanceFixture open(OrielConfig config) {
        return HeapFixture.open(config, HeapConditions.seeded(seed));
    }

    static LongStream seeds() {
        long first = Long.getLong("oriel.test.firstSeed", 1);
        return LongStream.range(first, first + Integer.getInteger("oriel.test.seeds", SEEDS));
    }
}
