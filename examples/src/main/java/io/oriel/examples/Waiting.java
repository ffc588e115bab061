// SPDX-License-Identifier: Apache-2.0
// Copyright the Oriel authors.
package io.oriel.examples;

import io.oriel.api.Adapter;
import io.oriel.api.CompletionQueue;
import io.oriel.api.NdStatus;
import io.oriel.api.NotifyType;
import io.oriel.service.run.PollLoop;
import java.util.Locale;
import java.util.concurrent.TimeUnit;
import org.agrona.concurrent.YieldingIdleStrategy;

/** What a process does while it has nothing to do. */
public enum Waiting {
    /** It looks again at once: the shortest time, for a processor of its own. */
    SPIN,
    /** It sleeps, and is woken: some microseconds more, and no processor. */
    SLEEP;

    private static final long LONG_NS = TimeUnit.SECONDS.toNanos(30);

    /**
     * Waits for a completion: for the blink of an eye, or until there is one.
     *
     * @param queue has none
     */
    public void forOne(CompletionQueue queue) {
        if (this == SPIN) {
            Thread.onSpinWait();
        } else {
            require(queue.await(NotifyType.ANY, LONG_NS));
        }
    }

    /**
     * Waits for anything that an adapter has to tell: for the blink of an eye, or until there is something.
     *
     * @param adapter of the caller's
     * @param dueNs   nanoseconds until the caller has something to do anyway
     */
    public void forNews(Adapter adapter, long dueNs) {
        if (this == SPIN) {
            Thread.onSpinWait();
        } else {
            require(adapter.await(Math.min(LONG_NS, dueNs)));
        }
    }

    /**
     * Runs a loop until it is stopped.
     *
     * @param loop of servers and clients
     */
    public void run(PollLoop loop) {
        if (this == SPIN) {
            loop.runBusy(new YieldingIdleStrategy());
        } else {
            require(loop.runSleeping());
        }
    }

    private static void require(NdStatus status) {
        if (status.isFailure()) {
            throw new IllegalStateException("there is nothing to wait for any more: " + status);
        }
    }

    @Override
    public String toString() {
        return name().toLowerCase(Locale.ROOT);
    }
}
