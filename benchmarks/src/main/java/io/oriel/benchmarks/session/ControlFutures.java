// SPDX-License-Identifier: Apache-2.0
// Copyright the Oriel authors.
package io.oriel.benchmarks.session;

import io.oriel.api.NdException;
import io.oriel.benchmarks.measure.BenchmarkException;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;

/** Waits for the futures of the control plane, each with a limit. */
public final class ControlFutures {
    private static final long LIMIT_SECONDS = 20;

    private ControlFutures() {}

    /**
     * Waits until a control operation has completed.
     *
     * @param future of the operation
     * @param what   the operation's name, for messages
     * @throws NdException        as the operation ends with
     * @throws BenchmarkException if it does not end in time
     */
    public static void await(CompletableFuture<Void> future, String what) {
        await(future, what, LIMIT_SECONDS);
    }

    /**
     * Waits for what people do, who may take their time.
     *
     * @param future of the operation
     * @param what   the operation's name, for messages
     * @throws NdException as the operation ends with
     */
    public static void awaitForever(CompletableFuture<Void> future, String what) {
        await(future, what, Long.MAX_VALUE);
    }

    private static void await(CompletableFuture<Void> future, String what, long seconds) {
        try {
            future.get(seconds, TimeUnit.SECONDS);
        } catch (ExecutionException e) {
            if (e.getCause() instanceof NdException failure) {
                throw new NdException(failure.status(), what + " failed: " + failure.getMessage(), failure);
            }
            throw new BenchmarkException(what + " failed: " + e.getCause(), e);
        } catch (TimeoutException e) {
            future.cancel(false);
            throw new BenchmarkException(what + " has not completed for " + seconds + " s", e);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new BenchmarkException(what + " was interrupted", e);
        }
    }
}
