// SPDX-License-Identifier: Apache-2.0
// Copyright the Oriel authors.
package io.oriel.testing;

import java.util.Random;

/** Where random tests take their numbers from: it prints its seed, so that a failure can be repeated. */
public final class SeededRandom {
    private static final String PROPERTY = "oriel.test.seed";

    private SeededRandom() {}

    /** Creates a source with the seed of the property, or a new one. */
    public static Random create(Class<?> test) {
        long seed = Long.getLong(PROPERTY, System.nanoTime());
        System.out.println(test.getSimpleName() + ": repeat with -D" + PROPERTY + "=" + seed);
        return new Random(seed);
    }
}
