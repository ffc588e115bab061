// SPDX-License-Identifier: Apache-2.0
// Copyright the Oriel authors.
package io.oriel.service.connect;

import io.oriel.api.NdException;
import io.oriel.api.NdStatus;
import java.util.concurrent.CancellationException;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;
import org.jspecify.annotations.Nullable;

/** One step of the control plane, looked at by polling. */
final class Step {
    private final CompletableFuture<Void> future;
    private @Nullable Throwable failure;

    Step(CompletableFuture<Void> future) {
        this.future = future;
    }

    /** Returns PENDING, SUCCESS or how the step failed. */
    NdStatus status() {
        if (!future.isDone()) {
            return NdStatus.PENDING;
        }
        try {
            future.join();
            return NdStatus.SUCCESS;
        } catch (CancellationException e) {
            failure = e;
            return NdStatus.CANCELED;
        } catch (CompletionException e) {
            failure = e.getCause();
            return e.getCause() instanceof NdException known ? known.status() : NdStatus.INTERNAL_ERROR;
        }
    }

    /** Says why the step failed, for people. */
    String explanation() {
        return failure == null ? "" : String.valueOf(failure.getMessage());
    }
}
