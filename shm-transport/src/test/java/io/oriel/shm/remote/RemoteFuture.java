// SPDX-License-Identifier: Apache-2.0
// Copyright the Oriel authors.
package io.oriel.shm.remote;

import java.util.concurrent.CancellationException;
import java.util.concurrent.CompletableFuture;

/** A future of the peer's process. It ends here when the test takes what has come from there. */
final class RemoteFuture extends CompletableFuture<Object> {
    private final PeerCalls calls;
    private final int id;

    RemoteFuture(PeerCalls calls, int id) {
        this.calls = calls;
        this.id = id;
    }

    int id() {
        return id;
    }

    void end(Object result, Throwable failure) {
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
        calls.takeEndings();
        return super.isDone();
    }

    @Override
    public boolean cancel(boolean mayInterruptIfRunning) {
        if (!isDone()) {
            calls.cancel(id);
        }
        return isCancelled();
    }
}
