// SPDX-License-Identifier: Apache-2.0
// Copyright the Oriel authors.
package io.oriel.benchmarks.rig;

import io.oriel.api.config.Medium;
import io.oriel.benchmarks.contender.Contender;
import io.oriel.benchmarks.contender.Subjects;
import io.oriel.benchmarks.measure.LatencyNanos;
import io.oriel.benchmarks.scenario.Load;
import io.oriel.benchmarks.scenario.ScenarioConfig;
import io.oriel.benchmarks.scenario.Shape;
import io.oriel.benchmarks.scenario.Shape.Operation;
import io.oriel.benchmarks.scenario.Shape.Pattern;
import java.util.Objects;
import java.util.concurrent.TimeUnit;

/**
 * What the machine can do at this moment: round trips of a bare flag in memory that two processes have mapped. Virtual machines
 * change their speed within seconds, and what is measured before and after a change cannot be compared.
 */
public final class Floor implements AutoCloseable {
    /** By how much the floor may differ before and after what is compared. */
    public static final double MAX_DRIFT = 1.2;

    /** How many times as high as the lowest of a run the floor may be for ratios to be those of a run at the lowest. */
    private static final double MAX_HEIGHT = 1.5;

    private static final String SUBJECT = "memory";
    private static final long OPERATIONS = 20_000;
    private static final long WARM_UP_NS = TimeUnit.SECONDS.toNanos(10);

    private final Contender contender;

    /** Starts the two processes, and warms them up. */
    public Floor() {
        Shape shape = new Shape(Operation.WRITE, Pattern.LATENCY, Long.BYTES);
        contender = Subjects.named(SUBJECT).open(new ScenarioConfig(Medium.SHM, shape, Load.ONE));
        contender.warmUp(WARM_UP_NS);
    }

    /**
     * Measures it.
     *
     * @return the median round trip in nanoseconds
     */
    public double measureNs() {
        LatencyNanos latency = Objects.requireNonNull(contender.run(OPERATIONS).latency());
        return Math.max(1, latency.p50());
    }

    /**
     * Tells whether two measurements differ too much for what lies between them to be compared.
     *
     * @param before nanoseconds
     * @param after  nanoseconds
     * @return true if the longer is more than {@value #MAX_DRIFT} times the shorter
     */
    public static boolean hasMoved(double before, double after) {
        return Math.max(before, after) > MAX_DRIFT * Math.min(before, after);
    }

    /**
     * Tells whether the machine was so much slower than it can be that ratios are others: what waits for memory slows down by
     * more than what computes.
     *
     * @param floor  nanoseconds; NaN if it was not measured
     * @param lowest nanoseconds
     * @return true if the floor is more than {@value #MAX_HEIGHT} times the lowest
     */
    public static boolean isHigh(double floor, double lowest) {
        return floor > MAX_HEIGHT * lowest;
    }

    @Override
    public void close() {
        contender.close();
    }
}
