// SPDX-License-Identifier: Apache-2.0
// Copyright the Oriel authors.
package io.oriel.benchmarks.measure;

import java.util.concurrent.TimeUnit;

/**
 * The times at which the requests of an open loop are meant to begin, whether or not the system keeps up.
 *
 * <p>Latency from the intended time hides no waiting (no coordinated omission).
 */
public final class Pacer {
    private final long ratePerSecond;
    private long startNs;

    /**
     * Creates a pacer.
     *
     * @param ratePerSecond requests a second; 0 for a closed loop, which has no intended times
     */
    public Pacer(long ratePerSecond) {
        this.ratePerSecond = ratePerSecond;
    }

    /**
     * Tells whether requests have intended times.
     *
     * @return false for a closed loop
     */
    public boolean isOpenLoop() {
        return ratePerSecond > 0;
    }

    /** Lets the first request be due now. */
    public void start() {
        startNs = System.nanoTime();
    }

    /**
     * Returns when a request is meant to begin.
     *
     * @param index of the request in its run, from 0
     * @return on the clock of {@link System#nanoTime}
     */
    public long intendedNs(long index) {
        long wholeSeconds = index / ratePerSecond;
        long rest = index % ratePerSecond;
        return startNs
                + wholeSeconds * TimeUnit.SECONDS.toNanos(1)
                + rest * TimeUnit.SECONDS.toNanos(1) / ratePerSecond;
    }
}
