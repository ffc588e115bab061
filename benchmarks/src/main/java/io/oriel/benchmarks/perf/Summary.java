// SPDX-License-Identifier: Apache-2.0
// Copyright the Oriel authors.
package io.oriel.benchmarks.perf;

import io.oriel.benchmarks.measure.LatencyNanos;
import io.oriel.benchmarks.measure.Median;
import io.oriel.benchmarks.measure.RunResult;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * The runs of one subject, condensed to medians.
 *
 * @param subject       what ran
 * @param runs          its timed runs, one at least
 * @param wrongPayloads operations whose payload was wrong in the verification
 */
public record Summary(Subject subject, List<RunResult> runs, long wrongPayloads) {
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
     * @return bytes an operation, of the worst run, in the process that allocated more
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
     * Returns what waiting costs.
     *
     * @return the share of one processor that both processes use while they wait, the median over the runs; NaN if it was
     *     not measured
     */
    public double idleCpuShare() {
        return Median.of(runs.stream().mapToDouble(RunResult::idleCpuShare).toArray());
    }

    /**
     * Tells whether all payloads were right.
     *
     * @return true if every one of the verification and every sample of the timed runs was
     */
    public boolean verified() {
        return errors() == 0;
    }
}
