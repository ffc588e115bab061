// SPDX-License-Identifier: Apache-2.0
// Copyright the Oriel authors.
package io.oriel.benchmarks.rig;

import io.oriel.benchmarks.contender.Contender;
import io.oriel.benchmarks.measure.LatencyNanos;
import io.oriel.benchmarks.measure.Median;
import io.oriel.benchmarks.measure.RunResult;
import io.oriel.benchmarks.rig.Lineup.Entry;
import java.util.ArrayList;
import java.util.List;
import org.HdrHistogram.Histogram;
import org.jspecify.annotations.Nullable;

/**
 * The runs of one entry, condensed to medians.
 *
 * @param entry         what ran
 * @param explanation   what carried it, and why
 * @param warmUp        how it came to its speed
 * @param runs          its timed runs, one at least
 * @param wrongPayloads operations whose payload was wrong in the verification
 */
public record Summary(
        Entry entry, String explanation, Contender.WarmUp warmUp, List<RunResult> runs, long wrongPayloads) {
    /**
     * Returns the latencies.
     *
     * @return the median of each percentile over the runs; null if the pattern records none
     */
    public @Nullable LatencyNanos latency() {
        List<LatencyNanos> latencies = new ArrayList<>();
        for (RunResult run : runs) {
            @Nullable LatencyNanos latency = run.latency();
            if (latency != null) {
                latencies.add(latency);
            }
        }
        return latencies.isEmpty() ? null : LatencyNanos.median(latencies);
    }

    /**
     * Returns the latencies of all runs together.
     *
     * @return in nanoseconds; null if the pattern records none
     */
    public @Nullable Histogram histogram() {
        @Nullable Histogram all = null;
        for (RunResult run : runs) {
            @Nullable Histogram histogram = run.histogram();
            if (histogram != null) {
                if (all == null) {
                    all = histogram.copy();
                } else {
                    all.add(histogram);
                }
            }
        }
        return all;
    }

    /**
     * Returns one number of the runs.
     *
     * @param metric which
     * @return the median over the runs
     */
    public double median(Metric metric) {
        return Median.of(runs.stream().mapToDouble(metric::of).toArray());
    }

    /**
     * Returns the throughput.
     *
     * @return operations a second, the median over the runs
     */
    public double operationsPerSecond() {
        return Median.of(
                runs.stream().mapToDouble(RunResult::operationsPerSecond).toArray());
    }

    /**
     * Returns the allocation.
     *
     * @return bytes an operation, of the worst run, in the process that allocated more; NaN if it is not known
     */
    public double allocatedBytesPerOperation() {
        return runs.stream()
                .mapToDouble(RunResult::allocatedBytesPerOperation)
                .max()
                .orElseThrow();
    }

    /**
     * Returns the wrong payloads.
     *
     * @return operations, of all runs and of the verification
     */
    public long errors() {
        return wrongPayloads + runs.stream().mapToLong(RunResult::errors).sum();
    }

    /**
     * Returns the declined requests.
     *
     * @return how many, in all runs
     */
    public long backPressure() {
        return runs.stream().mapToLong(RunResult::backPressure).sum();
    }

    /**
     * Tells whether all payloads were right.
     *
     * @return true if every one of the verification and every sample of the timed runs was
     */
    public boolean verified() {
        return errors() == 0;
    }

    /**
     * Tells whether the numbers may be believed.
     *
     * @return true if all payloads were right, and where one request at a time is measured none was declined
     */
    public boolean isValid() {
        return verified()
                && (backPressure() == 0 || !entry.config().shape().pattern().isOneByOne());
    }
}
