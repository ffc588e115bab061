// SPDX-License-Identifier: Apache-2.0
// Copyright the Oriel authors.
package io.oriel.examples;

import java.io.IOException;
import java.io.OutputStream;
import java.io.UncheckedIOException;
import picocli.CommandLine.Option;

/** The option to end with the standard input: so does a process whose starter has ended, or wants it to end. */
public final class Attendance {
    @Option(names = "--attended", description = "end when the standard input does, too")
    private boolean isAttended;

    /** Creates the option, for {@link Meeting#of}. */
    public Attendance() {}

    /**
     * Has something done when the standard input ends, if the option was given.
     *
     * @param action does not wait; called by another thread
     */
    public void onEnd(Runnable action) {
        if (!isAttended) {
            return;
        }
        Thread thread = new Thread(
                () -> {
                    try {
                        System.in.transferTo(OutputStream.nullOutputStream());
                    } catch (IOException e) {
                        throw new UncheckedIOException(e);
                    } finally {
                        action.run();
                    }
                },
                "attendance");
        thread.setDaemon(true);
        thread.start();
    }
}
