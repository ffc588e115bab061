// SPDX-License-Identifier: Apache-2.0
// Copyright the Oriel authors.
package io.oriel.shm.media;

import org.agrona.concurrent.EpochClock;

/**
 * The host's clock for a client that connects: past a deadline the patience is over with which it waits for the driver's
 * files, which a peer that ends takes along.
 */
final class ConnectingClock implements EpochClock {
    private static final long LATE_MS = HostClock.PATIENCE.multipliedBy(2).toMillis();

    private final long deadlineNs;
    private volatile boolean isEnded;

    ConnectingClock(long deadlineNs) {
        this.deadlineNs = deadlineNs;
    }

    /** The client is connected: from now on it has patience. */
    void end() {
        isEnded = true;
    }

    @Override
    public long time() {
        long now = HostClock.INSTANCE.time();
        return isEnded || System.nanoTime() - deadlineNs <= 0 ? now : now + LATE_MS;
    }
}
