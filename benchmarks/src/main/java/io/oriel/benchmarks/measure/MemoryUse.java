// SPDX-License-Identifier: Apache-2.0
// Copyright the Oriel authors.
package io.oriel.benchmarks.measure;

import java.lang.management.BufferPoolMXBean;
import java.lang.management.ManagementFactory;

/** The memory that this process uses: what is left in the heap when garbage is gone, and what buffers have outside. */
public final class MemoryUse {
    private static final int COLLECTIONS = 3;

    private MemoryUse() {}

    /**
     * Measures it.
     *
     * @return bytes of heap, direct buffers and mapped files
     */
    public static long bytes() {
        for (int i = 0; i < COLLECTIONS; i++) {
            System.gc();
        }
        Runtime runtime = Runtime.getRuntime();
        long heap = runtime.totalMemory() - runtime.freeMemory();
        return heap
                + ManagementFactory.getPlatformMXBeans(BufferPoolMXBean.class).stream()
                        .mapToLong(BufferPoolMXBean::getMemoryUsed)
                        .sum();
    }
}
