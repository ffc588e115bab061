// SPDX-License-Identifier: Apache-2.0
// Copyright the Oriel authors.
package io.oriel.benchmarks.kill;

/**
 * What the rounds do.
 *
 * @param transport   name of the medium
 * @param rounds      how often a child is killed, at least 1
 * @param outstanding Sends, and as many Receives, that are outstanding at the survivor, at least 2
 */
public record KillPlan(String transport, int rounds, int outstanding) {
    /**
     * Checks the counts.
     *
     * @throws IllegalArgumentException if one is out of its range
     */
    public KillPlan {
        if (rounds < 1) {
            throw new IllegalArgumentException("rounds must be at least 1, was " + rounds);
        }
        if (outstanding < 2) {
            throw new IllegalArgumentException("outstanding must be at least 2, was " + outstanding);
        }
    }
}
