// SPDX-License-Identifier: Apache-2.0
// Copyright the Oriel authors.
package io.oriel.engine.memory;

import io.oriel.api.ControlAgent;
import java.util.concurrent.locks.LockSupport;

/** A peer's access to a region that may still go on, though what allowed it was taken back. */
@FunctionalInterface
interface Lingering {
    /** Tells whether it has ended, or its process has; once true, no byte is touched any more. */
    boolean isOver();

    /**
     * Waits a moment for the end: as long as a peer that runs takes to copy a chunk.
     *
     * @return true if it has come
     */
    default boolean isSoonOver() {
        final int spins = 1000;
        for (int spin = 0; spin < spins; spin++) {
            if (isOver()) {
                return true;
            }
            Thread.onSpinWait();
        }
        return isOver();
    }

    /**
     * Waits for the end, blocking the caller.
     *
     * @param timeoutNs nanoseconds at most
     * @return true if it has come
     * @throws IllegalStateException on a control agent, if it has not come soon
     */
    default boolean await(long timeoutNs) {
        final long retryNs = 20_000;
        long beganNs = System.nanoTime();
        while (!isSoonOver()) {
            ControlAgent.requireOtherThread();
            if (System.nanoTime() - beganNs >= timeoutNs) {
                return false;
            }
            LockSupport.parkNanos(retryNs);
        }
        return true;
    }
}
