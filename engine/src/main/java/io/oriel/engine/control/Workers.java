// SPDX-License-Identifier: Apache-2.0
// Copyright the Oriel authors.
package io.oriel.engine.control;

import java.util.ArrayDeque;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.function.BooleanSupplier;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/**
 * The threads on which the control plane may block: few, gone after a few idle seconds but for one, which is always there.
 * So what was taken is carried out, even if no thread can be made then.
 *
 * <p>Tasks are begun in the order given. A task may wait for what was given before it, and never for what is given later,
 * which may be behind it.
 */
final class Workers implements AutoCloseable {
    /** How many tasks may block beside each other; the others wait. */
    static final int LIMIT = 16;

    /** How long a worker waits for a task before it ends. */
    static final long IDLE_NS = TimeUnit.SECONDS.toNanos(5);

    private final Consumer<Throwable> errorHandler;
    private final BooleanSupplier isAgentClosing;
    private final Consumer<Thread> starter;
    private final long idleNs;
    private final Object lock = new Object();

    // Guarded by the lock.
    private final ArrayDeque<Runnable> tasks = new ArrayDeque<>();
    private int starting;
    private int living;
    private int idle;
    private int count;
    private boolean isShortOfThreads;
    private boolean isClosed;

    /** Starts the first worker, with the starter, which throws if no thread can be made. */
    Workers(Consumer<Throwable> errorHandler, BooleanSupplier isAgentClosing, Consumer<Thread> starter, long idleNs) {
        this.idleNs = idleNs;
        this.errorHandler = errorHandler;
        this.isAgentClosing = isAgentClosing;
        this.starter = starter;
        starting = 1;
        count = 1;
        starter.accept(new Worker(this::work, count));
    }

    /** Tells whether the calling thread is a worker, of whatever agent. */
    static boolean isWorkerThread() {
        return Thread.currentThread() instanceof Worker;
    }

    void execute(Runnable task) {
        int number;
        synchronized (lock) {
            if (isClosed) {
                throw new RejectedExecutionException("the control agent is closed");
            }
            tasks.add(task);
            lock.notify();
            if (tasks.size() <= idle || starting + living == LIMIT) {
                return;
            }
            starting++;
            number = ++count;
        }
        start(number);
    }

    private void start(int number) {
        boolean isNews;
        try {
            starter.accept(new Worker(this::work, number));
            synchronized (lock) {
                isShortOfThreads = false;
            }
        } catch (Throwable e) {
            // The task waits for a worker that there is.
            synchronized (lock) {
                starting--;
                isNews = !isShortOfThreads;
                isShortOfThreads = true;
            }
            if (isNews) {
                errorHandler.accept(e);
            }
        }
    }

    private void work() {
        synchronized (lock) { // only now: one whose start takes long and fails is nobody to count on
            starting--;
            living++;
        }
        for (Runnable task = take(); task != null; task = take()) {
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
        }
    }

    /** Waits for a task; answers null if the worker is to end. */
    private @Nullable Runnable take() {
        synchronized (lock) {
            long idleUntilNs = System.nanoTime() + idleNs;
            while (tasks.isEmpty()) {
                long leftNs = living == 1 ? Long.MAX_VALUE : idleUntilNs - System.nanoTime();
                if (isClosed || leftNs <= 0) {
                    living--;
                    return null;
                }
                await(leftNs);
            }
            return tasks.remove();
        }
    }

    private void await(long ns) {
        assert Thread.holdsLock(lock);
        idle++;
        try {
            TimeUnit.NANOSECONDS.timedWait(lock, ns);
        } catch (InterruptedException e) {
            // Meant for a task that has ended.
        } finally {
            idle--;
        }
    }

    /** Lets the tasks end that were given, takes no more. */
    @Override
    public void close() {
        synchronized (lock) {
            isClosed = true;
            lock.notifyAll();
        }
    }

    /** Known by its class. */
    private static final class Worker extends Thread {
        Worker(Runnable work, int number) {
            super(work, "oriel-worker-" + number);
            setDaemon(true);
        }
    }
}
