// SPDX-License-Identifier: Apache-2.0
// Copyright the Oriel authors.
package io.oriel.benchmarks.scenario;

import io.oriel.benchmarks.measure.BenchmarkException;
import io.oriel.benchmarks.process.ControlChannel;
import java.util.concurrent.TimeUnit;

/**
 * A busy wait that notices, now and then, that there is nothing to wait for any more.
 *
 * <p>Of a thousand spins all but the last cost one pause instruction and one increment.
 */
public final class SpinGuard {
    private static final int CHECK_MASK = (1 << 16) - 1;
    private static final long LIMIT_NS = TimeUnit.SECONDS.toNanos(30);

    private final ControlChannel channel;
    private int spins;
    private boolean timing;
    private long deadlineNs;

    /**
     * Creates a guard.
     *
     * @param channel to the process that is waited for
     */
    public SpinGuard(ControlChannel channel) {
        this.channel = channel;
    }

    /**
     * Waits a moment.
     *
     * @throws BenchmarkException if the other process has ended, or nothing was {@link #progressed} for 30 s
     */
    public void spin() {
        Thread.onSpinWait();
        if ((++spins & CHECK_MASK) == 0) {
            check();
        }
    }

    /** Says that what was waited for has come. */
    public void progressed() {
        timing = false;
    }

    private void check() {
        channel.checkPeer();
        long now = System.nanoTime();
        if (!timing) {
            timing = true;
            deadlineNs = now + LIMIT_NS;
        } else if (now - deadlineNs > 0) {
            throw new BenchmarkException("nothing has moved for " + TimeUnit.NANOSECONDS.toSeconds(LIMIT_NS)
                    + " s although the other process lives; a message was lost, or the processor is overloaded");
        }
    }
}
