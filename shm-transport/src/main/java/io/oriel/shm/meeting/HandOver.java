// SPDX-License-Identifier: Apache-2.0
// Copyright the Oriel authors.
package io.oriel.shm.meeting;

import io.oriel.engine.control.ControlLoop;
import java.time.Duration;
import java.util.concurrent.locks.LockSupport;

/** What a worker tells the agent, though there be no room for a task at first: else nobody would hear of its end. */
public final class HandOver {
    private static final long RETRY_NS = Duration.ofMillis(10).toNanos();

    private HandOver() {}

    /**
     * Gives the agent a task as soon as there is room for it. On a worker, which waits.
     *
     * @param loop the agent
     * @param task must not block
     */
    public static void execute(ControlLoop loop, Runnable task) {
        while (true) {
            try {
                loop.execute(task);
                return;
            } catch (OutOfMemoryError e) {
                LockSupport.parkNanos(RETRY_NS);
            }
        }
    }
}
