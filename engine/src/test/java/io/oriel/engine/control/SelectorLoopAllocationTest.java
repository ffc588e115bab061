// SPDX-License-Identifier: Apache-2.0
// Copyright the Oriel authors.
package io.oriel.engine.control;

import static org.assertj.core.api.Assertions.assertThat;

import com.sun.management.ThreadMXBean;
import java.lang.management.ManagementFactory;
import org.agrona.collections.MutableLong;
import org.junit.jupiter.api.Test;

final class SelectorLoopAllocationTest {
    private static final int ROUNDS = 20_000;

    private volatile long ran;

    @SuppressWarnings({"UnnecessaryLambda", "NonAtomicVolatileUpdate"}) // made once; only the agent writes
    private final Runnable task = () -> ran = ran + 1;

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
        for (int i = 0; i < ROUNDS; i++) {
            long expected = ran + 1;
            loop.execute(task);
            while (ran != expected) {
                Thread.onSpinWait();
            }
        }
    }
}
