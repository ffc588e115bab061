// SPDX-License-Identifier: Apache-2.0
// Copyright the Oriel authors.
package io.oriel.service.run;

import io.oriel.api.Adapter;
import io.oriel.api.ControlAgent;
import io.oriel.api.NdStatus;
import java.time.Duration;
import java.util.function.BooleanSupplier;
import org.agrona.concurrent.IdleStrategy;

/**
 * The loop of a thread that owns an adapter: polls servers and clients on it, in turns, and waits when none has something to do.
 *
 * <p><b>Threading:</b> one thread runs it, which is the domain's; any may {@link #stop} it.
 */
public final class PollLoop {
    private static final long MAX_SLEEP_NS = 1_000_000_000L;

    private final Adapter adapter;
    private final Duty[] duties;
    // Set by any thread; pairs with the reads in the loops.
    private volatile boolean stopped;

    /**
     * Makes a loop.
     *
     * @param adapter of all duties
     * @param duties  servers and clients, or duties of the application
     */
    public PollLoop(Adapter adapter, Duty... duties) {
        this.adapter = adapter;
        this.duties = duties.clone();
    }

    /**
     * Polls until it is stopped, and idles in between: the fastest, at the price of a processor.
     *
     * <p><b>Memory:</b> does not allocate, except by duties.
     *
     * @param idle told how much was done each time
     */
    public void runBusy(IdleStrategy idle) {
        ControlAgent.requireOtherThread();
        while (!stopped) {
            idle.idle(pollAll());
        }
    }

    /**
     * Polls until it is stopped, and sleeps while there is nothing to do. A message, the end of a connection, a peer that comes, a time-out
     * and {@link Adapter#wakeup} end the sleep; the application's other duties are looked at at least each second.
     *
     * <p><b>Memory:</b> does not allocate, except by duties.
     *
     * @return SUCCESS when it was stopped; otherwise as {@link Adapter#await}: INVALID_HANDLE if the adapter is closed; DEVICE_REMOVED if
     *     its driver died
     */
    public NdStatus runSleeping() {
        ControlAgent.requireOtherThread();
        while (!stopped) {
            if (pollAll() == 0) {
                NdStatus status = adapter.await(sleepNs());
                if (status.isFailure()) {
                    return status;
                }
            }
        }
        return NdStatus.SUCCESS;
    }

    /**
     * Polls, and sleeps likewise, until something is true: that a client is connected, that a server has drained. Does not ask whether the
     * loop was stopped.
     *
     * <p><b>Memory:</b> does not allocate, except by duties.
     *
     * @param condition what to wait for, looked at after each turn
     * @param patience  how long at most
     * @return SUCCESS once it is true; IO_TIMEOUT if it is not in time; otherwise as {@link #runSleeping}
     */
    public NdStatus runUntil(BooleanSupplier condition, Duration patience) {
        ControlAgent.requireOtherThread();
        long endNs = System.nanoTime() + patience.toNanos();
        while (!condition.getAsBoolean()) {
            if (endNs - System.nanoTime() <= 0) {
                return NdStatus.IO_TIMEOUT;
            }
            if (pollAll() == 0 && !condition.getAsBoolean()) {
                long sleepNs = Math.min(sleepNs(), endNs - System.nanoTime()); // after the polls, which may take long
                NdStatus status = adapter.await(sleepNs);
                if (status.isFailure()) {
                    return status;
                }
            }
        }
        return NdStatus.SUCCESS;
    }

    /**
     * Tells whether the loop was stopped.
     *
     * @return true after {@link #stop}
     */
    public boolean isStopped() {
        return stopped;
    }

    private int pollAll() {
        int work = 0;
        for (Duty duty : duties) {
            work += duty.poll();
        }
        return work;
    }

    private long sleepNs() {
        long nowNs = System.nanoTime();
        long sleepNs = MAX_SLEEP_NS;
        for (Duty duty : duties) {
            sleepNs = Math.min(sleepNs, duty.untilDueNs(nowNs));
        }
        return sleepNs;
    }

    /** Ends the loop soon, also one that has not begun. <b>Threading:</b> any thread; does not wait. */
    public void stop() {
        stopped = true;
        adapter.wakeup();
    }
}
