// SPDX-License-Identifier: Apache-2.0
// Copyright the Oriel authors.
package io.oriel.testing.resource;

import io.oriel.engine.control.ControlLoop;
import java.io.IOException;
import java.nio.channels.SelectableChannel;
import java.util.EnumMap;
import java.util.Map;
import java.util.Objects;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicLong;

/**
 * Another's control agent, which cannot do what it is asked at the steps that a test chooses: for want of a thread for a
 * blocking task, of memory for a task or a timer, or of a descriptor for a watch. Each call of a kind is one step of it,
 * on any thread. The agent itself stays its owner's to close.
 */
public final class FailingLoop implements ControlLoop {
    /** What may be wanting. */
    public enum Want {
        /** {@link ControlLoop#executeBlocking} throws OutOfMemoryError, as when no thread can be made. */
        THREAD,
        /** {@link ControlLoop#execute} throws OutOfMemoryError, as when the heap is full. */
        TASK,
        /** {@link ControlLoop#schedule} throws OutOfMemoryError. */
        TIMER,
        /** {@link ControlLoop#watch} throws IOException, as when the kernel has no room for one more. */
        WATCH
    }

    private static final long PATIENCE_SECONDS = 20;

    private final ControlLoop loop;
    private final Map<Want, Steps> steps = new EnumMap<>(Want.class);

    /** The steps of one kind: which of them fail. */
    private static final class Steps {
        final AtomicInteger seen = new AtomicInteger();
        final AtomicInteger failures = new AtomicInteger();
        // The first step that fails, and how many do from there on: in one word, so that both change at once.
        final AtomicLong failing = new AtomicLong();

        boolean fail() {
            int step = seen.incrementAndGet();
            long range = failing.get();
            int behindFirst = step - (int) (range >>> Integer.SIZE);
            boolean fails = behindFirst >= 0 && behindFirst < (int) range;
            if (fails) {
                failures.incrementAndGet();
            }
            return fails;
        }
    }

    /**
     * Wraps an agent, for which nothing is wanting at first.
     *
     * @param loop does what does not fail
     */
    public FailingLoop(ControlLoop loop) {
        this.loop = loop;
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
        chosen.failing.set(((long) (chosen.seen.get() + nth) << Integer.SIZE) | count);
    }

    /** Lets every step from now on fail. */
    public void failAll(Want want) {
        fail(want, 1, Integer.MAX_VALUE);
    }

    /** Waits until the agent has done what it was asked so far: only then is a step that it takes later counted. */
    public void settle() {
        CompletableFuture<Void> isDone = new CompletableFuture<>();
        loop.execute(() -> isDone.complete(null));
        isDone.orTimeout(PATIENCE_SECONDS, TimeUnit.SECONDS).join();
    }

    /** Lets nothing fail any more. */
    public void heal() {
        steps.values().forEach(each -> each.failing.set(0));
    }

    /** Tells how many steps there were, those that failed included. */
    public int steps(Want want) {
        return of(want).seen.get();
    }

    /** Tells how many steps have failed. */
    public int failures(Want want) {
        return of(want).failures.get();
    }

    private Steps of(Want want) {
        return Objects.requireNonNull(steps.get(want));
    }

    @Override
    public long nanoTime() {
        return loop.nanoTime();
    }

    @Override
    public void execute(Runnable task) {
        require(Want.TASK, "Java heap space");
        loop.execute(task);
    }

    @Override
    public Timer schedule(long delayNs, Runnable task) {
        require(Want.TIMER, "Java heap space");
        return loop.schedule(delayNs, task);
    }

    @Override
    public void executeBlocking(Runnable task) {
        require(Want.THREAD, "unable to create native thread: injected by a test");
        loop.executeBlocking(task);
    }

    private void require(Want want, String reason) {
        if (of(want).fail()) {
            throw new OutOfMemoryError(reason);
        }
    }

    @Override
    public void await(CompletableFuture<?> done) {
        loop.await(done);
    }

    @Override
    public boolean isAgentThread() {
        return loop.isAgentThread();
    }

    @Override
    public Watch watch(SelectableChannel channel, int interestOps, ReadyHandler handler) throws IOException {
        if (of(Want.WATCH).fail()) {
            throw new IOException("injected by a test");
        }
        return loop.watch(channel, interestOps, handler);
    }
}
