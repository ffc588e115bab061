// SPDX-License-Identifier: Apache-2.0
// Copyright the Oriel authors.
package io.oriel.shm.driver;

import java.util.concurrent.CompletableFuture;
import java.util.function.Consumer;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/** Whether a media driver has ended by itself, and why. */
final class DriverDeath implements Consumer<String> {
    private final CompletableFuture<String> reason = new CompletableFuture<>();
    private final Object lock = new Object();
    private volatile boolean isIgnored;
    // Guarded by the lock.
    private @Nullable Thread waiter;

    /** The driver has ended. The first reason counts. From any thread. */
    @Override
    public void accept(String why) {
        if (!isIgnored && reason.complete(why)) {
            synchronized (lock) {
                if (waiter != null) {
                    waiter.interrupt();
                }
            }
        }
    }

    /** From now on the driver may end: this process leaves it. */
    void ignore() {
        isIgnored = true;
    }

    boolean hasOccurred() {
        return reason.isDone();
    }

    /** Calls a listener with the reason: when the driver ends, or at once if it has ended. */
    void then(Consumer<String> listener) {
        CompletableFuture<Void> unused = reason.thenAccept(listener);
    }

    /** Runs a task that waits for the driver, and would for long if the driver had ended: then it is interrupted. */
    <T> T interruptible(Supplier<T> task) {
        synchronized (lock) {
            waiter = Thread.currentThread();
        }
        if (hasOccurred()) {
            Thread.currentThread().interrupt();
        }
        try {
            return task.get();
        } finally {
            synchronized (lock) {
                waiter = null;
                // A worker, which serves others next.
                boolean unused = Thread.interrupted();
            }
        }
    }
}
