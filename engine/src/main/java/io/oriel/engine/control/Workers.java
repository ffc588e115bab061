// SPDX-License-Identifier: Apache-2.0
// Copyright the Oriel authors.
package io.oriel.engine.control;

import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.SynchronousQueue;
import java.util.concurrent.ThreadPoolExecutor;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.BooleanSupplier;
import java.util.function.Consumer;

/** The threads on which the control plane may block: as many as there are tasks, gone after a few idle seconds. */
final class Workers implements AutoCloseable {
    private static final long IDLE_SECONDS = 5;

    private final Consumer<Throwable> errorHandler;
    private final BooleanSupplier isAgentClosing;
    private final ThreadPoolExecutor executor;

    Workers(Consumer<Throwable> errorHandler, BooleanSupplier isAgentClosing) {
        this.errorHandler = errorHandler;
        this.isAgentClosing = isAgentClosing;
        AtomicInteger count = new AtomicInteger();
        executor = new ThreadPoolExecutor(
                0, Integer.MAX_VALUE, IDLE_SECONDS, TimeUnit.SECONDS, new SynchronousQueue<>(), task -> {
                    Thread thread = new Thread(task, "oriel-worker-" + count.incrementAndGet());
                    thread.setDaemon(true);
                    return thread;
                });
    }

    void execute(Runnable task) {
        executor.execute(() -> {
            try {
                task.run();
            } catch (RejectedExecutionException e) {
                // If the agent was closed meanwhile, nobody waits for the result.
                if (!isAgentClosing.getAsBoolean()) {
                    errorHandler.accept(e);
                }
            } catch (Throwable e) {
                errorHandler.accept(e);
            }
        });
    }

    /** Lets running tasks end, takes no more. */
    @Override
    public void close() {
        executor.shutdown();
    }
}
