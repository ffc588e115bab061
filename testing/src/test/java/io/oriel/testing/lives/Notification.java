// SPDX-License-Identifier: Apache-2.0
// Copyright the Oriel authors.
package io.oriel.testing.lives;

import io.oriel.api.CompletionQueue;
import io.oriel.api.NotifyType;
import java.util.concurrent.CompletableFuture;
import org.jspecify.annotations.Nullable;

/** What the application of a place has asked to be told of: that its queue is not empty any more, though nobody polls. */
final class Notification {
    private final World world;
    private final Place place;
    private @Nullable CompletableFuture<Void> told;
    private boolean isTaken;

    Notification(World world, Place place) {
        this.world = world;
        this.place = place;
    }

    /** Asks, if nothing is asked for, and leaves for a while. */
    void request(CompletionQueue queue) {
        if (told == null) {
            world.tell(() -> place + " asks to be told");
            told = queue.requestNotification(NotifyType.ANY);
            isTaken = false;
            place.home().away = world.below(100);
        }
    }

    /** A completion has come since it was asked for, or since then one was taken. */
    void isDue() {
        CompletableFuture<Void> future = told;
        if (future != null) {
            world.pledges().add(future, place, "requestNotification() of " + place, world.nowNs());
        }
    }

    /** Some completions were taken. */
    void taken() {
        isDue();
        isTaken = true;
    }

    /** The application comes back when it is told. */
    void tend() {
        CompletableFuture<Void> future = told;
        if (future == null || !future.isDone()) {
            return;
        }
        told = null;
        world.count("notified");
        place.home().away = 0;
        Violation.unless(!future.isCompletedExceptionally(), "requestNotification() of " + place + " fails");
        int taken = Polls.take(world, place); // what was told of is not told of again
        Violation.unless(
                taken > 0 || isTaken || !world.isFaultless(), place + " is told of a completion, and there is none");
    }

    void cancel() {
        CompletableFuture<Void> future = told;
        told = null;
        if (future != null) {
            boolean unused = future.cancel(false);
        }
    }
}
