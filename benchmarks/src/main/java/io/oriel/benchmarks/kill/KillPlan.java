// SPDX-License-Identifier: Apache-2.0
// Copyright the Oriel authors.
package io.oriel.benchmarks.kill;

import io.oriel.api.config.Medium;

/**
 * What the rounds do.
 *
 * @param medium      what carries the bytes
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
        if (medium == Medium.AUTO) {
            throw new IllegalArgumentException("transport must be shm or udp, was auto");
        }
        if (rounds < 1) {
            throw new IllegalArgumentException("rounds must be at least 1, was " + rounds);
        }
        if (outstanding < 2) {
            throw new IllegalArgumentException("outstanding must be at least 2, was " + outstanding);
        }
    }

    /**
     * Returns how many Receives the child posts. On one host, where it makes no progress, for half of the Sends, so that some
     * have travelled and some wait for credit; over UDP its agent would take them, and none would be outstanding.
     *
     * @return how many
     */
    public int receives() {
        return medium == Medium.SHM ? outstanding / 2 : 0;
    }
}
