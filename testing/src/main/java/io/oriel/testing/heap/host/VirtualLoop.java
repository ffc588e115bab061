// SPDX-License-Identifier: Apache-2.0
// Copyright the Oriel authors.
package io.oriel.testing.heap.host;

import io.oriel.api.NdException;
import io.oriel.engine.control.ControlLoop;
import io.oriel.testing.heap.failure.Failures;
import io.oriel.testing.heap.failure.NoMemoryError;
import java.nio.channels.SelectableChannel;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.RejectedExecutionException;
import java.util.function.Consumer;

/**
 * The control agent of one simulated process, without a thread: its tasks are on the agenda of {@link VirtualTime}, and a
 * dead process's never run.
 */
public final class VirtualLoop implements ControlLoop {
    private static final long PATIENCE_NS = 10_000_000_000L;

    private final VirtualTime time;
    private final Dice dice;
    private final Consumer<Throwable> report;
    private final Failures failures;
    private final Deque<Runnable> missed = new ArrayDeque<>();
    private boolean suspended;
    private boolean alive = true;
    private boolean onAgent;
    private long lastTaskNs;

    /**
     * Creates an agent that is alive.
     *
     * @param time     of its host
     * @param dice     of its host
     * @param failures of its process
     * @param report   told of what its tasks throw and real agents report
     */
    public VirtualLoop(VirtualTime time, Dice dice, Failures failures, Consumer<Throwable> report) {
        this.time = time;
        this.dice = dice;
        this.failures = failures;
        this.report = report;
    }

    /** Lets nothing run until {@link #resume}. */
    public void suspend() {
        suspended = true;
    }

    /** Runs what has come meanwhile, in order. */
    public void resume() {
        suspended = false;
        while (!suspended && !missed.isEmpty()) {
            missed.remove().run();
        }
    }

    /** Ends the process's control agent at once, as its death does. */
    public void stop() {
        alive = false;
    }

    @Override
    public long nanoTime() {
        return time.clockNs();
    }

    @Override
    public void execute(Runnable task) {
        lastTaskNs = Math.max(lastTaskNs, time.nanoTime() + dice.taskDelayNs());
        time.at(lastTaskNs, () -> runOnAgent(task));
    }

    @Override
    public Timer schedule(long delayNs, Runnable task) {
        return time.at(time.nanoTime() + delayNs + dice.taskDelayNs(), () -> runOnAgent(task))::cancel;
    }

    @Override
    public void executeBlocking(Runnable task) {
        failures.startWorker();
        time.at(time.nanoTime() + dice.taskDelayNs(), () -> runOnWorker(task));
    }

    @Override
    public void await(CompletableFuture<?> future) {
        long endNs = time.nanoTime() + PATIENCE_NS;
        while (alive && !future.isDone()) {
            time.step();
            if (time.nanoTime() > endNs) {
                throw new AssertionError("waited too long on the virtual loop");
            }
        }
    }

    @Override
    public boolean isAgentThread() {
        return onAgent;
    }

    @Override
    public Watch watch(SelectableChannel channel, int interestOps, ReadyHandler handler) {
        throw new UnsupportedOperationException("the medium in the heap has no channels");
    }

    /** Runs a task now, as the agent. */
    public void runOnAgent(Runnable task) {
        if (!alive) {
            return;
        }
        if (suspended) {
            missed.add(() -> runOnAgent(task));
            return;
        }
        boolean nested = onAgent;
        onAgent = true;
        try {
            task.run();
        } catch (NoMemoryError | RejectedExecutionException e) {
            report.accept(e);
        } finally {
            onAgent = nested;
        }
    }

    /** Runs a task of the application in the midst of one of the agent's, as another thread. */
    public void runAsApplication(Runnable task) {
        boolean nested = onAgent;
        onAgent = false;
        suspended = true;
        try {
            task.run();
        } finally {
            onAgent = nested;
            time.at(time.nanoTime(), this::resume); // when the agent's own task has ended
        }
    }

    private void runOnWorker(Runnable task) {
        if (!alive) {
            return;
        }
        if (suspended) {
            missed.add(() -> runOnWorker(task));
            return;
        }
        try {
            task.run();
        } catch (NoMemoryError | NdException | RejectedExecutionException e) {
            report.accept(e);
        }
    }
}
