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

/** The notifications of one queue that have told nothing yet. By the domain's owner; the futures complete on the agent. */
public final class PendingNotifications {
    private final ControlLoop loop;
    private final List<Pending> pending = new ArrayList<>();

    private record Pending(NotifyType type, CompletableFuture<Void> future) {}

    /**
     * Creates an empty list.
     *
     * @param loop completes them
     */
    public PendingNotifications(ControlLoop loop) {
        this.loop = loop;
    }

    /**
     * Adds a notification.
     *
     * @param type of the events that it is for; ANY where there is one alone
     * @return completes when it is told, or fails
     */
    public CompletableFuture<Void> add(NotifyType type) {
        CompletableFuture<Void> future = new CompletableFuture<>();
        pending.add(new Pending(type, future));
        return future;
    }

    /** Tells whether there are some, maybe withdrawn. */
    public boolean hasPending() {
        return !pending.isEmpty();
    }

    /** Tells whether somebody waits, and forgets what was withdrawn. */
    public boolean isWaitedFor() {
        pending.removeIf(each -> each.future().isDone());
        return !pending.isEmpty();
    }

    /** Tells whether somebody waits for events of a type. */
    boolean isWaitedFor(NotifyType type) {
        for (int index = 0; index < pending.size(); index++) {
            Pending each = pending.get(index);
            if (each.type() == type && !each.future().isDone()) {
                return true;
            }
        }
        return false;
    }

    /**
     * Completes all.
     *
     * @return those that were pending; the agent may not have come to them yet
     */
    public List<CompletableFuture<Void>> tell() {
        List<CompletableFuture<Void>> told = all();
        loop.execute(() -> told.forEach(each -> each.complete(null)));
        pending.clear(); // last: if the agent cannot be told now, they are pending still
        return told;
    }

    /**
     * Fails all.
     *
     * @param status why
     * @param reason in a sentence
     */
    public void fail(NdStatus status, String reason) {
        List<CompletableFuture<Void>> failed = all();
        loop.execute(() -> failed.forEach(each -> each.completeExceptionally(new NdException(status, reason))));
        pending.clear();
    }

    private List<CompletableFuture<Void>> all() {
        return pending.stream().map(Pending::future).toList();
    }
}
