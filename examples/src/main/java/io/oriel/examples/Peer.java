// SPDX-License-Identifier: Apache-2.0
// Copyright the Oriel authors.
package io.oriel.examples;

import org.jspecify.annotations.Nullable;

/** The process of another side, as far as this one looks after it. */
public final class Peer {
    private final @Nullable Process process;

    private Peer(@Nullable Process process) {
        this.process = process;
    }

    /** Returns a side that somebody else has started, or will. */
    static Peer elsewhere() {
        return new Peer(null);
    }

    /** Returns a side that this process has started. */
    static Peer started(Process process, Runnable onFailure) {
        var unused = process.onExit().thenAccept(ended -> {
            if (ended.exitValue() != 0) {
                onFailure.run();
            }
        });
        return new Peer(process);
    }

    /**
     * Waits until the process has ended that this one has started.
     *
     * @throws InterruptedException if this thread is interrupted meanwhile
     * @throws IllegalStateException if it failed
     */
    public void await() throws InterruptedException {
        if (process != null && process.waitFor() != 0) {
            throw new IllegalStateException("the other side ended with exit status " + process.exitValue());
        }
    }
}
