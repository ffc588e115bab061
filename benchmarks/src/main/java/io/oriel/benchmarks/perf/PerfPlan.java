// SPDX-License-Identifier: Apache-2.0
// Copyright the Oriel authors.
package io.oriel.benchmarks.perf;

import io.oriel.benchmarks.plan.Operation;
import io.oriel.benchmarks.plan.Pattern;
import io.oriel.benchmarks.plan.ScenarioConfig;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * A whole measurement.
 *
 * @param scenario   what is repeated
 * @param iterations operations of each timed run
 * @param warmup     operations before the first timed run
 * @param runs       timed runs of each subject; with a reference these are the pairs
 * @param reference  what Oriel is compared with; null for nothing
 * @param noHalt     true if the kernel is asked not to halt idle processors meanwhile
 */
public record PerfPlan(
        ScenarioConfig scenario,
        long iterations,
        long warmup,
        int runs,
        @Nullable Subject reference,
        boolean noHalt) {
    private static final long MAX_VERIFIED = 100_000;
    private static final long MAX_VERIFIED_BYTES = 256L << 20;
    private static final long MAX_VERIFIED_ROUNDS = 256;
    private static final long MAX_SETTLING = 1_000;

    /**
     * Checks the counts.
     *
     * @throws IllegalArgumentException if one is out of its range
     */
    public PerfPlan {
        requireAtLeast("iterations", iterations, 1);
        requireAtLeast("warmup", warmup, 0);
        requireAtLeast("runs", runs, 1);
    }

    /**
     * Returns what is measured, in the order of each pair.
     *
     * @return Oriel, and the reference if there is one
     */
    public List<Subject> subjects() {
        return reference == null ? List.of(Subject.ORIEL) : List.of(Subject.ORIEL, reference);
    }

    /**
     * Returns how many operations of each timed run precede the clock, so that both processes are awake.
     *
     * @return operations
     */
    public long settling() {
        return Math.min(MAX_SETTLING, iterations);
    }

    /**
     * Returns how many operations have every byte of their payload checked.
     *
     * @return operations
     */
    public long verified() {
        long bySize = Math.max(1, MAX_VERIFIED_BYTES / scenario.shape().sizeBytes());
        long count = Math.min(Math.min(iterations, MAX_VERIFIED), bySize);
        boolean inRounds = scenario.shape().operation() == Operation.WRITE
                && scenario.shape().pattern() != Pattern.LATENCY;
        return inRounds ? Math.min(count, MAX_VERIFIED_ROUNDS * scenario.load().totalOutstanding()) : count;
    }

    private static void requireAtLeast(String name, long value, long min) {
        if (value < min) {
            throw new IllegalArgumentException(name + " must be at least " + min + ", was " + value);
        }
    }
}
