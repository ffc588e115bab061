// SPDX-License-Identifier: Apache-2.0
// Copyright the Oriel authors.
package io.oriel.engine.completion;

import io.oriel.api.NdException;
import io.oriel.api.NdStatus;
import io.oriel.api.NotifyType;
import io.oriel.engine.control.ControlLoop;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;

/**
 * The pending notifications of one completion queue, and which entries they have told of. By the domain's owner; the
 * futures complete on the agent.
 *
 * <p>An entry is told of once: the next notification needs a newer one. Entries that were taken meanwhile do not count.
 */
final class Notifications {
    private final ControlLoop loop;
    private final List<Pending> pending = new ArrayList<>();
    private List<Pending> lastTold = List.of();
    private long toldUpTo;
    private long toldUpToBefore;
    private long lastError;
    private long lastSolicited;

    private record Pending(NotifyType type, CompletableFuture<Void> future) {}

    Notifications(ControlLoop loop) {
        this.loop = loop;
    }

    CompletableFuture<Void> request(NotifyType type, CompletionRing ring) {
        forgetUnheard();
        CompletableFuture<Void> future = new CompletableFuture<>();
        pending.add(new Pending(type, future));
        if (isDue(type, ring)) {
            tell(ring);
        }
        return future;
    }

    /** An entry was added: the ring counts it already. */
    void added(CompletionRing ring, boolean failed, boolean solicited) {
        if (failed) {
            lastError = ring.added();
        }
        if (solicited) {
            lastSolicited = ring.added();
        }
        if (!pending.isEmpty()) {
            tellIfDue(ring);
        }
    }

    /** Tells whether there is an entry to be taken of the kind waited for. */
    boolean isThere(NotifyType type, CompletionRing ring) {
        return last(type, ring) > ring.taken();
    }

    boolean hasPending() {
        return !pending.isEmpty();
    }

    boolean isEmpty() {
        pending.removeIf(each -> each.future().isDone());
        return pending.isEmpty();
    }

    void fail(NdStatus status, String reason) {
        List<Pending> failed = List.copyOf(pending);
        pending.clear();
        loop.execute(
                () -> failed.forEach(each -> each.future().completeExceptionally(new NdException(status, reason))));
    }

    /** An event of which nobody heard, because all withdrew before the agent came to them, is told of again. */
    private void forgetUnheard() {
        if (!lastTold.isEmpty()
                && lastTold.stream().allMatch(each -> each.future().isCancelled())) {
            toldUpTo = toldUpToBefore;
        }
        lastTold = List.of();
    }

    private void tellIfDue(CompletionRing ring) {
        for (int index = 0; index < pending.size(); index++) {
            Pending each = pending.get(index);
            if (!each.future().isDone() && isDue(each.type(), ring)) { // or it was withdrawn
                tell(ring);
                return;
            }
        }
    }

    private boolean isDue(NotifyType type, CompletionRing ring) {
        return last(type, ring) > Math.max(toldUpTo, ring.taken());
    }

    private long last(NotifyType type, CompletionRing ring) {
        return switch (type) {
            case ANY -> ring.added();
            case SOLICITED -> Math.max(lastSolicited, lastError);
            case ERRORS -> lastError;
        };
    }

    private void tell(CompletionRing ring) {
        toldUpToBefore = toldUpTo;
        toldUpTo = ring.added();
        List<Pending> told = List.copyOf(pending);
        lastTold = told;
        pending.clear();
        loop.execute(() -> told.forEach(each -> each.future().complete(null)));
    }
}
