// SPDX-License-Identifier: Apache-2.0
// Copyright the Oriel authors.
package io.oriel.udp.aeron;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** A host whose clocks and whose driver's heartbeat the test moves, and what Aeron concludes from them. */
final class HeartbeatClockTest {
    private static final long START_MS = TimeUnit.DAYS.toMillis(20_000);
    private static final Duration PATIENCE = Duration.ofSeconds(5);
    private static final long DAY_MS = 24 * 3600 * 1000;

    private long nowMs;
    private long offsetMs;
    private long heartbeatMs = START_MS;

    private final HeartbeatClock clock = new HeartbeatClock(
            () -> heartbeatMs, this::wallClock, () -> TimeUnit.MILLISECONDS.toNanos(nowMs), PATIENCE);

    private long wallClock() {
        return START_MS + nowMs + offsetMs;
    }

    /** As Aeron's client: the time first, the heartbeat then. */
    private boolean isDriverDead() {
        return clock.time() > heartbeatMs + HeartbeatClock.CLIENT_PATIENCE.toMillis();
    }

    /** As Aeron's driver looks at the heartbeat that a client writes now. */
    private boolean isClientDead(long driversTimeMs) {
        return driversTimeMs > clock.time() + PATIENCE.toMillis();
    }

    @ParameterizedTest
    @ValueSource(longs = {DAY_MS, -DAY_MS, 365 * DAY_MS, -365 * DAY_MS})
    void aStepOfTheClientsClockKillsNeither(long stepMs) {
        offsetMs = stepMs;

        for (nowMs = 0; nowMs < 60_000; nowMs += 50) {
            heartbeatMs = START_MS + nowMs / 1000 * 1000;
            assertThat(isDriverDead()).isFalse();
            assertThat(isClientDead(START_MS + nowMs)).isFalse();
        }
    }

    @ParameterizedTest
    @ValueSource(longs = {DAY_MS, -DAY_MS})
    void aStepOfTheHostsClockKillsNeitherOnceTheClientHasSeenIt(long stepMs) {
        offsetMs = stepMs;
        assertThat(isDriverDead()).as("before the driver's next heartbeat").isFalse();
        assertThat(isClientDead(wallClock())).isFalse();

        for (nowMs = 50; nowMs < 60_000; nowMs += 50) {
            heartbeatMs = START_MS + offsetMs + nowMs / 1000 * 1000;
            assertThat(isDriverDead()).isFalse();
            assertThat(isClientDead(wallClock())).isFalse();
        }
    }

    @ParameterizedTest
    @ValueSource(longs = {0, DAY_MS, -DAY_MS})
    void aDriverIsDeadThatHasNoHeartbeatForLong(long offset) {
        offsetMs = offset;
        nowMs = PATIENCE.toMillis();
        assertThat(isDriverDead()).isFalse();

        nowMs++;
        assertThat(isDriverDead()).isTrue();
    }

    @Test
    void aDriverIsDeadThatHasEnded() {
        heartbeatMs = -1;

        assertThat(isDriverDead()).isTrue();
    }
}
