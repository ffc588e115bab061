// SPDX-License-Identifier: Apache-2.0
// Copyright the Oriel authors.
package io.oriel.service.table;

/**
 * How a reader looks keys up.
 *
 * @param depth       lookups that may be in flight, 1 to {@value #MAX_DEPTH}
 * @param maxAttempts how often the slots of one lookup are read at most, 1 to {@value #MAX_ATTEMPTS}
 * @param timeoutNs   nanoseconds that opening the table may take, above 0
 */
public record LookupConfig(int depth, int maxAttempts, long timeoutNs) {
    /** The most lookups that may be in flight. */
    public static final int MAX_DEPTH = 4096;

    /** The most attempts. */
    public static final int MAX_ATTEMPTS = 1_000_000;

    /**
     * Checks the ranges.
     *
     * @param depth       see above
     * @param maxAttempts see above
     * @param timeoutNs   see above
     * @throws IllegalArgumentException if one is out of its range
     */
    public LookupConfig {
        TableConfig.require("depth", depth, 1, MAX_DEPTH);
        TableConfig.require("maxAttempts", maxAttempts, 1, MAX_ATTEMPTS);
        if (timeoutNs <= 0) {
            throw new IllegalArgumentException("timeoutNs must be above 0, was " + timeoutNs);
        }
    }

    /**
     * Returns the defaults: 16 lookups in flight, 256 attempts, 10 seconds to open.
     *
     * @return the configuration
     */
    public static LookupConfig defaults() {
        return new LookupConfig(16, 256, 10_000_000_000L);
    }

    /**
     * Returns this configuration with another depth.
     *
     * @param value the new value
     * @return a changed copy
     */
    public LookupConfig withDepth(int value) {
        return new LookupConfig(value, maxAttempts, timeoutNs);
    }

    /**
     * Returns this configuration with another number of attempts.
     *
     * @param value the new value
     * @return a changed copy
     */
    public LookupConfig withMaxAttempts(int value) {
        return new LookupConfig(depth, value, timeoutNs);
    }

    /**
     * Returns this configuration with another time to open.
     *
     * @param value the new value, in nanoseconds
     * @return a changed copy
     */
    public LookupConfig withTimeoutNs(long value) {
        return new LookupConfig(depth, maxAttempts, value);
    }
}
