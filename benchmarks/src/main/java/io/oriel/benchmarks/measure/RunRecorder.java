// SPDX-License-Identifier: Apache-2.0
// Copyright the Oriel authors.
package io.oriel.benchmarks.measure;

import java.util.Map;
import java.util.TreeMap;
import java.util.concurrent.TimeUnit;
import org.HdrHistogram.Histogram;
import org.jspecify.annotations.Nullable;

/**
 * Where a measuring loop puts its times; used for one run after the other.
 *
 * <p>A closed loop calls {@link #start}, then {@link #roundTripEnded} after each round trip: one clock read each, and
 * the histogram is filled between batches, outside the time measured. A stream calls {@link #latency} if it knows when each
 * request began, and {@link #finish} at the end. Allocates nothing.
 */
public final class RunRecorder {
    private static final int BATCH = 1 << 14;
    private static final long HIGHEST_NS = TimeUnit.MINUTES.toNanos(1);
    private static final int SIGNIFICANT_DIGITS = 3;

    private final Histogram histogram = new Histogram(HIGHEST_NS, SIGNIFICANT_DIGITS);
    private final long[] samples = new long[BATCH];
    private long operations;
    private long done;
    private int sampled;
    private int limit;
    private long batchStartNs;
    private long lastNs;
    private long elapsedNs;
    private final Map<String, Double> figures = new TreeMap<>();

    /** Creates a recorder. */
    public RunRecorder() {}

    /**
     * Forgets what was recorded and starts the clock.
     *
     * @param count operations of the run to come, 1 at least
     */
    public void start(long count) {
        histogram.reset();
        figures.clear();
        operations = count;
        done = 0;
        sampled = 0;
        elapsedNs = 0;
        startBatch();
    }

    /**
     * Records a round trip of a closed loop; it began when the one before it ended.
     *
     * @return true if there are more to run
     */
    public boolean roundTripEnded() {
        long now = System.nanoTime();
        samples[sampled] = now - lastNs;
        lastNs = now;
        return ++sampled < limit || nextBatch();
    }

    /**
     * Records the latency of a request that was to begin at an intended time.
     *
     * @param nanos from the intended time to the completion
     */
    public void latency(long nanos) {
        histogram.recordValue(Math.min(nanos, HIGHEST_NS));
    }

    /**
     * Records a further number of the run.
     *
     * @param name  of the figure, such as {@link RunResult#IDLE_CPU_SHARE}
     * @param value the number
     */
    public void figure(String name, double value) {
        figures.put(name, value);
    }

    /**
     * Returns the further numbers of the run.
     *
     * @return a copy
     */
    public Map<String, Double> figures() {
        return Map.copyOf(figures);
    }

    /** Stops the clock of a stream. */
    public void finish() {
        elapsedNs = System.nanoTime() - batchStartNs;
    }

    /**
     * Returns how long the run took, the time between its batches left out.
     *
     * @return nanoseconds
     */
    public long elapsedNs() {
        return elapsedNs;
    }

    /**
     * Returns what was recorded.
     *
     * @return a copy; null if no latency was recorded
     */
    public @Nullable Histogram latencies() {
        return histogram.getTotalCount() == 0 ? null : histogram.copy();
    }

    private boolean nextBatch() {
        elapsedNs += lastNs - batchStartNs;
        for (int i = 0; i < sampled; i++) {
            latency(samples[i]);
        }
        done += sampled;
        sampled = 0;
        if (done == operations) {
            return false;
        }
        startBatch();
        return true;
    }

    private void startBatch() {
        limit = (int) Math.min(BATCH, operations - done);
        batchStartNs = System.nanoTime();
        lastNs = batchStartNs;
    }
}
