// SPDX-License-Identifier: Apache-2.0
// Copyright the Oriel authors.
package io.oriel.testing.remote;

import org.jspecify.annotations.Nullable;

/**
 * Where the peers of a test class live: one process, which is started when a test needs it, and again when a test has
 * killed it. It has the class path of this one.
 *
 * <p>Threading: one thread at a time.
 */
public final class PeerHost implements AutoCloseable {
    private final String medium;
    private @Nullable PeerProcess process;

    /**
     * Starts no process yet.
     *
     * @param medium the name that its {@link io.oriel.engine.transport.TransportFactory} has, which
     *     {@link java.util.ServiceLoader} must find on the class path
     */
    public PeerHost(String medium) {
        this.medium = medium;
    }

    String medium() {
        return medium;
    }

    /** Returns a process that knows of no test before. */
    PeerProcess ready() {
        PeerProcess ready = process;
        if (ready != null && !ready.isUsable()) {
            close();
            ready = null;
        }
        if (ready == null) {
            ready = PeerProcess.start();
            process = ready;
        } else {
            ready.calls().forget();
        }
        return ready;
    }

    /** Kills the process, if there is one; a test that comes later has another. */
    @Override
    public void close() {
        PeerProcess last = process;
        if (last != null) {
            process = null;
            last.close();
        }
    }
}
