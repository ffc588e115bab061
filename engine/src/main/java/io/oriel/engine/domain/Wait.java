// SPDX-License-Identifier: Apache-2.0
// Copyright the Oriel authors.
package io.oriel.engine.domain;

import java.util.concurrent.locks.LockSupport;
import java.util.function.BooleanSupplier;

/** A blocking wait of the application's thread, which makes the progress meanwhile. */
public final class Wait {
    private static final int SPINS = 200;
    private static final long MIN_PARK_NS = 1_000;
    private static final long MAX_PARK_NS = 1_000_000;

    private Wait() {}

    /**
     * Progresses a domain until a condition holds. An interrupt does not end the wait; it is left set.
     *
     * @param domain    owned by the caller
     * @param timeoutNs nanoseconds at most; 0 tries once
     * @param condition looked at after each progress
     * @return false if the time ran out first
     */
    public static boolean until(Domain domain, long timeoutNs, BooleanSupplier condition) {
        boolean interrupted = false;
        try {
            long deadline = System.nanoTime() + Math.max(0, timeoutNs);
            long parkNs = MIN_PARK_NS;
            for (int idle = 0; ; idle++) {
                if (domain.progress() > 0) {
                    idle = 0;
                    parkNs = MIN_PARK_NS;
                }
                if (condition.getAsBoolean()) {
                    return true;
                }
                if (idle < SPINS && timeoutNs > 0) {
                    Thread.onSpinWait();
                    continue;
                }
                long left = deadline - System.nanoTime();
                if (left <= 0) {
                    return false;
                }
                interrupted |= Thread.interrupted(); // or each park would return at once
                LockSupport.parkNanos(Math.min(left, parkNs));
                parkNs = Math.min(parkNs * 2, MAX_PARK_NS);
            }
        } finally {
            if (interrupted) {
                Thread.currentThread().interrupt();
            }
        }
    }
}
