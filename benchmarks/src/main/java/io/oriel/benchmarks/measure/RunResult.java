// SPDX-License-Identifier: Apache-2.0
// Copyright the Oriel authors.
package io.oriel.benchmarks.measure;

import java.util.Map;
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
 * @param figures                 further numbers, by their names
 */
public record RunResult(
        long operations,
        long elapsedNs,
        @Nullable Histogram histogram,
        @Nullable LatencyNanos latency,
        double allocatedBytesPerOperation,
        long errors,
        long backPressure,
        Map<String, Double> figures) {
    /** A share of one processor that both processes together use while they wait. */
    public static final String IDLE_CPU_SHARE = "idleCpuShare";

    /** Nanoseconds that it took to connect everything. */
    public static final String SET_UP_NS = "setUpNs";

    /** Bytes of memory for each endpoint, or for each link where each endpoint has one of its own. */
    public static final String BYTES_EACH = "bytesEach";

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
     * @param figures                 further numbers, by their names
     */
    public RunResult(
            long operations,
            long elapsedNs,
            @Nullable Histogram histogram,
            double allocatedBytesPerOperation,
            long errors,
            long backPressure,
            Map<String, Double> figures) {
        this(
                operations,
                elapsedNs,
                histogram,
                histogram == null ? null : LatencyNanos.of(histogram),
                allocatedBytesPerOperation,
                errors,
                backPressure,
                figures);
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
        return new RunResult(operations, elapsedNs, null, latency, Double.NaN, 0, 0, Map.of());
    }

    /**
     * Returns one of the further numbers.
     *
     * @param name of the figure
     * @return the number; NaN if the run has none of that name
     */
    public double figure(String name) {
        return figures.getOrDefault(name, Double.NaN);
    }
}
