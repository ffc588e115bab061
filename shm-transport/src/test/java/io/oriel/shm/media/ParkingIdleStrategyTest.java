// SPDX-License-Identifier: Apache-2.0
// Copyright the Oriel authors.
package io.oriel.shm.media;

import static org.assertj.core.api.Assertions.assertThat;

import io.oriel.shm.Eventually;
import java.time.Duration;
import java.util.concurrent.CountDownLatch;
import org.junit.jupiter.api.Test;

final class ParkingIdleStrategyTest {
    @Test
    void isWokenFromALongSleep() throws InterruptedException {
        ParkingIdleStrategy strategy = new ParkingIdleStrategy(Duration.ofHours(1));
        CountDownLatch woken = new CountDownLatch(1);
        Thread sleeper = new Thread(() -> {
            // Doubling from 50 microseconds, the fortieth sleep would last longer than the bound.
            for (int i = 0; i < 40 && woken.getCount() > 0; i++) {
                strategy.idle(0);
            }
        });
        sleeper.setDaemon(true);
        sleeper.start();
        Eventually.becomes(sleeper::getState, Thread.State.TIMED_WAITING);

        woken.countDown();
        while (sleeper.isAlive()) {
            strategy.wake();
            Thread.onSpinWait();
        }

        assertThat(woken.getCount()).isZero();
        sleeper.join();
    }

    /** The driver's own timers are due after each long park. */
    @Test
    void parksLongerAndLongerAlthoughSomeWorkIsFoundAfterEachPark() {
        ParkingIdleStrategy strategy = new ParkingIdleStrategy(Duration.ofMillis(1));

        for (int i = 0; i < 10; i++) {
            strategy.idle(0);
            strategy.idle(1);
        }

        assertThat(strategy.periodNs()).isEqualTo(1_000_000);
    }

    @Test
    void looksOftenAgainWhenWorkGoesOn() {
        ParkingIdleStrategy strategy = new ParkingIdleStrategy(Duration.ofMillis(1));
        for (int i = 0; i < 10; i++) {
            strategy.idle(0);
        }

        strategy.idle(1);
        strategy.idle(1);

        assertThat(strategy.periodNs()).isLessThan(1_000_000);
    }

    @Test
    void doesNotSleepWhileThereIsWork() {
        ParkingIdleStrategy strategy = new ParkingIdleStrategy(Duration.ofHours(1));

        // Each sleep would be longer than the one before.
        for (int i = 0; i < 1_000_000; i++) {
            strategy.idle(1);
        }

        assertThat(strategy.alias()).isNotEmpty();
    }
}
