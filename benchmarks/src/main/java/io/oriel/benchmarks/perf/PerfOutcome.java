// SPDX-License-Identifier: Apache-2.0
// Copyright the Oriel authors.
package io.oriel.benchmarks.perf;

import io.oriel.benchmarks.measure.LatencyNanos;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * What a measurement has shown.
 *
 * @param plan        what was measured
 * @param summaries   of Oriel, and of the reference if there is one
 * @param explanation which medium carried it, and why
 */
public record PerfOutcome(PerfPlan plan, List<Summary> summaries, String explanation) {
    /**
     * Returns Oriel's part.
     *
     * @return the summary
     */
    public Summary oriel() {
        return summaries.get(0);
    }

    /**
     * Returns the reference's part.
     *
     * @return the summary; null if there is no reference
     */
    public @Nullable Summary reference() {
        return summaries.size() > 1 ? summaries.get(1) : null;
    }

    /**
     * Returns Oriel's time in relation to the reference's: below 1 means that Oriel is faster.
     *
     * <p>Where latency is recorded, the median over the pairs of Oriel's p50 divided by that of the reference; else the
     * reference's median operations a second divided by Oriel's, which is Oriel's time an operation divided by the
     * reference's.
     *
     * @return the ratio; null if there is no reference
     */
    public @Nullable Double ratio() {
        @Nullable Summary reference = reference();
        if (reference == null) {
            return null;
        }
        @Nullable LatencyNanos ours = oriel().latency();
        @Nullable LatencyNanos theirs = reference.latency();
        if (ours != null && theirs != null) {
            return (double) ours.p50() / Math.max(1, theirs.p50());
        }
        return reference.operationsPerSecond() / oriel().operationsPerSecond();
    }

    /**
     * Tells whether everything that was run was right.
     *
     * @return true if no payload was wrong
     */
    public boolean verified() {
        return summaries.stream().allMatch(Summary::verified);
    }
}
