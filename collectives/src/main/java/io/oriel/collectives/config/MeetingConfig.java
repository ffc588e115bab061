// SPDX-License-Identifier: Apache-2.0
// Copyright the Oriel authors.
package io.oriel.collectives.config;

import java.net.InetSocketAddress;
import java.time.Duration;

/**
 * Who meets where.
 *
 * @param rank    of this process, 0 to {@code size - 1}
 * @param size    how many ranks there are, 1 to {@value #MAX_SIZE}
 * @param root    where rank 0 listens, and the others go to
 * @param job     what tells this run from others that might come to the same address; the same at all ranks
 * @param timeout until when all must have come, from the call on: 100 ms to 1 h
 */
public record MeetingConfig(int rank, int size, InetSocketAddress root, String job, Duration timeout) {
    /** Ranks at most. */
    public static final int MAX_SIZE = 1024;

    private static final Duration DEFAULT_TIMEOUT = Duration.ofSeconds(30);
    private static final Duration LEAST_TIMEOUT = Duration.ofMillis(100);
    private static final Duration MOST_TIMEOUT = Duration.ofHours(1);

    /**
     * Checks the values.
     *
     * @param rank    as above
     * @param size    as above
     * @param root    as above
     * @param job     as above
     * @param timeout as above
     * @throws IllegalArgumentException if one is out of its range
     */
    public MeetingConfig {
        if (size < 1 || size > MAX_SIZE) {
            throw new IllegalArgumentException("size must be in 1.." + MAX_SIZE + ", was " + size);
        }
        if (rank < 0 || rank >= size) {
            throw new IllegalArgumentException("rank must be in 0.." + (size - 1) + ", was " + rank);
        }
        if (timeout.compareTo(LEAST_TIMEOUT) < 0 || timeout.compareTo(MOST_TIMEOUT) > 0) {
            throw new IllegalArgumentException(
                    "timeout must be in " + LEAST_TIMEOUT + ".." + MOST_TIMEOUT + ", was " + timeout);
        }
        if (size > 1 && (root.isUnresolved() || root.getPort() == 0)) {
            throw new IllegalArgumentException("root must be a known host's address with a port, was " + root);
        }
    }

    /**
     * Returns a meeting with half a minute of time.
     *
     * @param rank of this process
     * @param size how many ranks there are
     * @param root where rank 0 listens
     * @return the configuration
     */
    public static MeetingConfig of(int rank, int size, InetSocketAddress root) {
        return new MeetingConfig(rank, size, root, "", DEFAULT_TIMEOUT);
    }

    /**
     * Reads from the environment what {@code bin/oriel run}, Open MPI's {@code mpirun}, Slurm's {@code srun} or an Indexed Job of
     * Kubernetes has said to this process; {@code docs/collectives.md} lists the variables.
     *
     * @return the configuration; of one rank alone if nobody has started ranks
     * @throws IllegalArgumentException if something is missing or cannot be read, or the name of rank 0's host is not known
     *     within the time-out
     */
    public static MeetingConfig fromEnvironment() {
        return Launch.meeting(System.getenv());
    }

    /**
     * Returns this meeting of another run.
     *
     * @param value the new value
     * @return a changed copy
     */
    public MeetingConfig withJob(String value) {
        return new MeetingConfig(rank, size, root, value, timeout);
    }

    /**
     * Returns this meeting with more or less time.
     *
     * @param value the new value
     * @return a changed copy
     */
    public MeetingConfig withTimeout(Duration value) {
        return new MeetingConfig(rank, size, root, job, value);
    }
}
