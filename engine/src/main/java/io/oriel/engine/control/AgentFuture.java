// SPDX-License-Identifier: Apache-2.0
// Copyright the Oriel authors.
package io.oriel.engine.control;

import io.oriel.api.ControlAgent;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;

/**
 * A future that a control agent completes, or one that depends on it. An agent that waits for it would wait forever, so its wait is
 * refused.
 *
 * @param <T> type of the result
 */
sealed class AgentFuture<T> extends CompletableFuture<T> permits ControlFuture {
    @Override
    public <U> CompletableFuture<U> newIncompleteFuture() {
        return new AgentFuture<>();
    }

    @Override
    public T join() {
        requireDoneOnAgent();
        return super.join();
    }

    @Override
    public T get() throws InterruptedException, ExecutionException {
        requireDoneOnAgent();
        return super.get();
    }

    @Override
    public T get(long timeout, TimeUnit unit) throws InterruptedException, ExecutionException, TimeoutException {
        if (timeout > 0) {
            requireDoneOnAgent();
        }
        return super.get(timeout, unit);
    }

    private void requireDoneOnAgent() {
        if (!isDone()) {
            ControlAgent.requireOtherThread();
        }
    }
}
