// SPDX-License-Identifier: Apache-2.0
// Copyright the Oriel authors.
package io.oriel.engine.testing;

import io.oriel.engine.control.ControlLoop;
import java.nio.channels.SelectableChannel;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Queue;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.RejectedExecutionException;

/** A control agent without a thread: its tasks and timers run on the test's thread, when the test says so. */
public final class ManualLoop implements ControlLoop {
    private final Queue<Runnable> tasks = new ArrayDeque<>();
    private final List<ManualTimer> timers = new ArrayList<>();
    private long nowNs = 1_000_000_000L;
    private boolean running;
    private boolean closed;

    /** Not a record: two timers with the same deadline and task are two. */
    private static final class ManualTimer {
        final long deadlineNs;
        final Runnable task;

        ManualTimer(long deadlineNs, Runnable task) {
            this.deadlineNs = deadlineNs;
            this.task = task;
        }
    }

    @Override
    public long nanoTime() {
        return nowNs;
    }

    @Override
    public void execute(Runnable task) {
        if (closed) {
            throw new RejectedExecutionException("the control agent is closed");
        }
        tasks.add(task);
    }

    /** Takes no more. */
    public void close() {
        closed = true;
    }

    @Override
    public Timer schedule(long delayNs, Runnable task) {
        ManualTimer timer = new ManualTimer(nowNs + delayNs, task);
        timers.add(timer);
        return () -> timers.remove(timer);
    }

    @Override
    public void executeBlocking(Runnable task) {
        tasks.add(task);
    }

    @Override
    public void await(CompletableFuture<?> done) {
        runTasks();
        if (!done.isDone()) {
            throw new IllegalStateException("nothing is left to do, and what was waited for has not happened");
        }
    }

    @Override
    public boolean isAgentThread() {
        return running;
    }

    @Override
    public Watch watch(SelectableChannel channel, int interestOps, ReadyHandler handler) {
        throw new UnsupportedOperationException("there are no channels here");
    }

    /** Runs every task, those that come meanwhile included; returns how many there were. */
    public int runTasks() {
        int count = 0;
        running = true;
        try {
            for (Runnable task; (task = tasks.poll()) != null; count++) {
                task.run();
            }
        } finally {
            running = false;
        }
        return count;
    }

    /** Lets time pass: runs the tasks, and the timers that are due, in their order. */
    public void advance(long ns) {
        nowNs += ns;
        runTasks();
        List<ManualTimer> due =
                timers.stream().filter(each -> each.deadlineNs <= nowNs).toList();
        timers.removeAll(due);
        due.stream()
                .sorted(Comparator.comparingLong((ManualTimer each) -> each.deadlineNs))
                .forEach(each -> execute(each.task));
        runTasks();
    }

    /** Tells how many tasks wait. */
    public int waitingTasks() {
        return tasks.size();
    }

    /** Tells how many timers wait. */
    public int waitingTimers() {
        return timers.size();
    }
}
