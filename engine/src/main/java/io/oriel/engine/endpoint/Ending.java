// SPDX-License-Identifier: Apache-2.0
// Copyright the Oriel authors.
package io.oriel.engine.endpoint;

import io.oriel.engine.control.Patience;
import io.oriel.engine.link.LinkEnd;
import io.oriel.engine.protocol.PeerEnd;
import org.jspecify.annotations.Nullable;

/**
 * The time from the peer's Disconnect to the end of a connection: until what the peer had sent before was executed. By the
 * domain's owner.
 */
final class Ending {
    /** For how many time-outs a Failure is awaited while other frames come: Reads are answered before it. */
    static final int FAILURE_PATIENCE = 10;

    private final Patience patience;
    private @Nullable PeerEnd told;
    private boolean failureCame;
    private long executedBefore = -1;
    private long sinceNs;
    private boolean reachedLast;
    private long reachedNs;

    Ending(Patience patience) {
        this.patience = patience;
    }

    void begin(PeerEnd end) {
        told = end;
    }

    boolean hasBegun() {
        return told != null;
    }

    /** A Failure of a request of this endpoint has come. */
    void failureCame() {
        failureCame = true;
    }

    /** Returns what the peer has told, if a Failure of which it tells has not come; otherwise null. */
    @Nullable
    PeerEnd awaitedFailure() {
        PeerEnd end = told;
        return end != null && end.failedSequence() != 0 && !failureCame ? end : null;
    }

    /** Returns what the peer had done before the end, if nothing that it had sent before can still deny it; otherwise 0. */
    long acknowledgement(LinkEnd link) {
        PeerEnd end = told;
        return end != null && link.executed() >= end.lastSequence() ? end.executed() : 0;
    }

    /** Tells whether nothing is left to be awaited, or nothing has come for too long, or a Failure not for far too long. */
    boolean isDue(LinkEnd link) {
        PeerEnd end = told;
        if (end == null) {
            return false;
        }
        long executed = link.executed();
        if (executed >= end.lastSequence() && awaitedFailure() == null) {
            return true;
        }
        long nowNs = patience.nanoTime();
        if (executed != executedBefore) {
            executedBefore = executed;
            sinceNs = nowNs;
        }
        return nowNs - sinceNs > patience.endingNs() || isFailureOverdue(executed >= end.lastSequence(), nowNs);
    }

    /** Nothing bounds the frames that a peer may send before its Failure, which comes when there is room. */
    private boolean isFailureOverdue(boolean onlyFailureIsLeft, long nowNs) {
        if (onlyFailureIsLeft && !reachedLast) {
            reachedLast = true;
            reachedNs = nowNs;
        }
        return reachedLast && nowNs - reachedNs > FAILURE_PATIENCE * patience.endingNs();
    }
}
