// SPDX-License-Identifier: Apache-2.0
// Copyright the Oriel authors.
package io.oriel.udp.aeron;

import java.util.concurrent.TimeUnit;
import org.agrona.concurrent.EpochClock;

/**
 * A clock for media drivers and their clients that nobody can set: the time since the host started, from an origin so early
 * that no time-out reaches back to zero, which Aeron uses as "long ago".
 */
final class HostClock implements EpochClock {
    static final HostClock INSTANCE = new HostClock();

    private static final long ORIGIN_MS = TimeUnit.DAYS.toMillis(365);

    private HostClock() {}

    @Override
    public long time() {
        return ORIGIN_MS + TimeUnit.NANOSECONDS.toMillis(System.nanoTime());
    }
}
