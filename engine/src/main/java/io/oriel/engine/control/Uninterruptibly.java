// SPDX-License-Identifier: Apache-2.0
// Copyright the Oriel authors.
package io.oriel.engine.control;

import io.oriel.api.ControlAgent;
import io.oriel.api.NdException;
import java.io.UncheckedIOException;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;
import java.util.function.Supplier;

/**
 * Blocking calls for threads that others may interrupt: an interrupt closes the channel or kills the media driver's
 * client that its thread is using, so such work runs on a worker and the caller waits.
 */
final class Uninterruptibly {
    private Uninterruptibly() {}

    /**
     * Runs a task on a worker: on the caller, if that is one, for the others may all wait for something.
     *
     * @param loop whose workers
     * @param task may block
     * @param <T>  type of the result
     * @return what the task returned
     * @throws NdException INSUFFICIENT_RESOURCES if there is no memory, thread or descriptor for the task
     */
    static <T> T call(ControlLoop loop, Supplier<T> task) {
        if (Workers.isWorkerThread()) {
            return task.get();
        }
        requireNoAgent(loop); // before the task is begun, whose result nobody would take
        CompletableFuture<T> result = new CompletableFuture<>();
        try {
            loop.executeBlocking(() -> {
                try {
                    result.complete(task.get());
                } catch (Throwable e) {
                    result.completeExceptionally(e);
                }
            });
        } catch (OutOfMemoryError e) {
            throw unchecked(e);
        }
        return await(loop, result);
    }

    /**
     * Runs a task on a worker.
     *
     * @param loop whose workers
     * @param task may block
     */
    static void run(ControlLoop loop, Runnable task) {
        call(loop, () -> {
            task.run();
            return Boolean.TRUE;
        });
    }

    /**
     * Refuses a call that would have an agent wait: for itself, or for another one, which may wait for this one.
     *
     * @param loop whose agent must not be the caller
     * @throws IllegalStateException on the agent, or on the agent of another provider
     */
    static void requireNoAgent(ControlLoop loop) {
        ControlAgent.requireOtherThread();
        if (loop.isAgentThread()) {
            throw ControlAgent.refusal();
        }
    }

    /**
     * Runs a task on the agent, and waits for it. Not on the agent.
     *
     * @param loop the agent
     * @param task must not block
     * @throws NdException INSUFFICIENT_RESOURCES if there is no memory or descriptor for the task
     */
    static void runOnAgent(ControlLoop loop, Runnable task) {
        CompletableFuture<Boolean> done = new CompletableFuture<>();
        try {
            loop.execute(() -> {
                try {
                    task.run();
                    done.complete(Boolean.TRUE);
                } catch (Throwable e) {
                    done.completeExceptionally(e);
                }
            });
        } catch (OutOfMemoryError e) {
            throw unchecked(e);
        }
        boolean isDone = await(loop, done);
        assert isDone;
    }

    /**
     * Waits for a result; an interrupt meanwhile is kept for the caller.
     *
     * @param loop   whose agent must not be the caller
     * @param result completed by another thread
     * @param <T>    type of the result
     * @return the result; its exception is thrown if it is unchecked, with the caller's frames behind those of the thread
     *     that it came from
     * @throws NdException INSUFFICIENT_RESOURCES instead of an OutOfMemoryError or UncheckedIOException
     */
    static <T> T await(ControlLoop loop, CompletableFuture<T> result) {
        loop.await(result);
        try {
            return result.join();
        } catch (CompletionException e) {
            throw unchecked(e.getCause() == null ? e : e.getCause());
        }
    }

    private static RuntimeException unchecked(Throwable cause) {
        if (cause instanceof UncheckedIOException e) {
            return SystemFailure.exception("a file or socket cannot be used", null, e);
        }
        if (cause instanceof RuntimeException e) {
            addCaller(e);
            return e;
        }
        if (cause instanceof OutOfMemoryError e) {
            return SystemFailure.exception("the call cannot be carried out", null, e);
        }
        if (cause instanceof Error e) {
            addCaller(e);
            throw e;
        }
        return new IllegalStateException(cause);
    }

    /** Who reads the trace wants to know which call has failed. One result may be awaited again and again. */
    private static void addCaller(Throwable thrown) {
        List<StackTraceElement> frames = new ArrayList<>(List.of(thrown.getStackTrace()));
        List<StackTraceElement> caller = List.of(new Throwable().getStackTrace());
        if (Collections.indexOfSubList(frames, caller) < 0) {
            frames.addAll(caller);
            thrown.setStackTrace(frames.toArray(StackTraceElement[]::new));
        }
    }
}
