// SPDX-License-Identifier: Apache-2.0
// Copyright the Oriel authors.
package io.oriel.benchmarks.measure;

import com.sun.management.ThreadMXBean;
import java.lang.management.ManagementFactory;

/** The bytes that one thread allocates between a start and a stop, pauses left out. */
public final class AllocationMeter {
    private final ThreadMXBean threads = (ThreadMXBean) ManagementFactory.getThreadMXBean();
    private final long threadId = Thread.currentThread().getId();
    private long before;
    private long counted;

    /** Creates a meter for the current thread. */
    public AllocationMeter() {}

    /** Begins to count from zero. */
    public void start() {
        counted = 0;
        resume();
    }

    /** Leaves out what follows, until {@link #resume}. */
    public void pause() {
        counted += threads.getThreadAllocatedBytes(threadId) - before;
    }

    /** Counts again. */
    public void resume() {
        before = threads.getThreadAllocatedBytes(threadId);
    }

    /**
     * Ends counting.
     *
     * @return bytes allocated since {@link #start}
     */
    public long stop() {
        pause();
        return counted;
    }
}
