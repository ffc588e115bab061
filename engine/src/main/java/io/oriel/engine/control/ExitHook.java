// SPDX-License-Identifier: Apache-2.0
// Copyright the Oriel authors.
package io.oriel.engine.control;

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
}
