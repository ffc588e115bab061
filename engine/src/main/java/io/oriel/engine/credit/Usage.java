// SPDX-License-Identifier: Apache-2.0
// Copyright the Oriel authors.
package io.oriel.engine.credit;

/**
 * Whether a peer uses what it was granted, as seen by looking now and then. Each time that it has used nothing it has
 * longer the next time, so that one that runs seldom has its turn. By the domain's owner.
 */
final class Usage {
    /** How long a peer may keep what others wait for, at first: longer than a process waits for a processor. */
    static final long PATIENCE_NS = 20_000_000;

    private static final long MAX_PATIENCE_NS = PATIENCE_NS << 8;
    private static final long UNKNOWN = -1;

    private long patienceNs = PATIENCE_NS;
    private long used = UNKNOWN;
    private long seen;
    private long sinceNs;

    /** The peer was granted more: its time begins anew, when it is looked at next. */
    void granted() {
        used = UNKNOWN;
    }

    /**
     * Looks at the peer.
     *
     * @param nowUsed grants that it has used in its life
     * @param arrived messages of it that have come
     * @param nowNs   the time
     * @return true if it has used none for too long
     */
    boolean isIdle(long nowUsed, long arrived, long nowNs) {
        if (seen != arrived) {
            seen = arrived;
            patienceNs = PATIENCE_NS;
        }
        if (used != nowUsed) {
            used = nowUsed;
            sinceNs = nowNs;
            return false;
        }
        if (nowNs - sinceNs < patienceNs) {
            return false;
        }
        used = UNKNOWN;
        patienceNs = Math.min(patienceNs << 1, MAX_PATIENCE_NS);
        return true;
    }
}
