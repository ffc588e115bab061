// SPDX-License-Identifier: Apache-2.0
// Copyright the Oriel authors.
package io.oriel.engine.control;

import java.io.IOException;
import java.nio.channels.SelectableChannel;
import java.util.concurrent.CompletableFuture;
import java.util.function.Supplier;

/** The thread of the control agent, as those see it who give it work. */
public interface ControlLoop {
    /**
     * Returns the agent's monotonic time.
     *
     * @return nanoseconds from an arbitrary origin
     */
    long nanoTime();

    /**
     * Runs a task on the agent, after those given before. From any thread.
     *
     * @param task must not block
     */
    void execute(Runnable task);

    /**
     * Runs a task on the agent after a while. From any thread.
     *
     * @param delayNs nanoseconds to wait at least
     * @param task    must not block
     * @return to take it back
     */
    Timer schedule(long delayNs, Runnable task);

    /**
     * Runs a task on the agent that must not get lost, though there be no memory for it at first: the caller is held up until
     * there is. From any thread.
     *
     * @param task must not block
     */
    default void executeSurely(Runnable task) {
        HandOver.execute(this, task);
    }

    /**
     * Runs a task on the agent after a while, as {@link #executeSurely}. From any thread.
     *
     * @param delayNs nanoseconds to wait at least
     * @param task    must not block
     * @return to take it back
     */
    default Timer scheduleSurely(long delayNs, Runnable task) {
        return HandOver.schedule(this, delayNs, task);
    }

    /**
     * Runs a task on a worker thread, where it may block. From any thread. There are few such threads: a task may wait for
     * those given before it, but never for one given later.
     *
     * @param task may block; hands its result to {@link #execute}
     */
    void executeBlocking(Runnable task);

    /**
     * Runs a check on a worker again and again, one at a time. The error handler is given a failure, but not the same failure of the
     * next checks. From any thread.
     *
     * @param periodNs nanoseconds from now, or from the end of a check, to the next one, at least
     * @param check    may block
     * @return ends it: no further check begins, one that runs continues
     */
    default Timer checkPeriodically(long periodNs, Runnable check) {
        PeriodicCheck made = new PeriodicCheck(this, periodNs, check);
        made.schedule();
        return made;
    }

    /**
     * Runs a task on a worker, and waits for it: on the caller, if that is one, for the others may all wait for something. An
     * interrupt, which closes the channel or kills the media driver's client that its thread is using, is kept for the caller.
     *
     * @param task may block
     * @param <T>  type of the result
     * @return what the task returned; what it threw is thrown
     * @throws io.oriel.api.NdException INSUFFICIENT_RESOURCES if there is no memory, thread or descriptor for the task
     * @throws IllegalStateException on the agent
     */
    default <T> T callBlocking(Supplier<T> task) {
        return Uninterruptibly.call(this, task);
    }

    /**
     * Runs a task on a worker, and waits for it, as {@link #callBlocking}.
     *
     * @param task may block
     */
    default void runBlocking(Runnable task) {
        Uninterruptibly.run(this, task);
    }

    /**
     * Runs a task on the agent, and waits for it. Not on the agent.
     *
     * @param task must not block
     * @throws io.oriel.api.NdException INSUFFICIENT_RESOURCES if there is no memory or descriptor for the task
     */
    default void runByAgent(Runnable task) {
        Uninterruptibly.runOnAgent(this, task);
    }

    /**
     * Refuses a call that would have an agent wait.
     *
     * @throws IllegalStateException on the agent, or on the agent of another provider
     */
    default void requireNoAgent() {
        Uninterruptibly.requireNoAgent(this);
    }

    /**
     * Waits for a result, as {@link #await}. Not on the agent.
     *
     * @param result completed by another thread
     * @param <T>    type of the result
     * @return the result; its exception is thrown if it is unchecked, with the caller's frames behind those of the thread
     *     that it came from
     * @throws io.oriel.api.NdException INSUFFICIENT_RESOURCES instead of an OutOfMemoryError or UncheckedIOException
     */
    default <T> T resultOf(CompletableFuture<T> result) {
        return Uninterruptibly.await(this, result);
    }

    /**
     * Waits on an application's thread for something that the agent will do. An interrupt does not end the wait; it is
     * left set.
     *
     * @param done completed by the agent
     */
    void await(CompletableFuture<?> done);

    /**
     * Tells whether the calling thread is the agent.
     *
     * @return true on the agent
     */
    boolean isAgentThread();

    /**
     * Watches a non-blocking channel. On the agent.
     *
     * @param channel     to be watched; the agent alone touches it from now on
     * @param interestOps of {@link java.nio.channels.SelectionKey}
     * @param handler     called on the agent when the channel is ready
     * @return to change or end the watch
     * @throws IOException if the channel is closed
     */
    Watch watch(SelectableChannel channel, int interestOps, ReadyHandler handler) throws IOException;

    /** A task that waits for its time. */
    interface Timer {
        /** Takes the task back, if it has not run. From any thread. */
        void cancel();
    }

    /** A channel that is watched. */
    interface Watch {
        /**
         * Changes what is waited for.
         *
         * @param ops of {@link java.nio.channels.SelectionKey}
         */
        void interestOps(int ops);

        /** Ends the watch; does not close the channel. */
        void cancel();
    }

    /** Called when a watched channel is ready. */
    @FunctionalInterface
    interface ReadyHandler {
        /**
         * The channel is ready.
         *
         * @param readyOps of {@link java.nio.channels.SelectionKey}
         * @throws IOException if the channel failed; the watch then ends and the failure is reported. After anything else
         *     that is thrown, and reported, the handler is called again a moment later.
         */
        void ready(int readyOps) throws IOException;
    }
}
