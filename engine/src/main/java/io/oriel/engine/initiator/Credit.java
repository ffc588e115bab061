// SPDX-License-Identifier: Apache-2.0
// Copyright the Oriel authors.
package io.oriel.engine.initiator;

import io.oriel.engine.protocol.FrameWord;

/** How many Sends of one endpoint may go: those that the peer has Receives for. By the domain's owner. */
public final class Credit {
    private long granted;
    private boolean byGrants;
    private long sends;
    private long awaitedSinceNs;
    private boolean awaited;

    /** Creates a credit of none. */
    public Credit() {}

    /** Tells whether a Send may go. */
    public boolean isLeft() {
        return sends < granted;
    }

    /**
     * Takes the credit of a frame.
     *
     * @param word beside the frame
     * @return false if Sends go by grants
     */
    public boolean seen(long word) {
        if (byGrants) {
            return false;
        }
        long shown = FrameWord.credit(word, granted);
        if (shown > granted) {
            granted = shown;
        }
        return true;
    }

    /** A Send may go only by a grant that was taken for it. From any thread, before the grants can be seen. */
    public void goByGrants() {
        byGrants = true;
    }

    /** A grant was taken for the next Send. */
    public void took() {
        granted = sends + 1;
    }

    /** The grant for the next Send was given back. */
    public void gaveBack() {
        granted = sends;
    }

    /**
     * Takes the credit that the peer shows beside the frames.
     *
     * @param posted Receives in the life of the peer's endpoint
     */
    public void refresh(long posted) {
        granted = Math.max(granted, posted);
    }

    /** Returns the number of the next Send in the endpoint's life, from 0: the same as that of its Receive. */
    public long nextIndex() {
        return sends;
    }

    /** A Send has begun to go: whatever waits after it waits anew. */
    public void sent() {
        sends++;
        awaited = false;
    }

    /**
     * Tells how much longer a Send may wait.
     *
     * @param nowNs      the time
     * @param patienceNs how long it may wait
     * @return nanoseconds until {@link #isOverdue}, at least 1
     */
    public long leftNs(long nowNs, long patienceNs) {
        return awaited ? Math.max(1, patienceNs - (nowNs - awaitedSinceNs) + 1) : patienceNs;
    }

    /**
     * Tells whether a Send has waited for too long. The first call since the last Send begins the wait.
     *
     * @param nowNs      the time
     * @param patienceNs how long it may wait
     * @return true if it has failed
     */
    public boolean isOverdue(long nowNs, long patienceNs) {
        if (!awaited) {
            awaited = true;
            awaitedSinceNs = nowNs;
        }
        return nowNs - awaitedSinceNs > patienceNs;
    }
}
