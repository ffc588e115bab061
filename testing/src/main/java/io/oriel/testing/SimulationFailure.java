// SPDX-License-Identifier: Apache-2.0
// Copyright the Oriel authors.
package io.oriel.testing;

import java.util.List;

/** What went wrong in a simulation: the message says with which seed, how to repeat the run, and what happened last. */
public final class SimulationFailure extends AssertionError {
    private static final long serialVersionUID = 1;

    /** With which the run can be repeated. */
    private final long seed;

    SimulationFailure(long seed, List<String> lastSteps, Throwable cause) {
        super(message(seed, lastSteps, cause), cause);
        this.seed = seed;
    }

    /**
     * Returns the seed with which the run can be repeated.
     *
     * @return as given to {@link SimulationConfig}
     */
    public long seed() {
        return seed;
    }

    private static String message(long seed, List<String> lastSteps, Throwable cause) {
        String steps = lastSteps.isEmpty() ? "nothing" : String.join("\n  ", lastSteps);
        return "with seed " + seed + ", repeated by -D" + SimulationSeeds.ONE + "=" + seed + ": " + cause
                + "\nWhat happened last:\n  " + steps;
    }
}
