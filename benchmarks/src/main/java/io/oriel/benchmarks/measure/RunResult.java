// SPDX-License-Identifier: Apache-2.0
// Copyright the Oriel authors.
package io.oriel.benchmarks.measure;

import java.util.concurrent.TimeUnit;
import org.HdrHistogram.Histogram;
import org.jspecify.annotations.Nullable;

/**
 * What one run of one subject showed.
 *
 * @param operations              that completed
 * @param elapsedNs               that they took together
 * @param histogram               of single operations, in nanoseconds; null if the loop records none
 * @param allocatedBytesPerOperation on the measuring thread of the process that allocated more; NaN if it is not known
 * @param errors                  operations whose payload was wrong
 * @param backPressure            times that a request was declined and had to be repeated
 * @param idleCpuShare            of one processor that both processes together use while they wait; NaN if not measured
 */
public record RunResult(
        long operations,
        long elapsedNs,
        @Nullable Histogram histogram,
        double allocatedBytesPerOperation,
        long errors,
        long backPressure,
        double idleCpuShare) {
    /**
     * Returns the throughput.
     *
     * @return operations a second
     */
    public double operationsPerSecond() {
        return operations * (double) TimeUnit.SECONDS.toNanos(1) / Math.max(1, elapsedNs);
    }

    /**
     * Returns the latencies.
     *
     * @return their percentiles; null if the loop records none
     */
    public @Nullable LatencyNanos latency() {
        return histogram == null ? null : LatencyNanos.of(histogram);
    }
}
