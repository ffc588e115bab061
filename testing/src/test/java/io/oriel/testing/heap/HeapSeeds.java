// SPDX-License-Identifier: Apache-2.0
// Copyright the Oriel authors.
package io.oriel.testing.heap;

import io.oriel.testing.junit.WholeBuild;
import java.util.stream.LongStream;

/** The seeds of a test run; {@code -Doriel.test.firstSeed} and {@code -Doriel.test.seeds} choose others. */
final class HeapSeeds {
    private HeapSeeds() {}

    static LongStream some() {
        return seeds(5);
    }

    static LongStream many() {
        return seeds(25);
    }

    private static LongStream seeds(int count) {
        long first = Long.getLong("oriel.test.firstSeed", 1);
        int seeds = WholeBuild.RUNS ? count : (count + 4) / 5;
        return LongStream.range(first, first + Integer.getInteger("oriel.test.seeds", seeds));
    }
}
