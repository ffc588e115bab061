// SPDX-License-Identifier: Apache-2.0
// Copyright the Oriel authors.
package io.oriel.engine.heap;

import io.oriel.engine.control.ControlLoop;
import java.nio.channels.SelectableChannel;
import java.util.concurrent.CompletableFuture;

/**
 * The control agent of one simulated process, without a thread: its tasks are on the agenda of {@link VirtualTime}, and a
 * dead process's never run.
 */
public final class VirtualLoop implements ControlLoop {
    private static final long PATIENCE_NS = 10_000_000_000L;

    private final VirtualTime time;
    private final HeapConditions.Dice dice;
    private boolean alive = true;
    private boolean onAgent;
    private long lastTaskNs;

    VirtualLoop(VirtualTime time, HeapConditions.Dice dice) {
        this.time = time;
        this.dice = dice;
    }

    /** Ends the process's control agent at once, as its death does. */
    void stop() {
        alive = false;
    }

    @Override
    public long nanoTime() {
        return time.nanoTime();
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
        time.at(time.nanoTime() + dice.taskDelayNs(), () -> {
            if (alive) {
                task.run();
            }
        });
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
    void runOnAgent(Runnable task) {
        if (!alive) {
            return;
        }
        boolean nested = onAgent;
        onAgent = true;
        try {
            task.run();
        } finally {
            onAgent = nested;
        }
    }
}
