// SPDX-License-Identifier: Apache-2.0
// Copyright the Oriel authors.
package io.oriel.benchmarks.kill;

import io.oriel.api.config.Medium;

/**
 * What the rounds do.
 *
 * @param medium      what carries the bytes; shared memory
 * @param rounds      how often a child is killed, at least 1
 * @param outstanding Sends, and as many Receives, that are outstanding at the survivor, at least 2
 */
public record KillPlan(Medium medium, int rounds, int outstanding) {
    /**
     * Checks medium and counts.
     *
     * @throws IllegalArgumentException if one is out of its range
     */
    public KillPlan {
        if (medium != Medium.SHM) {
            // The agent of a process that does not poll would take the Sends, and they would complete before the kill.
            throw new IllegalArgumentException("transport must be shm, was udp: there Sends to a process that does not"
                    + " poll complete, and none is outstanding when it is killed");
        }
        if (rounds < 1) {
            throw new IllegalArgumentException("rounds must be at least 1, was " + rounds);
        }
        if (outstanding < 2) {
            throw new IllegalArgumentException("outstanding must be at least 2, was " + outstanding);
        }
    }
}
