// SPDX-License-Identifier: Apache-2.0
// Copyright the Oriel authors.
package io.oriel.engine.control;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.lang.invoke.VarHandle;
import java.nio.channels.ClosedSelectorException;
import java.nio.channels.SelectableChannel;
import java.nio.channels.SelectionKey;
import java.nio.channels.Selector;
import java.util.concurrent.CancellationException;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/**
 * The control agent of a process: one daemon thread that selects on channels, runs tasks and timers, and is parked when
 * there is nothing to do.
 *
 * <p>Whatever a task, a timer or a handler throws goes to the error handler, and the agent goes on.
 */
public final class SelectorLoop implements ControlLoop, AutoCloseable {
    private static final int TASK_LIMIT = 256;

    private final Consumer<Throwable> errorHandler;
    private final Selector selector;
    private final TaskQueue tasks = new TaskQueue();
    private final Workers workers;
    private final Thread thread;

    // Parked: set by the agent, cleared by whoever wakes it. A wake-up costs a system call.
    private volatile boolean isParked;
    private volatile boolean isClosing;

    // Used by the agent alone.
    private final TimerQueue timers = new TimerQueue();

    private SelectorLoop(Consumer<Throwable> errorHandler, Selector selector) {
        this.errorHandler = errorHandler;
        this.selector = selector;
        workers = new Workers(this::report, () -> isClosing);
        thread = new Thread(this::run, "oriel-agent");
        thread.setDaemon(true);
    }

    /**
     * Starts an agent.
     *
     * @param errorHandler hears of everything that tasks and handlers throw; called on the agent or on a worker
     * @return the running agent, to be closed by the caller
     * @throws UncheckedIOException if the process has no file descriptors left
     */
    public static SelectorLoop start(Consumer<Throwable> errorHandler) {
        try {
            SelectorLoop loop = new SelectorLoop(errorHandler, Selector.open());
            loop.thread.start();
            return loop;
        } catch (IOException e) {
            throw new UncheckedIOException("the control agent cannot open a selector", e);
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
        if (isClosing && !isAgentThread()) {
            throw new RejectedExecutionException("the control agent is closed");
        }
        tasks.add(task);
        // Pairs with #select: the task is stored before isParked is read, isParked before the tasks are looked at.
        VarHandle.fullFence();
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
        if (isAgentThread()) {
            throw new IllegalStateException("await must not be called on the agent");
        }
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
        return new ChannelWatch(channel.register(selector, interestOps, handler));
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
        while (!isClosing || !tasks.isEmpty()) {
            try {
                runTasks();
                runTimers();
                select();
            } catch (ClosedSelectorException | IOException e) {
                report(e);
            }
        }
        try {
            selector.close();
        } catch (IOException e) {
            report(e);
        }
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
        if (!key.isValid() || !(key.attachment() instanceof ReadyHandler handler)) {
            return;
        }
        try {
            handler.ready(key.readyOps());
        } catch (Throwable e) {
            key.cancel();
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
            assert e != null;
        }
    }

    /** A registered key as its watcher sees it. */
    private record ChannelWatch(SelectionKey key) implements Watch {
        @Override
        public void interestOps(int ops) {
            if (key.isValid()) {
                key.interestOps(ops);
            }
        }

        @Override
        public void cancel() {
            key.cancel();
        }
    }
}
