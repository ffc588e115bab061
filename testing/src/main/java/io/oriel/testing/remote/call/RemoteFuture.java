// SPDX-License-Identifier: Apache-2.0
// Copyright the Oriel authors.
package io.oriel.testing.remote.call;

import java.util.concurrent.CancellationException;
import java.util.concurrent.CompletableFuture;
import java.util.function.IntConsumer;
import org.jspecify.annotations.Nullable;

/** A future of the peer's process. It ends here when the test takes what has come from there. */
final class RemoteFuture extends CompletableFuture<@Nullable Object> {
    private final int id;
    private final Runnable takeEndings;
    private final IntConsumer canceller;

    /** Begins one, which {@code takeEndings} ends if it has ended there, and {@code canceller} cancels by its number. */
    RemoteFuture(int id, Runnable takeEndings, IntConsumer canceller) {
        this.id = id;
        this.takeEndings = takeEndings;
        this.canceller = canceller;
    }

    int id() {
        return id;
    }

    void end(@Nullable Object result, @Nullable Throwable failure) {
        if (failure instanceof CancellationException) {
            super.cancel(false);
        } else if (failure != null) {
            completeExceptionally(failure);
        } else {
            complete(result);
        }
    }

    /** Tells what is so by now, not what the test has heard of. */
    @Override
    public boolean isDone() {
        takeEndings.run();
        return super.isDone();
    }

    @Override
    public boolean cancel(boolean mayInterruptIfRunning) {
        if (!isDone()) {
            canceller.accept(id);
        }
        return isCancelled();
    }
}
