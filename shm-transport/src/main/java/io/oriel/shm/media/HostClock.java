// SPDX-License-Identifier: Apache-2.0
// Copyright the Oriel authors.
package io.oriel.shm.media;

import java.time.Duration;
import java.util.concurrent.TimeUnit;
import org.agrona.concurrent.EpochClock;

/**
 * A clock for the media driver that all processes of a host read alike and nobody can set: the time since the host
 * started, from an origin so early that no time-out reaches back to zero, which Aeron uses as "long ago".
 */
public final class HostClock implements EpochClock {
    /** The clock of every driver and client. */
    public static final HostClock INSTANCE = new HostClock();

    /** Until Aeron takes a pause for a death, and unmaps logs under the threads that poll them: never, for Oriel looks itself. */
    static final Duration PATIENCE = Duration.ofDays(3650);

    private static final long ORIGIN_MS = PATIENCE.multipliedBy(2).toMillis();

    private HostClock() {}

    @Override
    public long time() {
        return ORIGIN_MS + TimeUnit.NANOSECONDS.toMillis(System.nanoTime());
    }
}
