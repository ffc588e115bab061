// SPDX-License-Identifier: Apache-2.0
// Copyright the Oriel authors.
package io.oriel.testing;

import java.util.stream.LongStream;

/** Which seeds a test tries: so many from 0, or what system properties say instead. */
public final class SimulationSeeds {
    /** The property that chooses one seed. */
    public static final String ONE = "oriel.test.seed";

    /** The property that says how many seeds to try. */
    public static final String COUNT = "oriel.test.seeds";

    private SimulationSeeds() {}

    /**
     * Returns the seeds to try. With {@code -Doriel.test.seed=7} that is 7 alone, with {@code -Doriel.test.seeds=1000}
     * those from 0 to 999.
     *
     * <p>Threading: any thread.
     *
     * @param count how many without those properties, 1 or more
     * @return the seeds, in order
     * @throws IllegalArgumentException if there are to be none, or a property is not a number
     */
    public static LongStream of(int count) {
        String one = System.getProperty(ONE);
        if (one != null) {
            return LongStream.of(number(ONE, one));
        }
        String many = System.getProperty(COUNT);
        long seeds = many == null ? count : number(COUNT, many);
        if (seeds < 1) {
            throw new IllegalArgumentException("there must be 1 seed or more to try, and are " + seeds);
        }
        return LongStream.range(0, seeds);
    }

    private static long number(String property, String value) {
        try {
            return Long.parseLong(value);
        } catch (NumberFormatException e) {
            throw new IllegalArgumentException(property + " must be a whole number, and is '" + value + "'", e);
        }
    }
}
