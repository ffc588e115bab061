// SPDX-License-Identifier: Apache-2.0
// Copyright the Oriel authors.
package io.oriel.testing.lives;

import io.oriel.testing.heap.HeapProcess;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Semaphore;
import org.jspecify.annotations.Nullable;

/**
 * A call of an application inside which its process stops: at the n-th access of shared memory, frame or word. It runs on
 * a thread of its own, but never at the same time as the test.
 */
final class Interruption {
    private static final ExecutorService THREADS = Executors.newCachedThreadPool(task -> {
        Thread thread = new Thread(task, "interrupted call");
        thread.setDaemon(true);
        return thread;
    });

    private final HeapProcess process;
    private final Semaphore test = new Semaphore(0);
    private final Semaphore call = new Semaphore(0);
    private final boolean countsInside;
    private boolean isLooking;
    private int touchesLeft;
    private boolean killed;
    private boolean ended;
    private @Nullable Throwable failure;

    /** Ends a call whose process was killed inside. */
    private static final class Killed extends Error {
        private static final long serialVersionUID = 1;
    }

    Interruption(HeapProcess process, int touches) {
        this(process, touches, false);
    }

    private Interruption(HeapProcess process, int touches, boolean countsInside) {
        this.process = process;
        touchesLeft = touches;
        this.countsInside = countsInside;
    }

    /** Stops at the n-th access inside the memory of another process. */
    static Interruption inside(HeapProcess process, int touches) {
        return new Interruption(process, touches, true);
    }

    /** Runs a call; true if its process has stopped inside. */
    boolean begin(Runnable body) {
        process.onTouch(this::touched);
        THREADS.execute(() -> {
            try {
                body.run();
            } catch (Killed e) {
                ended = true;
            } catch (Throwable e) {
                failure = e;
            } finally {
                ended = true;
                test.release();
            }
        });
        return awaitCall();
    }

    /** Lets the call go on to its end. */
    void goOn() {
        call.release();
        boolean stopped = awaitCall();
        assert !stopped;
    }

    /** The process was killed: the call never goes on. */
    void kill() {
        killed = true;
        goOn();
    }

    private boolean awaitCall() {
        test.acquireUninterruptibly();
        if (ended) {
            process.onTouch(() -> {});
            if (failure instanceof Error error) {
                throw error;
            } else if (failure instanceof RuntimeException exception) {
                throw exception;
            }
        }
        return !ended;
    }

    /** On the thread of the call. */
    private void touched() {
        if (!counts()) {
            return;
        }
        touchesLeft--;
        if (touchesLeft == 0) {
            test.release();
            call.acquireUninterruptibly();
            if (killed) {
                throw new Killed();
            }
        }
    }

    private boolean counts() {
        if (isLooking || !countsInside) {
            return !isLooking;
        }
        isLooking = true; // which touches
        boolean isInside = process.isInside();
        isLooking = false;
        return isInside;
    }
}
