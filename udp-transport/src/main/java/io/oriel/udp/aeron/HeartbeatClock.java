// SPDX-License-Identifier: Apache-2.0
// Copyright the Oriel authors.
package io.oriel.udp.aeron;

import java.time.Duration;
import java.util.concurrent.TimeUnit;
import java.util.function.LongSupplier;
import org.agrona.concurrent.EpochClock;
import org.agrona.concurrent.NanoClock;
import org.agrona.concurrent.SystemNanoClock;

/**
 * The clock of a client whose media driver runs on its own. Driver and client show each other heartbeats, the time by the wall
 * clock, which somebody may set. By this clock the driver is alive as long as its heartbeat changes, by a clock that nobody sets,
 * whatever time it is; and the client's heartbeat is never behind the driver's.
 */
final class HeartbeatClock implements EpochClock {
    /** What the client's time-out for the driver must be: longer than any step of the wall clock. */
    static final Duration CLIENT_PATIENCE = Duration.ofDays(3650);

    /** The heartbeat of a driver that has ended by itself. */
    private static final long ENDED = -1;

    private static final long DRIVER_IS_DEAD = Long.MAX_VALUE;

    private final LongSupplier heartbeatMs;
    private final EpochClock wallClock;
    private final NanoClock nanoClock;
    private final long patienceNs;
    private long seenMs;
    private long changedNs;

    HeartbeatClock(LongSupplier heartbeatMs, EpochClock wallClock, NanoClock nanoClock, Duration patience) {
        this.heartbeatMs = heartbeatMs;
        this.wallClock = wallClock;
        this.nanoClock = nanoClock;
        patienceNs = patience.toNanos();
        seenMs = heartbeatMs.getAsLong();
        changedNs = nanoClock.nanoTime();
    }

    /**
     * Creates the clock of a client.
     *
     * @param heartbeatMs of the driver
     * @param patience    after which a driver whose heartbeat does not change is dead
     */
    static HeartbeatClock of(LongSupplier heartbeatMs, Duration patience) {
        return new HeartbeatClock(heartbeatMs, System::currentTimeMillis, SystemNanoClock.INSTANCE, patience);
    }

    @Override
    public long time() {
        long foundMs = heartbeatMs.getAsLong();
        long nowNs = nanoClock.nanoTime();
        if (foundMs != seenMs) {
            seenMs = foundMs;
            changedNs = nowNs;
        }
        long silentNs = nowNs - changedNs;
        if (foundMs == ENDED || silentNs > patienceNs) {
            return DRIVER_IS_DEAD;
        }
        return Math.max(wallClock.time(), foundMs + TimeUnit.NANOSECONDS.toMillis(silentNs));
    }
}
