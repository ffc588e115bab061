// SPDX-License-Identifier: Apache-2.0
// Copyright the Oriel authors.
package io.oriel.engine;

import io.oriel.api.NdException;
import java.lang.System.Logger.Level;
import java.util.function.Consumer;
import java.util.function.Supplier;

/** Tells of what a thread of Oriel's has caught and nobody waits for. The thread goes on. */
final class FailureReport implements Consumer<Throwable> {
    private final Supplier<System.Logger> logger;

    /**
     * Creates a report.
     *
     * @param logger for what was seen and survived; asked for when there is something to tell
     */
    FailureReport(Supplier<System.Logger> logger) {
        this.logger = logger;
    }

    /**
     * Tells of a failure: a status is a warning of the logger. Anything else is a defect of the engine or the medium, and the
     * application's handler of uncaught exceptions hears of it, unless that fails, too.
     *
     * @param failure caught on the calling thread
     */
    @Override
    public void accept(Throwable failure) {
        if (failure instanceof NdException) {
            warn(failure);
            return;
        }
        try {
            tellHandler(failure);
        } catch (RuntimeException | Error e) {
            failure.addSuppressed(e);
            warn(failure);
        }
    }

    private static void tellHandler(Throwable failure) {
        Thread current = Thread.currentThread();
        Thread.UncaughtExceptionHandler handler = Thread.getDefaultUncaughtExceptionHandler();
        if (handler == null) {
            current.getThreadGroup().uncaughtException(current, failure);
        } else {
            handler.uncaughtException(current, failure);
        }
    }

    private void warn(Throwable failure) {
        logger.get()
                .log(
                        Level.WARNING,
                        Thread.currentThread().getName() + " goes on after: " + failure.getMessage(),
                        failure);
    }
}
