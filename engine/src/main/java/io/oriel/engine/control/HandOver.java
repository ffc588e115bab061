// SPDX-License-Identifier: Apache-2.0
// Copyright the Oriel authors.
package io.oriel.engine.control;

import java.time.Duration;
import java.util.concurrent.locks.LockSupport;

/**
 * What must not get lost though there be no memory or thread for it at first: else somebody would wait for ever. Whoever
 * calls is held up until there is.
 */
final class HandOver {
    private static final long RETRY_NS = Duration.ofMillis(10).toNanos();

    private HandOver() {}

    /**
     * Gives the agent a task as soon as there is room for it.
     *
     * @param loop the agent
     * @param task must not block
     */
    static void execute(ControlLoop loop, Runnable task) {
        while (true) {
            try {
                loop.execute(task);
                return;
            } catch (OutOfMemoryError e) {
                LockSupport.parkNanos(RETRY_NS);
            }
        }
    }

    /**
     * Gives the agent a task for later as soon as there is room for it.
     *
     * @param loop    the agent
     * @param delayNs nanoseconds to wait at least
     * @param task    must not block
     * @return to take it back
     */
    static ControlLoop.Timer schedule(ControlLoop loop, long delayNs, Runnable task) {
        while (true) {
            try {
                return loop.schedule(delayNs, task);
            } catch (OutOfMemoryError e) {
                LockSupport.parkNanos(RETRY_NS);
            }
        }
    }
}
