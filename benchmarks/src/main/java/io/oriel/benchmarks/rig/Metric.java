// SPDX-License-Identifier: Apache-2.0
// Copyright the Oriel authors.
package io.oriel.benchmarks.rig;

import io.oriel.benchmarks.measure.LatencyNanos;
import io.oriel.benchmarks.measure.RunResult;
import java.util.concurrent.TimeUnit;
import java.util.function.ToDoubleFunction;
import org.jspecify.annotations.Nullable;

/** The number of a run that is compared. Less is better in each. */
public enum Metric {
    /** Half of the operations took at most this. */
    P50("ns, p50"),
    /** 99 of 100 operations took at most this. */
    P99("ns, p99"),
    /** The whole time divided by the operations. */
    TIME("ns an operation"),
    /** What both processes use of a processor while they wait. */
    IDLE_CPU("% of a processor"),
    /** What the measuring thread of the process that allocated more has allocated. */
    ALLOCATED("B an operation");

    private final String unit;

    Metric(String unit) {
        this.unit = unit;
    }

    /**
     * Returns what it is counted in.
     *
     * @return the unit, and what it is of
     */
    public String unit() {
        return unit;
    }

    /**
     * Takes it from a run.
     *
     * @param result of the run
     * @return the number; NaN if the run has none
     */
    public double of(RunResult result) {
        return switch (this) {
            case P50 -> latency(result, LatencyNanos::p50);
            case P99 -> latency(result, LatencyNanos::p99);
            case TIME -> TimeUnit.SECONDS.toNanos(1) / result.operationsPerSecond();
            case ALLOCATED -> result.allocatedBytesPerOperation();
            case IDLE_CPU -> 100 * result.figure(RunResult.IDLE_CPU_SHARE);
        };
    }

    private static double latency(RunResult result, ToDoubleFunction<LatencyNanos> component) {
        @Nullable LatencyNanos latency = result.latency();
        return latency == null ? Double.NaN : component.applyAsDouble(latency);
    }
}
