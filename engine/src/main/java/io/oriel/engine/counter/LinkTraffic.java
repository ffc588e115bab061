// SPDX-License-Identifier: Apache-2.0
// Copyright the Oriel authors.
package io.oriel.engine.counter;

/** Brings the counters of what moves over a link up to date: now and then, not with each frame. By the domain's owner. */
public final class LinkTraffic {
    private final CounterSet counters;
    private long lastSum;

    /**
     * Begins with nothing moved.
     *
     * @param counters of the link
     */
    public LinkTraffic(CounterSet counters) {
        this.counters = counters;
    }

    /**
     * Shows what has moved so far.
     *
     * @param sent     frames
     * @param executed frames of the peer's
     * @param direct   accesses straight to the peer's memory
     */
    public void show(long sent, long executed, long direct) {
        long sum = sent + executed + direct; // each only grows
        if (sum != lastSum) {
            lastSum = sum;
            counters.set(LinkCounter.FRAMES_SENT, sent);
            counters.set(LinkCounter.FRAMES_EXECUTED, executed);
            counters.set(LinkCounter.DIRECT_ACCESSES, direct);
        }
    }
}
