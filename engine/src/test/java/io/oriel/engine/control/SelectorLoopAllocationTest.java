// SPDX-License-Identifier: Apache-2.0
// Copyright the Oriel authors.
package io.oriel.engine.control;

import static org.assertj.core.api.Assertions.assertThat;

import com.sun.management.ThreadMXBean;
import java.lang.management.ManagementFactory;
import java.util.concurrent.atomic.AtomicLong;
import org.agrona.collections.MutableLong;
import org.junit.jupiter.api.Test;

final class SelectorLoopAllocationTest {
    private static final int ROUNDS = 20_000;

    private final AtomicLong ran = new AtomicLong();

    @Test
    void allocatesNothingToGiveATask() {
        ThreadMXBean threads = (ThreadMXBean) ManagementFactory.getThreadMXBean();
        long self = Thread.currentThread().getId();
        MutableLong allocated = new MutableLong();
        try (SelectorLoop loop = SelectorLoop.start(error -> {})) {
            giveTasks(loop);
            long before = threads.getThreadAllocatedBytes(self);
            giveTasks(loop);
            allocated.set(threads.getThreadAllocatedBytes(self) - before);
        }

        // What the measurement itself allocates is less than a byte a task.
        assertThat(allocated.get()).isLessThan(ROUNDS);
    }

    private void giveTasks(SelectorLoop loop) {
        Runnable task = ran::incrementAndGet;
        for (int i = 0; i < ROUNDS; i++) {
            long expected = ran.get() + 1;
            loop.execute(task);
            while (ran.get() != expected) {
                Thread.onSpinWait();
            }
        }
    }
}
