// SPDX-License-Identifier: Apache-2.0
// Copyright the Oriel authors.
package io.oriel.testing.process;

import io.oriel.api.NdException;
import io.oriel.api.NdStatus;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.function.Supplier;

/** How futures and calls of the control plane ended, as statuses. */
public final class Outcomes {
    private static final long PATIENCE_SECONDS = 30;

    private Outcomes() {}

    /** Waits for a future's end, without polling; a future that does not end fails the test. Interrupts are kept. */
    public static NdStatus of(CompletableFuture<?> future) {
        boolean isInterrupted = false;
        try {
            while (true) {
                try {
                    future.get(PATIENCE_SECONDS, TimeUnit.SECONDS);
                    return NdStatus.SUCCESS;
                } catch (InterruptedException e) {
                    isInterrupted = true;
                }
            }
        } catch (ExecutionException e) {
            if (e.getCause() instanceof NdException failure) {
                return failure.status();
            }
            throw new AssertionError("a future ended with something else", e);
        } catch (TimeoutException e) {
            throw new AssertionError("a future has not ended within " + PATIENCE_SECONDS + " s", e);
        } finally {
            if (isInterrupted) {
                Thread.currentThread().interrupt();
            }
        }
    }

    public static void requireSuccess(CompletableFuture<?> future) {
        NdStatus status = of(future);
        if (status != NdStatus.SUCCESS) {
            throw new AssertionError("a future ended with " + status, failureOf(future));
        }
    }

    /** Waits until one of two futures has ended, however it ended. */
    public static void requireFirst(CompletableFuture<?> one, CompletableFuture<?> other) {
        CompletableFuture<Boolean> first = new CompletableFuture<>();
        CompletableFuture<?> unused = one.whenComplete((done, failure) -> first.complete(true));
        CompletableFuture<?> unused2 = other.whenComplete((done, failure) -> first.complete(true));
        requireSuccess(first);
    }

    private static Throwable failureOf(CompletableFuture<?> future) {
        try {
            future.join();
            return new IllegalStateException("no failure");
        } catch (RuntimeException e) {
            return e;
        }
    }

    /** Calls something of the control plane; answers SUCCESS or the status it threw. */
    public static NdStatus of(Supplier<?> call) {
        try {
            Object unused = call.get();
            return NdStatus.SUCCESS;
        } catch (NdException e) {
            return e.status();
        }
    }
}
