// SPDX-License-Identifier: Apache-2.0
// Copyright the Oriel authors.
package io.oriel.benchmarks.measure;

import java.util.Locale;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;

/** Prints what runs, and for how long, on standard error once a second; nothing of what is over sooner. A thread of its own sleeps between. */
public final class ProgressLine implements AutoCloseable {
    private static final long INTERVAL_NS = TimeUnit.SECONDS.toNanos(1);

    private volatile String prefix = "";
    private volatile Work work = new Work("", System.nanoTime());
    private volatile boolean isClosed;

    private record Work(String label, long beginNs) {}

    /** Begins to print, on standard error. */
    public ProgressLine() {
        Thread printer = new Thread(this::print, "oriel-benchmark-progress");
        printer.setDaemon(true);
        printer.start();
    }

    /**
     * Names what runs from now on.
     *
     * @param label printed before the time; empty for nothing
     */
    public void label(String label) {
        work = new Work(label, System.nanoTime());
    }

    /**
     * Says what all that runs from now on belongs to.
     *
     * @param text printed before each label
     */
    public void prefix(String text) {
        prefix = text;
    }

    /** Ends it. */
    @Override
    public void close() {
        isClosed = true;
    }

    private void print() {
        while (!isClosed) {
            LockSupport.parkNanos(INTERVAL_NS);
            Work current = work;
            long elapsedNs = System.nanoTime() - current.beginNs;
            if (!isClosed && elapsedNs >= INTERVAL_NS && !current.label.isEmpty()) {
                System.err.printf(
                        Locale.ROOT,
                        "  %s%s: %d s%n",
                        prefix,
                        current.label,
                        TimeUnit.NANOSECONDS.toSeconds(elapsedNs));
            }
        }
    }
}
