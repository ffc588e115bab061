// SPDX-License-Identifier: Apache-2.0
// Copyright the Oriel authors.
package io.oriel.service.run;

import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;

/**
 * Lets a process end in order when it is told to, by Ctrl+C, SIGTERM or {@link System#exit}: stops what is to be stopped, and keeps the
 * process alive until this is closed. Open it first, so that it is closed after everything else. The thread that closes it does not call
 * {@code System.exit} before, which would wait for itself until the patience ends; it leaves its loop instead.
 *
 * <p><b>Threading:</b> any; what is to be done at exit is done by a thread of the virtual machine.
 */
public final class ExitSignal implements AutoCloseable {
    private final CountDownLatch closed = new CountDownLatch(1);
    private final Thread hook;
    private final List<Runnable> actions = new ArrayList<>(); // guarded by itself
    private boolean exiting; // guarded by the actions

    /**
     * Begins to wait for the end of the process.
     *
     * @param patience how long the process waits for {@link #close} at most
     */
    public ExitSignal(Duration patience) {
        hook = new Thread(
                () -> {
                    try {
                        tell();
                    } finally {
                        awaitClose(patience);
                    }
                },
                "oriel-exit");
        Runtime.getRuntime().addShutdownHook(hook);
    }

    /**
     * Has something done when the process is told to end; at once if it was.
     *
     * @param action that does not wait, and may be called by any thread, such as {@link PollLoop#stop}
     */
    public void onExit(Runnable action) {
        synchronized (actions) {
            if (!exiting) {
                actions.add(action);
                return;
            }
        }
        action.run();
    }

    private void tell() {
        List<Runnable> due;
        synchronized (actions) {
            exiting = true;
            due = List.copyOf(actions);
        }
        for (Runnable action : due) {
            try {
                action.run();
            } catch (Throwable e) { // the others are to be told as well
                Thread thread = Thread.currentThread();
                thread.getUncaughtExceptionHandler().uncaughtException(thread, e);
            }
        }
    }

    private void awaitClose(Duration patience) {
        try {
            if (!closed.await(patience.toNanos(), TimeUnit.NANOSECONDS)) {
                System.err.println("the process ends, though it has not closed everything within " + patience);
            }
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }

    /** Lets the process end. Does nothing the second time. */
    @Override
    public void close() {
        closed.countDown();
        try {
            Runtime.getRuntime().removeShutdownHook(hook);
        } catch (IllegalStateException e) {
            // It is ending already, which is what the hook was for.
        }
    }
}
