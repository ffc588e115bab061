// SPDX-License-Identifier: Apache-2.0
// Copyright the Oriel authors.
package io.oriel.shm.driver;

import io.oriel.engine.control.ControlLoop;
import java.time.Duration;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.function.BooleanSupplier;

/**
 * Turns what has no thread, after logs were given back, until nothing is left of them: at first often, then now and then, for a
 * peer may take its time to let go.
 */
final class Settling implements AutoCloseable {
    private static final long FIRST_PERIOD_NS = Duration.ofMillis(50).toNanos();
    private static final long LATER_PERIOD_NS = Duration.ofSeconds(1).toNanos();
    /** In which most logs go. */
    private static final long SOON_NS = Duration.ofMillis(500).toNanos();
    /** Longer than a client keeps a log mapped that was given back. */
    private static final long LINGER_NS = Duration.ofSeconds(4).toNanos();

    private final ControlLoop loop;
    private final Runnable turn;
    private final BooleanSupplier isSettled;
    private final Runnable onTime = this::onTime;
    private final Runnable settle = this::settle;
    private final AtomicBoolean isUnderWay = new AtomicBoolean();
    private volatile long givenBackNs;

    // Guarded by this.
    private boolean isClosed;

    /**
     * Creates it, with nothing to be turned.
     *
     * @param loop      whose timers and workers
     * @param turn      moves driver and client
     * @param isSettled tells whether no log is left that was given back
     */
    Settling(ControlLoop loop, Runnable turn, BooleanSupplier isSettled) {
        this.loop = loop;
        this.turn = turn;
        this.isSettled = isSettled;
    }

    /** Logs were given back. From any thread. */
    void gaveBack() {
        givenBackNs = System.nanoTime();
        if (isUnderWay.compareAndSet(false, true)) {
            schedule(FIRST_PERIOD_NS);
        }
    }

    private void schedule(long delayNs) {
        try {
            loop.scheduleSurely(delayNs, onTime);
        } catch (RejectedExecutionException e) {
            // The agent has been closed: what is left goes with the driver.
        }
    }

    /** On the agent. */
    private void onTime() {
        try {
            loop.executeBlocking(settle);
        } catch (RejectedExecutionException e) {
            // as above
        } catch (OutOfMemoryError e) {
            schedule(LATER_PERIOD_NS); // no worker for it now
        }
    }

    /** On a worker. */
    private void settle() {
        long seenNs = givenBackNs;
        long agoNs = System.nanoTime() - seenNs;
        if (!turnOnce()) {
            return;
        }
        if (agoNs < LINGER_NS || !isSettled.getAsBoolean()) {
            schedule(agoNs < SOON_NS ? FIRST_PERIOD_NS : LATER_PERIOD_NS);
            return;
        }
        isUnderWay.set(false); // Pairs with #gaveBack: one of the two sees the other.
        if (givenBackNs != seenNs && isUnderWay.compareAndSet(false, true)) {
            schedule(FIRST_PERIOD_NS); // something was given back meanwhile
        }
    }

    private synchronized boolean turnOnce() {
        if (!isClosed) {
            turn.run();
        }
        return !isClosed;
    }

    /** Turns nothing any more. Waits for a turn that goes on; on a worker. */
    @Override
    public synchronized void close() {
        isClosed = true;
    }
}
