// SPDX-License-Identifier: Apache-2.0
// Copyright the Oriel authors.
package io.oriel.benchmarks.measure;

import java.util.List;
import java.util.function.ToDoubleFunction;
import org.HdrHistogram.Histogram;

/**
 * The percentiles of what was recorded in a run, in nanoseconds. Those that nobody has told are NaN.
 *
 * @param p50  half of the round trips took at most this
 * @param p90  nine in ten
 * @param p99  99 in 100
 * @param p999 999 in 1,000
 * @param p9999 9,999 in 10,000
 * @param max  all of them
 * @param mean the arithmetic mean
 */
public record LatencyNanos(double p50, double p90, double p99, double p999, double p9999, double max, double mean) {
    /**
     * Reads the percentiles of a histogram.
     *
     * @param histogram of nanoseconds, with one value at least
     * @return its percentiles
     */
    public static LatencyNanos of(Histogram histogram) {
        return new LatencyNanos(
                histogram.getValueAtPercentile(50),
                histogram.getValueAtPercentile(90),
                histogram.getValueAtPercentile(99),
                histogram.getValueAtPercentile(99.9),
                histogram.getValueAtPercentile(99.99),
                histogram.getMaxValue(),
                histogram.getMean());
    }

    /**
     * Tells whether few long values make the mean differ much from the median.
     *
     * @return true if the mean is more than twice the median
     */
    public boolean isSkewed() {
        return mean > 2 * p50;
    }

    /**
     * Condenses several runs: of each percentile and of the mean the median over the runs, of the maxima the largest.
     *
     * @param runs one at least
     * @return the condensed percentiles
     */
    public static LatencyNanos median(List<LatencyNanos> runs) {
        return new LatencyNanos(
                Math.rint(median(runs, LatencyNanos::p50)),
                Math.rint(median(runs, LatencyNanos::p90)),
                Math.rint(median(runs, LatencyNanos::p99)),
                Math.rint(median(runs, LatencyNanos::p999)),
                Math.rint(median(runs, LatencyNanos::p9999)),
                runs.stream().mapToDouble(LatencyNanos::max).max().orElseThrow(),
                median(runs, LatencyNanos::mean));
    }

    private static double median(List<LatencyNanos> runs, ToDoubleFunction<LatencyNanos> component) {
        return Median.of(runs.stream().mapToDouble(component).toArray());
    }
}
