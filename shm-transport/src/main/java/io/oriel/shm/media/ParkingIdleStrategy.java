// SPDX-License-Identifier: Apache-2.0
// Copyright the Oriel authors.
package io.oriel.shm.media;

import java.time.Duration;
import java.util.concurrent.locks.LockSupport;
import org.agrona.concurrent.IdleStrategy;
import org.jspecify.annotations.Nullable;

/** Parks a thread that has no work, longer each time, until a bound or until somebody wakes it. */
final class ParkingIdleStrategy implements IdleStrategy {
    private static final long MIN_PERIOD_NS = Duration.ofNanos(50_000).toNanos();

    private final long maxPeriodNs;

    // Written by the idling thread, but for isAwaited.
    private volatile @Nullable Thread sleeper;
    private volatile boolean isAwaited;
    private long periodNs = MIN_PERIOD_NS;
    private boolean hadWork;

    ParkingIdleStrategy(Duration maxPeriod) {
        maxPeriodNs = maxPeriod.toNanos();
    }

    /**
     * Has the thread look for work soon. From any thread, again and again: it costs a system call only if the thread
     * sleeps for long.
     */
    void wake() {
        if (!isAwaited) {
            isAwaited = true;
        }
        // Pairs with #idle: isAwaited is stored before the sleeper is read, the sleeper before isAwaited is read.
        Thread thread = sleeper;
        if (thread != null) {
            LockSupport.unpark(thread);
        }
    }

    /** Work that is found once is a timer's, and there is one after each long park; of messages there is more at once. */
    @Override
    public void idle(int workCount) {
        boolean isBusy = hadWork && workCount > 0;
        hadWork = workCount > 0;
        if (isBusy) {
            reset();
        } else if (workCount == 0) {
            idle();
        }
    }

    @Override
    public void idle() {
        if (takeAwaited()) {
            periodNs = MIN_PERIOD_NS;
        }
        if (periodNs == MIN_PERIOD_NS) {
            LockSupport.parkNanos(this, MIN_PERIOD_NS);
        } else {
            sleeper = Thread.currentThread();
            // Pairs with #wake.
            if (!isAwaited) {
                LockSupport.parkNanos(this, periodNs);
            }
            sleeper = null;
        }
        periodNs = takeAwaited() ? MIN_PERIOD_NS : Math.min(2 * periodNs, maxPeriodNs);
    }

    private boolean takeAwaited() {
        if (isAwaited) {
            isAwaited = false;
            return true;
        }
        return false;
    }

    /** Returns how long the next park is at most. By the idling thread. */
    long periodNs() {
        return periodNs;
    }

    @Override
    public void reset() {
        periodNs = MIN_PERIOD_NS;
    }

    @Override
    public String alias() {
        return "oriel-parking";
    }
}
