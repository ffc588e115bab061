// SPDX-License-Identifier: Apache-2.0
// Copyright the Oriel authors.
package io.oriel.shm;

import io.oriel.engine.control.ControlLoop;
import io.oriel.shm.meeting.HandOver;
import java.time.Duration;
import java.util.concurrent.Callable;
import java.util.function.Consumer;

/**
 * What one port has workers do: it is not closed before the last of it has ended. Begun by the agent alone.
 *
 * <p>Whatever is thrown, the count falls. An Error goes on to the agent's error handler after that.
 */
final class PortWork {
    private static final long RETRY_NS = Duration.ofMillis(10).toNanos();

    private final ControlLoop loop;
    private final Runnable onEnd;
    private int inProgress;

    /**
     * Creates the count.
     *
     * @param loop  whose workers
     * @param onEnd called on the agent when a work has ended
     */
    PortWork(ControlLoop loop, Runnable onEnd) {
        this.loop = loop;
        this.onEnd = onEnd;
    }

    boolean isDone() {
        return inProgress == 0;
    }

    /**
     * Runs a task; what keeps it from being run is thrown.
     *
     * @param task may block
     */
    void run(Runnable task) {
        inProgress++;
        try {
            loop.executeBlocking(() -> runNow(task, () -> {}));
        } catch (Throwable e) {
            inProgress--;
            throw e;
        }
    }

    /**
     * Runs a task and tells the agent what came of it: its result, or whatever kept it from one. If that is known at once,
     * it is told at once, so this is the last call of its caller.
     *
     * @param task     may block
     * @param onDone   gets the result
     * @param onFailed gets what was thrown
     * @param <T>      type of the result
     */
    <T> void run(Callable<T> task, Consumer<T> onDone, Consumer<Throwable> onFailed) {
        inProgress++;
        try {
            loop.executeBlocking(() -> callNow(task, onDone, onFailed));
        } catch (Throwable e) {
            inProgress--;
            onFailed.accept(e);
            if (e instanceof Error) {
                throw e;
            }
        }
    }

    private <T> void callNow(Callable<T> task, Consumer<T> onDone, Consumer<Throwable> onFailed) {
        try {
            T result = task.call();
            HandOver.execute(loop, () -> end(() -> onDone.accept(result)));
        } catch (Exception e) {
            HandOver.execute(loop, () -> end(() -> onFailed.accept(e)));
        } catch (Throwable e) {
            HandOver.execute(loop, () -> end(() -> onFailed.accept(e)));
            throw e;
        }
    }

    /**
     * Runs a task that gives something back: now, or as soon as there is a worker for it.
     *
     * @param task may block
     * @param then run on the agent after it
     */
    void giveBack(Runnable task, Runnable then) {
        inProgress++;
        tryToGiveBack(task, then);
    }

    private void tryToGiveBack(Runnable task, Runnable then) {
        try {
            loop.executeBlocking(() -> runNow(task, then));
        } catch (Throwable e) {
            giveBackLater(task, then);
        }
    }

    private void giveBackLater(Runnable task, Runnable then) {
        try {
            loop.schedule(RETRY_NS, () -> tryToGiveBack(task, then));
        } catch (Throwable e) {
            // Not even that: the agent is held up for a moment, rather than the port for ever.
            try {
                task.run();
            } finally {
                end(then);
            }
        }
    }

    private void runNow(Runnable task, Runnable then) {
        try {
            task.run();
        } finally {
            HandOver.execute(loop, () -> end(then));
        }
    }

    private void end(Runnable then) {
        inProgress--;
        try {
            then.run();
        } finally {
            onEnd.run();
        }
    }
}
