// SPDX-License-Identifier: Apache-2.0
// Copyright the Oriel authors.
package io.oriel.examples.marketdata;

import io.oriel.examples.Latencies;
import org.agrona.DirectBuffer;

/** Counts what a reader gets and what it misses, and how old entries are when it gets them. */
final class Tally implements FeedHandler {
    private final Latencies ages = new Latencies("entries, from written to read", 0);
    private long life;
    private long lives;
    private long received;
    private long missed;
    private long gaps;
    private boolean isAway;

    @Override
    public void onLife(long begun) {
        life = begun;
        lives++;
    }

    @Override
    public void onEntry(long number, DirectBuffer buffer, int offset) {
        if (!Feed.isWhole(life, number, buffer, offset)) {
            throw new IllegalStateException("entry " + number + " is torn, and it was not seen");
        }
        ages.record(System.nanoTime() - buffer.getLong(offset + Feed.TIME));
        received++;
        isAway = false;
    }

    @Override
    public void onGap(long from, long to) {
        missed += to - from;
        gaps++;
    }

    @Override
    public void onAway(String why) {
        if (!isAway) {
            isAway = true;
            System.err.println("reader: no feed, tries again: " + why);
        }
    }

    long received() {
        return received;
    }

    long missed() {
        return missed;
    }

    @Override
    public String toString() {
        return received + " entries, " + missed + " missed in " + gaps + " gaps, " + lives + " lives of the writer; "
                + ages;
    }
}
