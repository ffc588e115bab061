// SPDX-License-Identifier: Apache-2.0
// Copyright the Oriel authors.
package io.oriel.engine.control;

import io.oriel.api.ControlAgent;
import io.oriel.api.NdException;
import java.io.IOException;
import java.lang.invoke.VarHandle;
import java.nio.channels.SelectableChannel;
import java.nio.channels.SelectionKey;
import java.nio.channels.Selector;
import java.time.Duration;
import java.util.concurrent.CancellationException;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/**
 * The control agent of a process: one daemon thread that selects on channels, runs tasks and timers, and is parked when
 * there is nothing to do.
 *
 * <p>Whatever a task, a timer or a handler throws goes to the error handler, and the agent goes on. A channel whose handler
 * has thrown is left alone for a moment, and then watched as before: what the handler wanted may be there again.
 */
public final class SelectorLoop implements ControlLoop, AutoCloseable {
    private static final int TASK_LIMIT = 256;
    private static final long PAUSE_NS = Duration.ofMillis(100).toNanos();

    private final Consumer<Throwable> errorHandler;
    private final Selector selector;
    private final TaskQueue tasks = new TaskQueue();
    private final Workers workers;
    private final Thread thread;

    // Parked: set by the agent, cleared by whoever wakes it. A wake-up costs a system call.
    private volatile boolean isParked;
    private volatile boolean isClosing;

    // Those amid #execute: the agent ends when there are none, so that what was accepted is run.
    private final AtomicInteger givers = new AtomicInteger();

    // Used by the agent alone.
    private final TimerQueue timers = new TimerQueue();

    private SelectorLoop(Consumer<Throwable> errorHandler, Selector selector, Consumer<Thread> starter) {
        this.errorHandler = errorHandler;
        this.selector = selector;
        thread = new ControlAgent(this::run);
        workers = new Workers(this::report, () -> isClosing, starter, Workers.IDLE_NS);
    }

    /**
     * Starts an agent.
     *
     * @param errorHandler hears of everything that tasks and handlers throw; called on the agent or on a worker
     * @return the running agent, to be closed by the caller
     * @throws NdException INSUFFICIENT_RESOURCES if the process has no file descriptors or threads left
     */
    public static SelectorLoop start(Consumer<Throwable> errorHandler) {
        return start(errorHandler, Thread::start);
    }

    /**
     * Starts an agent whose threads may be refused.
     *
     * @param errorHandler hears of everything that tasks and handlers throw; called on the agent or on a worker
     * @param starter      starts a thread, or throws if none can be made
     * @return the running agent, to be closed by the caller
     * @throws NdException INSUFFICIENT_RESOURCES if the process has no file descriptors or threads left
     */
    public static SelectorLoop start(Consumer<Throwable> errorHandler, Consumer<Thread> starter) {
        Selector selector;
        try {
            selector = Selector.open();
        } catch (IOException e) {
            throw insufficient("open a selector", e);
        }
        @Nullable SelectorLoop loop = null;
        try {
            loop = new SelectorLoop(errorHandler, selector, starter);
            starter.accept(loop.thread);
            return loop;
        } catch (OutOfMemoryError e) {
            if (loop != null) {
                loop.workers.close();
            }
            closeQuietly(selector);
            throw insufficient("start its threads", e);
        }
    }

    private static NdException insufficient(String what, Throwable cause) {
        return SystemFailure.exception("the control agent cannot " + what, null, cause);
    }

    private static void closeQuietly(Selector selector) {
        try {
            selector.close();
        } catch (IOException e) {
            // Its descriptors are gone all the same.
        }
    }

    @Override
    public long nanoTime() {
        return System.nanoTime();
    }

    /**
     * {@inheritDoc}
     *
     * @throws RejectedExecutionException if the agent has been closed
     */
    @Override
    public void execute(Runnable task) {
        givers.getAndIncrement(); // Pairs with #isOver: before isClosing is read.
        try {
            if (isClosing && !isAgentThread()) {
                throw new RejectedExecutionException("the control agent is closed");
            }
            tasks.add(task);
        } finally {
            // Pairs with #select: the task is stored before isParked is read, isParked before the tasks are looked at.
            // Pairs with #isOver: the task is there.
            givers.getAndDecrement();
        }
        if (isParked) {
            isParked = false;
            selector.wakeup();
        }
    }

    @Override
    public Timer schedule(long delayNs, Runnable task) {
        TimerQueue.Entry entry = new TimerQueue.Entry(task, System.nanoTime() + Math.max(0, delayNs));
        if (isAgentThread()) {
            timers.add(entry);
        } else {
            execute(() -> timers.add(entry));
        }
        return () -> cancel(entry);
    }

    private void cancel(TimerQueue.Entry entry) {
        entry.cancel();
        if (isAgentThread()) {
            timers.remove(entry);
        } else if (!isClosing) {
            tasks.add(() -> timers.remove(entry));
        }
    }

