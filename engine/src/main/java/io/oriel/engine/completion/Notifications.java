// SPDX-License-Identifier: Apache-2.0
// Copyright the Oriel authors.
package io.oriel.engine.completion;

import io.oriel.api.Endpoint;
import io.oriel.api.NdStatus;
import io.oriel.api.NotifyType;
import io.oriel.engine.control.ControlLoop;
import java.util.Objects;
import java.util.concurrent.CompletableFuture;

/**
 * The pending notifications of one completion queue, and which entries they have told of. By the domain's owner; the
 * futures complete on the agent.
 *
 * <p>An entry is told of once: the next notification needs a newer one. Entries that were taken meanwhile do not count.
 */
final class Notifications {
    private final PendingNotifications pending;
    private long toldUpTo;
    private long lastError;
    private long lastSolicited;

    Notifications(ControlLoop loop) {
        pending = new PendingNotifications(loop);
    }

    CompletableFuture<Void> request(NotifyType type, CompletionRing ring) {
        Objects.requireNonNull(type, "type");
        CompletableFuture<Void> future = pending.add(type);
        try {
            tellIfDue(ring);
        } catch (Throwable e) {
            pending.remove(future); // or it would use up an event
            throw e;
        }
        return future;
    }

    /** An entry was added: the ring counts it already. */
    void added(CompletionRing ring, boolean failed, boolean solicited) {
        if (failed) {
            lastError = ring.added();
        }
        if (solicited) {
            ring.markSolicited();
            lastSolicited = ring.added();
        }
        if (pending.hasPending()) {
            tellIfDue(ring);
        }
    }

    /** Drops the entries of an endpoint; what was told of the others stays told. Returns how many there were. */
    int discard(Endpoint endpoint, CompletionRing ring) {
        toldUpTo += ring.count(endpoint, toldUpTo);
        int count = ring.discard(endpoint);
        lastError = ring.addedUpTo(false);
        lastSolicited = ring.addedUpTo(true);
        return count;
    }

    /** Tells whether there is an entry to be taken of the kind waited for. */
    boolean isThere(NotifyType type, CompletionRing ring) {
        return last(type, ring) > ring.taken();
    }

    boolean hasPending() {
        return pending.hasPending();
    }

    /** Tells whether somebody waits; what is due, and could not be told when it came, is told now. */
    boolean isWaitedFor(CompletionRing ring) {
        if (pending.isWaitedFor()) {
            tellIfDue(ring);
        }
        return pending.hasPending();
    }

    void fail(NdStatus status, String reason) {
        pending.fail(status, reason);
    }

    /** An event of which nobody hears, because all have withdrawn, is told of again. */
    private void tellIfDue(CompletionRing ring) {
        int due = due(NotifyType.ANY, ring) | due(NotifyType.SOLICITED, ring) | due(NotifyType.ERRORS, ring);
        if (due != 0 && pending.tell(due)) { // or it throws, and nothing was told
            toldUpTo = ring.added();
        }
    }

    private int due(NotifyType type, CompletionRing ring) {
        boolean isDue = last(type, ring) > Math.max(toldUpTo, ring.taken());
        return isDue ? PendingNotifications.bit(type) : 0;
    }

    private long last(NotifyType type, CompletionRing ring) {
        return switch (type) {
            case ANY -> ring.added();
            case SOLICITED -> Math.max(lastSolicited, lastError);
            case ERRORS -> lastError;
        };
    }
}
