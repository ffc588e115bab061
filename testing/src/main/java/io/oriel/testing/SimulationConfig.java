// SPDX-License-Identifier: Apache-2.0
// Copyright the Oriel authors.
package io.oriel.testing;

import io.oriel.testing.heap.host.HeapConditions;
import java.time.Duration;
import java.util.Objects;

/**
 * What a simulation is like. Everything in it follows from these values: the same ones, and the same program, give the same
 * run.
 *
 * <p>Threading: immutable.
 *
 * @param seed            of all that is left to chance: which process does something next, how late frames, control messages
 *     and tasks are (up to a millisecond), how large frames are, how many a queue holds, which requests meet a full queue.
 *     Any number; with 0 nothing is late, and there is room for everything
 * @param sharesMemory    true: the processes are on one host, and Reads and Writes go straight to the memory of the other;
 *     false: each is on a host of its own, and the network can be cut
 * @param hasNarrowQueues true: between two processes four frames of 256 bytes fit, whatever the seed says
 * @param patience        of {@link Simulation#runUntil} and of those that wait like it, in simulated time; from 1 ms to 1 h
 */
public record SimulationConfig(long seed, boolean sharesMemory, boolean hasNarrowQueues, Duration patience) {
    private static final Duration LEAST_PATIENCE = Duration.ofMillis(1);
    private static final Duration MOST_PATIENCE = Duration.ofHours(1);

    /**
     * Checks the values.
     *
     * @param seed            as above
     * @param sharesMemory    as above
     * @param hasNarrowQueues as above
     * @param patience        as above
     * @throws IllegalArgumentException if the patience is out of its range
     */
    public SimulationConfig {
        Objects.requireNonNull(patience, "patience");
        if (patience.compareTo(LEAST_PATIENCE) < 0 || patience.compareTo(MOST_PATIENCE) > 0) {
            throw new IllegalArgumentException(
                    "patience must be from " + LEAST_PATIENCE + " to " + MOST_PATIENCE + ", and is " + patience);
        }
    }

    /**
     * Returns hosts apart from each other, queues as the seed says, and a patience of 20 s.
     *
     * @param seed as above; 0 for calm hosts
     * @return the configuration
     */
    public static SimulationConfig of(long seed) {
        return new SimulationConfig(seed, false, false, Duration.ofSeconds(20));
    }

    /**
     * Returns this configuration with the processes on one host, or on hosts of their own.
     *
     * @param value true for one host
     * @return a changed copy
     */
    public SimulationConfig withSharedMemory(boolean value) {
        return new SimulationConfig(seed, value, hasNarrowQueues, patience);
    }

    /**
     * Returns this configuration with or without narrow queues.
     *
     * @param value true for queues of four small frames: a process that does not poll stops the others soon
     * @return a changed copy
     */
    public SimulationConfig withNarrowQueues(boolean value) {
        return new SimulationConfig(seed, sharesMemory, value, patience);
    }

    /**
     * Returns this configuration with another patience.
     *
     * @param value simulated time, from 1 ms to 1 h
     * @return a changed copy
     * @throws IllegalArgumentException if it is out of its range
     */
    public SimulationConfig withPatience(Duration value) {
        return new SimulationConfig(seed, sharesMemory, hasNarrowQueues, value);
    }

    HeapConditions conditions() {
        HeapConditions drawn = seed == 0 ? HeapConditions.calm() : HeapConditions.seeded(seed);
        HeapConditions placed = drawn.withSharedMemory(sharesMemory);
        return hasNarrowQueues ? placed.withNarrowLogs() : placed;
    }
}
