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
 * @param latency                 their percentiles; null if the loop records none
 * @param allocatedBytesPerOperation on the measuring thread of the process that allocated more; NaN if it is not known
 * @param errors                  operations whose payload was wrong
 * @param backPressure            times that a request was declined and had to be repeated
 * @param idleCpuShare            of one processor that both processes together use while they wait; NaN if not measured
 */
public record RunResult(
        long operations,
        long elapsedNs,
        @Nullable Histogram histogram,
        @Nullable LatencyNanos latency,
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
     * Tells of a run whose percentiles are those of its histogram.
     *
     * @param operations              that completed
     * @param elapsedNs               that they took together
     * @param histogram               of single operations, in nanoseconds; null if the loop records none
     * @param allocatedBytesPerOperation on the measuring thread of the process that allocated more; NaN if it is not known
     * @param errors                  operations whose payload was wrong
     * @param backPressure            times that a request was declined and had to be repeated
     * @param idleCpuShare            of one processor that both processes together use while they wait; NaN if not measured
     */
    public RunResult(
            long operations,
            long elapsedNs,
            @Nullable Histogram histogram,
            double allocatedBytesPerOperation,
            long errors,
            long backPressure,
            double idleCpuShare) {
        this(
                operations,
                elapsedNs,
                histogram,
                histogram == null ? null : LatencyNanos.of(histogram),
                allocatedBytesPerOperation,
                errors,
                backPressure,
                idleCpuShare);
    }

    /**
     * Tells of a run of a program that says nothing of allocation and has no back-pressure.
     *
     * @param operations that completed
     * @param elapsedNs  that they took together
     * @param latency    what the program says of their latencies without a histogram; null if it says nothing
     * @return the result
     */
    public static RunResult told(long operations, long elapsedNs, @Nullable LatencyNanos latency) {
        return new RunResult(operations, elapsedNs, null, latency, Double.NaN, 0, 0, Double.NaN);
    }
}
