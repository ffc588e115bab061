// SPDX-License-Identifier: Apache-2.0
// Copyright the Oriel authors.
package io.oriel.engine.completion;

import io.oriel.api.NdException;
import io.oriel.api.NdStatus;
import io.oriel.api.NotifyType;
import io.oriel.engine.control.ControlFuture;
import io.oriel.engine.control.ControlLoop;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;

/** The notifications of one queue that have told nothing yet. By the domain's owner; the futures complete on the agent. */
public final class PendingNotifications {
    private final ControlLoop loop;
    private final List<Pending> pending = new ArrayList<>();

    private record Pending(NotifyType type, ControlFuture future) {}

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
        ControlFuture future = new ControlFuture(loop);
        pending.add(new Pending(type, future));
        return future;
    }

    /** Removes one that the application has not got. */
    void remove(CompletableFuture<Void> added) {
        pending.removeIf(each -> each.future() == added);
    }

    /** Tells whether there are some, maybe withdrawn. */
    public boolean hasPending() {
        return !pending.isEmpty();
    }

    /** Tells whether somebody waits, and forgets what was withdrawn. */
    public boolean isWaitedFor() {
        pending.removeIf(each -> each.future().isWithdrawn());
        return !pending.isEmpty();
    }

    /** Returns a type as a bit for {@link #tell}. */
    static int bit(NotifyType type) {
        return switch (type) {
            case ANY -> 1;
            case SOLICITED -> 2;
            case ERRORS -> 4;
        };
    }

    /**
     * Completes all, if one of some types is among them that was not withdrawn. It cannot be withdrawn any more when this
     * returns, though the agent may not have come to it yet.
     *
     * @param types bits of the types
     * @return false if nobody is notified
     */
    boolean tell(int types) {
        boolean isHeard = false;
        for (int index = 0; index < pending.size(); index++) {
            Pending each = pending.get(index);
            if ((types & bit(each.type())) != 0) {
                isHeard |= each.future().claim();
            }
        }
        if (isHeard) {
            tell();
        }
        return isHeard;
    }

    /** Completes all that were not withdrawn. */
    public void tell() {
        try {
            pending.removeIf(
                    each -> !each.future().isClaimed() && !each.future().claim());
            List<ControlFuture> told = all();
            loop.execute(() -> told.forEach(ControlFuture::completeClaimed));
        } catch (Throwable e) { // the agent cannot be told now, and they are pending still
            pending.forEach(each -> each.future().unclaim());
            throw e;
        }
        pending.clear();
    }

    /**
     * Fails all.
     *
     * @param status why
     * @param reason in a sentence
     */
    public void fail(NdStatus status, String reason) {
        List<ControlFuture> failed = all();
        loop.executeSurely(() -> failed.forEach(each -> each.fail(new NdException(status, reason))));
        pending.clear();
    }

    private List<ControlFuture> all() {
        return pending.stream().map(Pending::future).toList();
    }
}
