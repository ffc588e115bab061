// SPDX-License-Identifier: Apache-2.0
// Copyright the Oriel authors.
package io.oriel.engine.testing;

import io.oriel.engine.control.ControlLoop;
import java.nio.channels.SelectableChannel;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Queue;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.RejectedExecutionException;

/**
 * A control agent without a thread: its tasks and timers run on the test's thread, when the test says so. It cannot do what
 * it is asked at the steps that a test chooses; each call of a kind is one step of it.
 */
public final class ManualLoop implements ControlLoop {
    /** What may be wanting. */
    public enum Want {
        /** {@link ControlLoop#executeBlocking} throws OutOfMemoryError, as when no thread can be made. */
        THREAD,
        /** {@link ControlLoop#execute} throws OutOfMemoryError, as when the heap is full. */
        TASK,
        /** {@link ControlLoop#schedule} throws OutOfMemoryError. */
        TIMER
    }

    private final Map<Want, Steps> steps = new EnumMap<>(Want.class);
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

    /** The steps of one kind: which of them fail. */
    private static final class Steps {
        int seen;
        int failures;
        int firstToFail;
        int countToFail;
    }

    /** Creates an agent for which nothing is wanting at first. */
    public ManualLoop() {
        for (Want want : Want.values()) {
            steps.put(want, new Steps());
        }
    }

    /** Lets the nth step from now on fail, once; the first is 1. */
    public void failAt(Want want, int nth) {
        fail(want, nth, 1);
    }

    /** Lets the nth step from now on fail, and those after it: as many as told. */
    public void fail(Want want, int nth, int count) {
        Steps chosen = of(want);
        chosen.firstToFail = chosen.seen + nth;
        chosen.countToFail = count;
    }

    /** Tells how many steps have failed. */
    public int failures(Want want) {
        return of(want).failures;
    }

    private Steps of(Want want) {
        return Objects.requireNonNull(steps.get(want));
    }

    private void require(Want want) {
        Steps asked = of(want);
        int behindFirst = ++asked.seen - asked.firstToFail;
        if (behindFirst >= 0 && behindFirst < asked.countToFail) {
            asked.failures++;
            throw new OutOfMemoryError("no memory for a " + want + ", says the test");
        }
    }

    @Override
    public long nanoTime() {
        return nowNs;
    }

    @Override
    public void execute(Runnable task) {
        require(Want.TASK);
        add(task);
    }

    private void add(Runnable task) {
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
        require(Want.TIMER);
        ManualTimer timer = new ManualTimer(nowNs + delayNs, task);
        timers.add(timer);
        return () -> timers.remove(timer);
    }

    @Override
    public void executeBlocking(Runnable task) {
        require(Want.THREAD);
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
                .forEach(each -> add(each.task));
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
