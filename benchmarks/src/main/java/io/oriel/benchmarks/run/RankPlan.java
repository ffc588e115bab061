// SPDX-License-Identifier: Apache-2.0
// Copyright the Oriel authors.
package io.oriel.benchmarks.run;

import java.util.ArrayList;
import java.util.List;

/**
 * What runs.
 *
 * @param count         of ranks, 1 to {@value #MAX_COUNT}
 * @param classPath     where the program is, beside Oriel; or empty
 * @param program       its class
 * @param arguments     of its main method
 * @param isBoundToCore whether each rank has a core of its own, as far as there are some
 */
public record RankPlan(int count, String classPath, String program, List<String> arguments, boolean isBoundToCore) {
    /** Ranks at most. */
    public static final int MAX_COUNT = 1024;

    /**
     * Checks the values.
     *
     * @throws IllegalArgumentException if one is out of its range
     */
    public RankPlan {
        if (count < 1 || count > MAX_COUNT) {
            throw new IllegalArgumentException("-n must be in 1.." + MAX_COUNT + ", was " + count);
        }
        arguments = List.copyOf(arguments);
    }

    List<String> programAndArguments() {
        List<String> words = new ArrayList<>(List.of(program));
        words.addAll(arguments);
        return words;
    }
}