    /**
     * {@inheritDoc}
     *
     * @throws RejectedExecutionException if the agent has been closed
     */
    @Override
    public void executeBlocking(Runnable task) {
        workers.execute(task);
    }

    @Override
    public void await(CompletableFuture<?> done) {
        Uninterruptibly.requireNoAgent(this);
        boolean isInterrupted = false;
        while (!done.isDone()) {
            try {
                done.get();
            } catch (InterruptedException e) {
                isInterrupted = true;
            } catch (ExecutionException | CancellationException e) {
                // Done, which is all that was waited for.
                assert done.isDone();
            }
        }
        if (isInterrupted) {
            Thread.currentThread().interrupt();
        }
    }

    @Override
    public boolean isAgentThread() {
        return Thread.currentThread() == thread;
    }

    @Override
    public Watch watch(SelectableChannel channel, int interestOps, ReadyHandler handler) throws IOException {
        if (!isAgentThread()) {
            throw new IllegalStateException("watch must be called on the agent");
        }
        ChannelWatch watch = new ChannelWatch(handler, interestOps);
        watch.key = channel.register(selector, interestOps, watch);
        return watch;
    }

    /**
     * Runs what was given before, then ends the agent. Callable on any thread, again and again; returns when the agent
     * has ended, unless the caller is the agent.
     */
    @Override
    public void close() {
        isClosing = true;
        selector.wakeup();
        if (!isAgentThread()) {
            joinUninterruptibly();
        }
        workers.close();
    }

    private void joinUninterruptibly() {
        boolean isInterrupted = false;
        while (thread.isAlive()) {
            try {
                thread.join();
            } catch (InterruptedException e) {
                isInterrupted = true;
            }
        }
        if (isInterrupted) {
            Thread.currentThread().interrupt();
        }
    }

    private void run() {
        while (!isOver()) {
            try {
                runTasks();
                runTimers();
                select();
            } catch (Throwable e) {
                report(e); // the selector's, or of an agent that is out of memory
            }
        }
        try {
            selector.close();
        } catch (IOException e) {
            report(e);
        }
    }

    /** Tells whether the agent is closed, and nothing that was accepted is left to run. Pairs with #execute, in this order. */
    private boolean isOver() {
        return isClosing && givers.get() == 0 && tasks.isEmpty();
    }

    private void runTasks() {
        for (int i = 0; i < TASK_LIMIT; i++) {
            @Nullable Runnable task = tasks.poll();
            if (task == null) {
                return;
            }
            runSafely(task);
        }
    }

    private void runTimers() {
        long nowNs = System.nanoTime();
        TimerQueue.@Nullable Entry entry = timers.pollDue(nowNs);
        while (entry != null) {
            if (!entry.isCanceled()) {
                runSafely(entry.task);
            }
            entry = timers.pollDue(nowNs);
        }
    }

    private void select() throws IOException {
        isParked = true;
        // Pairs with #execute.
        VarHandle.fullFence();
        if (isClosing || !tasks.isEmpty()) {
            isParked = false;
            selector.selectNow(this::dispatch);
            return;
        }
        long delayNs = timers.delayNs(System.nanoTime());
        if (delayNs < 0) {
            selector.select(this::dispatch);
        } else if (delayNs == 0) {
            selector.selectNow(this::dispatch);
        } else {
            selector.select(this::dispatch, TimeUnit.NANOSECONDS.toMillis(delayNs + 999_999));
        }
        isParked = false;
    }

    private void dispatch(SelectionKey key) {
        isParked = false;
        if (!key.isValid() || !(key.attachment() instanceof ChannelWatch watch)) {
            return;
        }
        try {
            watch.handler.ready(key.readyOps());
        } catch (IOException e) {
            key.cancel();
            report(e);
        } catch (Throwable e) {
            watch.pause();
            report(e);
        }
    }

    private void runSafely(Runnable task) {
        try {
            task.run();
        } catch (Throwable e) {
            report(e);
        }
    }

    private void report(Throwable error) {
        try {
            errorHandler.accept(error);
        } catch (Throwable e) {
            // The handler is the last one who could be told.
        }
    }

    /** A registered key as its watcher sees it. */
    private final class ChannelWatch implements Watch {
        final ReadyHandler handler;

        @Nullable
        SelectionKey key;

        private int wanted;
        private boolean isPaused;

        ChannelWatch(ReadyHandler handler, int wanted) {
            this.handler = handler;
            this.wanted = wanted;
        }

        @Override
        public void interestOps(int ops) {
            wanted = ops;
            update();
        }

        private void update() {
            if (key != null && key.isValid()) {
                key.interestOps(isPaused ? 0 : wanted);
            }
        }

        /** The channel is ready still, and its handler may fail again. */
        void pause() {
            timers.add(new TimerQueue.Entry(this::resume, System.nanoTime() + PAUSE_NS));
            isPaused = true;
            update();
        }

        private void resume() {
            isPaused = false;
            update();
        }

        @Override
        public void cancel() {
            if (key != null) {
                key.cancel();
            }
        }
    }
}
