// SPDX-License-Identifier: Apache-2.0
// Copyright the Oriel authors.
package io.oriel.shm.media;

import org.agrona.concurrent.EpochClock;

/**
 * A clock for a client that connects. It stands still: Aeron finds no driver's heartbeat too old, however short the property
 * {@code aeron.debug.timeout} makes its patience. Past a deadline all patience is over, as with files of the driver that a peer
 * takes along when it ends. When the client is connected, it is the host's clock.
 */
final class ConnectingClock implements EpochClock {
    private static final long EARLY_MS = 0;
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
        if (isEnded) {
            return HostClock.INSTANCE.time();
        }
        return System.nanoTime() - deadlineNs <= 0 ? EARLY_MS : LATE_MS;
    }
}
