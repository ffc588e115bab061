// SPDX-License-Identifier: Apache-2.0
// Copyright the Oriel authors.
package io.oriel.benchmarks.measure;

import com.sun.management.ThreadMXBean;
import java.lang.management.ManagementFactory;

/**
 * The bytes that one thread allocates between a start and a stop. Left out is what is read of the kernel meanwhile, and the first {@value
 * #OF_THE_RUN}: once in a run something is allocated for the run itself, which many operations would hide and few would not.
 */
public final class AllocationMeter {
    private static final int OF_THE_RUN = 2048;
    private static final ThreadLocal<AllocationMeter> CURRENT = new ThreadLocal<>();

    private final ThreadMXBean threads = (ThreadMXBean) ManagementFactory.getThreadMXBean();
    private final long threadId = Thread.currentThread().getId();
    private long before;
    private long counted;

    /** Creates a meter for the current thread. */
    public AllocationMeter() {}

    /** Begins to count from zero. */
    public void start() {
        counted = 0;
        CURRENT.set(this);
        resume();
    }

    /** Has the current thread's meter leave out what follows, until {@link #resumeCurrent}. */
    static void pauseCurrent() {
        AllocationMeter meter = CURRENT.get();
        if (meter != null) {
            meter.pause();
        }
    }

    /** Has the current thread's meter count again. */
    static void resumeCurrent() {
        AllocationMeter meter = CURRENT.get();
        if (meter != null) {
            meter.resume();
        }
    }

    private void pause() {
        counted += threads.getThreadAllocatedBytes(threadId) - before;
    }

    private void resume() {
        before = threads.getThreadAllocatedBytes(threadId);
    }

    /**
     * Ends counting.
     *
     * @return bytes allocated since {@link #start}
     */
    public long stop() {
        pause();
        CURRENT.remove();
        return Math.max(0, counted - OF_THE_RUN);
    }
}
