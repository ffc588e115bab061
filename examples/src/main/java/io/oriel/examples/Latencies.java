// SPDX-License-Identifier: Apache-2.0
// Copyright the Oriel authors.
package io.oriel.examples;

import java.util.Locale;
import java.util.concurrent.TimeUnit;
import org.HdrHistogram.Histogram;

/** How long each of many rounds took, but for those while the program warmed up. */
public final class Latencies {
    private static final long LONGEST_NS = TimeUnit.MINUTES.toNanos(1);

    private final Histogram histogram = new Histogram(LONGEST_NS, 3);
    private final String what;
    private final long warmUpNs;
    private final long startNs = System.nanoTime();
    private long lastNs = startNs;

    /**
     * Begins to warm up.
     *
     * @param what    the rounds are, such as "round trips"
     * @param seconds for how long they are counted, after as many that warm up
     */
    public Latencies(String what, int seconds) {
        this.what = what;
        warmUpNs = TimeUnit.SECONDS.toNanos(seconds);
    }

    /**
     * Counts a round, which began when the one before it ended.
     *
     * @return false if there were enough
     */
    public boolean count() {
        long beginNs = lastNs;
        lastNs = System.nanoTime();
        if (beginNs - startNs >= warmUpNs) {
            record(lastNs - beginNs);
        }
        return lastNs - startNs < 2 * warmUpNs;
    }

    /**
     * Counts something that was not timed here.
     *
     * @param durationNs how long it took
     */
    public void record(long durationNs) {
        histogram.recordValue(Math.min(Math.max(durationNs, 0), LONGEST_NS));
    }

    @Override
    public String toString() {
        return String.format(
                Locale.ROOT,
                "%d %s: median %d ns, 99 %% within %d ns, 99.9 %% within %d ns, longest %d ns",
                histogram.getTotalCount(),
                what,
                histogram.getValueAtPercentile(50),
                histogram.getValueAtPercentile(99),
                histogram.getValueAtPercentile(99.9),
                histogram.getMaxValue());
    }
}
