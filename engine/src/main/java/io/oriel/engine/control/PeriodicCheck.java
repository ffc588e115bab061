// SPDX-License-Identifier: Apache-2.0
// Copyright the Oriel authors.
package io.oriel.engine.control;

import io.oriel.api.NdException;

/**
 * A check that workers run again and again, one at a time. A failure is reported to the loop's error handler; the same failure of the
 * next checks is not reported again.
 *
 * <p>Threading: any thread.
 */
final class PeriodicCheck implements ControlLoop.Timer {
    private final ControlLoop loop;
    private final long periodNs;
    private final Runnable check;
    private volatile boolean isStopped;

    // Used by one worker at a time.
    private String lastFailure = "";

    PeriodicCheck(ControlLoop loop, long periodNs, Runnable check) {
        this.loop = loop;
        this.periodNs = periodNs;
        this.check = check;
    }

    /** Has the next check begin after a period. */
    void schedule() {
        if (!isStopped) {
            var unused = loop.scheduleSurely(periodNs, this::begin);
        }
    }

    /** Begins no further check; one that runs continues. Idempotent. */
    @Override
    public void cancel() {
        isStopped = true;
    }

    private void begin() {
        if (isStopped) {
            return;
        }
        boolean isGiven = false;
        try {
            loop.executeBlocking(this::run);
            isGiven = true;
        } finally {
            if (!isGiven) {
                schedule(); // there was no memory for it
            }
        }
    }

    private void run() {
        try {
            check.run();
            lastFailure = "";
        } catch (NdException e) {
            String failure = String.valueOf(e.getMessage());
            boolean isKnown = failure.equals(lastFailure);
            lastFailure = failure;
            if (!isKnown) {
                throw e;
            }
        } finally {
            schedule();
        }
    }
}
