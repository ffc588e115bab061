// SPDX-License-Identifier: Apache-2.0
// Copyright the Oriel authors.
package io.oriel.benchmarks.rig;

/**
 * How much is run.
 *
 * @param rounds        timed runs of each entry
 * @param iterations    operations of each; 0 for as many as take {@code runNs}
 * @param runNs         how long each takes, if {@code iterations} is 0
 * @param warmUpLimitNs after which warming up is given up; 0 for none
 * @param watchesFloor  whether the floor is measured around each round, and rounds amid which it has moved are repeated
 */
public record Effort(int rounds, long iterations, long runNs, long warmUpLimitNs, boolean watchesFloor) {
    /**
     * Checks the counts.
     *
     * @throws IllegalArgumentException if one is out of its range
     */
    public Effort {
        requireAtLeast("rounds", rounds, 1);
        requireAtLeast("iterations", iterations, 0);
        requireAtLeast("runNs", runNs, iterations > 0 ? 0 : 1);
        requireAtLeast("warmUpLimitNs", warmUpLimitNs, 0);
    }

    /** Returns the operations of a run, given how long one took at last. */
    long operations(double operationNs) {
        return iterations > 0 ? iterations : Math.max(1, (long) (runNs / operationNs));
    }

    private static void requireAtLeast(String name, long value, long min) {
        if (value < min) {
            throw new IllegalArgumentException(name + " must be at least " + min + ", was " + value);
        }
    }
}
