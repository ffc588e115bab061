// SPDX-License-Identifier: Apache-2.0
// Copyright the Oriel authors.
package io.oriel.benchmarks.measure;

import java.io.PrintStream;
import java.util.Locale;
import java.util.concurrent.TimeUnit;

/** Prints how far a run has come, at most once a second and not at all for short runs. */
public final class ProgressLine implements Progress {
    private static final long INTERVAL_NS = TimeUnit.SECONDS.toNanos(1);

    private final PrintStream out;
    private final AllocationMeter meter;
    private String label = "";
    private long nextNs;

    /**
     * Creates a line.
     *
     * @param out   where to print
     * @param meter left paused while printing, so that the text is not counted
     */
    public ProgressLine(PrintStream out, AllocationMeter meter) {
        this.out = out;
        this.meter = meter;
        nextNs = System.nanoTime() + INTERVAL_NS;
    }

    /**
     * Names what is running.
     *
     * @param text printed before the numbers
     */
    public void label(String text) {
        label = text;
    }

    @Override
    public void reached(long done, long operations) {
        long now = System.nanoTime();
        if (now - nextNs < 0) {
            return;
        }
        meter.pause();
        out.printf(Locale.ROOT, "  %s: %,d of %,d (%d %%)%n", label, done, operations, 100 * done / operations);
        nextNs = System.nanoTime() + INTERVAL_NS;
        meter.resume();
    }
}
