// SPDX-License-Identifier: Apache-2.0
// Copyright the Oriel authors.
package io.oriel.testing.allocation;

import com.sun.management.ThreadMXBean;
import io.oriel.api.NdStatus;
import java.lang.management.ManagementFactory;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.function.BooleanSupplier;
import java.util.function.IntSupplier;
import java.util.function.Supplier;

/** What each call of some methods allocates, on the thread that calls. */
public final class CallAllocations {
    private static final ThreadMXBean THREADS = (ThreadMXBean) ManagementFactory.getThreadMXBean();

    private final Map<String, Long> bytesByMethod = new TreeMap<>();

    /**
     * Calls a method that returns a status.
     *
     * @param method as {@code Type.method}
     * @param call   of it, and of nothing else
     * @return what it returned
     */
    public NdStatus status(String method, Supplier<NdStatus> call) {
        long before = THREADS.getCurrentThreadAllocatedBytes();
        NdStatus result = call.get();
        add(method, THREADS.getCurrentThreadAllocatedBytes() - before);
        return result;
    }

    /**
     * Calls a method that returns a number.
     *
     * @param method as {@code Type.method}
     * @param call   of it, and of nothing else
     * @return what it returned
     */
    public int number(String method, IntSupplier call) {
        long before = THREADS.getCurrentThreadAllocatedBytes();
        int result = call.getAsInt();
        add(method, THREADS.getCurrentThreadAllocatedBytes() - before);
        return result;
    }

    /**
     * Calls a method that answers a question.
     *
     * @param method as {@code Type.method}
     * @param call   of it, and of nothing else
     * @return what it returned
     */
    public boolean isTrue(String method, BooleanSupplier call) {
        long before = THREADS.getCurrentThreadAllocatedBytes();
        boolean result = call.getAsBoolean();
        add(method, THREADS.getCurrentThreadAllocatedBytes() - before);
        return result;
    }

    /**
     * Calls a method that returns nothing.
     *
     * @param method as {@code Type.method}
     * @param call   of it, and of nothing else
     */
    public void run(String method, Runnable call) {
        long before = THREADS.getCurrentThreadAllocatedBytes();
        call.run();
        add(method, THREADS.getCurrentThreadAllocatedBytes() - before);
    }

    /**
     * Returns which methods were called.
     *
     * @return as {@code Type.method}
     */
    public Set<String> methods() {
        return bytesByMethod.keySet();
    }

    /**
     * Returns which methods have allocated.
     *
     * @return how many bytes, all calls together
     */
    public Map<String, Long> allocating() {
        Map<String, Long> allocating = new TreeMap<>(bytesByMethod);
        allocating.values().removeIf(bytes -> bytes == 0);
        return allocating;
    }

    private void add(String method, long bytes) {
        bytesByMethod.merge(method, bytes, Long::sum);
    }
}
