// SPDX-License-Identifier: Apache-2.0
// Copyright the Oriel authors.
package io.oriel.shm;

import io.oriel.engine.control.ControlLoop;
import java.time.Duration;
import java.util.concurrent.Callable;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

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
            Runnable ended = () -> end(() -> {});
            loop.executeBlocking(() -> runNow(task, ended));
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
            loop.executeBlocking(new Call<>(task, onDone, onFailed));
        } catch (Throwable e) {
            inProgress--;
            onFailed.accept(e);
            if (e instanceof Error) {
                throw e;
            }
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
            Runnable ended = () -> end(then);
            loop.executeBlocking(() -> runNow(task, ended));
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

    /** On a worker. What tells the end is made before: there may be no memory then. */
    private void runNow(Runnable task, Runnable ended) {
        try {
            task.run();
        } finally {
            loop.executeSurely(ended);
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

    /** A task and what came of it, with all that tells it. */
    private final class Call<T> implements Runnable {
        private final Callable<T> task;
        private final Consumer<T> onDone;
        private final Consumer<Throwable> onFailed;
        private final Runnable ended;
        private @Nullable T result;
        private @Nullable Throwable failure;

        Call(Callable<T> task, Consumer<T> onDone, Consumer<Throwable> onFailed) {
            this.task = task;
            this.onDone = onDone;
            this.onFailed = onFailed;
            Runnable telling = this::tell;
            ended = () -> end(telling);
        }

        @Override
        public void run() {
            try {
                result = task.call();
            } catch (Exception e) {
                failure = e;
            } catch (Throwable e) {
                failure = e;
                throw e;
            } finally {
                loop.executeSurely(ended);
            }
        }

        private void tell() {
            if (failure == null) {
                onDone.accept(result);
            } else {
                onFailed.accept(failure);
            }
        }
    }
}
