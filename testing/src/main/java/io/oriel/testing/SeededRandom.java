// SPDX-License-Identifier: Apache-2.0
// Copyright the Oriel authors.
package io.oriel.testing;

import java.util.Random;

/** Where random tests take their numbers from: it prints its seed, so that a failure can be repeated. */
public final class SeededRandom {
    private SeededRandom() {}

    /**
     * Creates a source of random numbers: with the seed that {@code -Doriel.test.seed} names, or else with a new one. It says
     * which on the standard output.
     *
     * <p>Threading: any thread.
     *
     * @param test who uses it
     * @return the source
     */
    public static Random create(Class<?> test) {
        long seed = Long.getLong(SimulationSeeds.ONE, System.nanoTime());
        System.out.println(test.getSimpleName() + ": repeat with -D" + SimulationSeeds.ONE + "=" + seed);
        return new Random(seed);
    }
}
