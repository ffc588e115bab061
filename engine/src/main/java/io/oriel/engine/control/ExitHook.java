// SPDX-License-Identifier: Apache-2.0
// Copyright the Oriel authors.
package io.oriel.engine.control;

import java.nio.file.Path;
import java.util.function.Predicate;

/**
 * Something to be done when the process begins to end, by a signal, {@code System.exit} or the return of its last thread,
 * unless that is taken back before. The application's own hooks run beside it, and its threads go on.
 */
public final class ExitHook implements AutoCloseable {
    private final Thread thread;

    /**
     * Registers what is to be done. A process that is ending already does not do it.
     *
     * @param task must be short, and wait for nobody
     */
    public ExitHook(Runnable task) {
        thread = new Thread(task, "oriel-exit");
        try {
            Runtime.getRuntime().addShutdownHook(thread);
        } catch (IllegalStateException e) {
            // ending: whoever opens something now closes it himself
        }
    }

    /** Takes it back; without effect once the process is ending. Idempotent. */
    @Override
    public void close() {
        try {
            Runtime.getRuntime().removeShutdownHook(thread);
        } catch (IllegalStateException e) {
            // ending: what is closed already is left alone
        }
    }

    /**
     * Has a directory removed with what is in it when all hooks of the process have ended: until then the application may use
     * it. What others remove meanwhile is no error, and what cannot be read is left. Follows no link. To be called by a hook.
     *
     * @param directory  absolute
     * @param depth      how many directories below are removed as well
     * @param isToBeGone of it, and of all below; what it denies is left with what is below
     */
    public static void removeAtLast(Path directory, int depth, Predicate<Path> isToBeGone) {
        ExitFiles.removeAtLast(directory, depth, isToBeGone);
    }
}
