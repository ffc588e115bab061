// SPDX-License-Identifier: Apache-2.0
// Copyright the Oriel authors.
package io.oriel.engine.testing;

import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeoutException;
import java.util.function.Consumer;

/** The ways in which an application can complete a future that the engine has given to it. */
public enum Completer {
    CANCEL(future -> {
        boolean unused = future.cancel(false);
    }),
    COMPLETE(future -> {
        boolean unused = future.complete(null);
    }),
    /** As {@link CompletableFuture#orTimeout} does. */
    COMPLETE_EXCEPTIONALLY(future -> {
        boolean unused = future.completeExceptionally(new TimeoutException("of the test's"));
    }),
    COMPLETE_ASYNC(future -> {
        var unused = future.completeAsync(() -> null, Runnable::run);
    }),
    OBTRUDE_VALUE(future -> future.obtrudeValue(null)),
    OBTRUDE_EXCEPTION(future -> future.obtrudeException(new IllegalStateException("of the test's")));

    @SuppressWarnings("ImmutableEnumChecker") // the functions above hold no state
    private final Consumer<CompletableFuture<Void>> way;

    Completer(Consumer<CompletableFuture<Void>> way) {
        this.way = way;
    }

    /**
     * Completes a future, unless it has completed.
     *
     * @param future of the engine
     */
    public void complete(CompletableFuture<Void> future) {
        way.accept(future);
    }
}
