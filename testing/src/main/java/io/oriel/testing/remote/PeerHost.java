// SPDX-License-Identifier: Apache-2.0
// Copyright the Oriel authors.
package io.oriel.testing.remote;

import io.oriel.testing.process.JvmCommand;
import io.oriel.testing.resource.Directories;
import java.nio.file.Path;
import java.util.function.UnaryOperator;
import org.jspecify.annotations.Nullable;

/**
 * Where the peers of a test class live: one process, which is started when a test needs it, and again when a test has
 * killed it. It has the class path of this one.
 *
 * <p>Threading: one thread at a time.
 */
public final class PeerHost implements AutoCloseable {
    private final String medium;
    private final UnaryOperator<JvmCommand> change;
    private final boolean isForEverybody;
    private @Nullable PeerProcess process;

    /**
     * Starts no process yet.
     *
     * @param medium the name that its {@link io.oriel.engine.transport.TransportFactory} has, which
     *     {@link java.util.ServiceLoader} must find on the class path
     */
    public PeerHost(String medium) {
        this(medium, UnaryOperator.identity(), false);
    }

    private PeerHost(String medium, UnaryOperator<JvmCommand> change, boolean isForEverybody) {
        this.medium = medium;
        this.change = change;
        this.isForEverybody = isForEverybody;
    }

    /**
     * Has peers in a process of another user, who reaches what the tests make for it.
     *
     * @param medium as above
     * @param change of the command that starts the process: by which it is the other user's, and has classes that the user can
     *     read
     * @return no process yet
     */
    public static PeerHost ofAnotherUser(String medium, UnaryOperator<JvmCommand> change) {
        return new PeerHost(medium, change, true);
    }

    /** Makes a directory that the peers' user reaches. */
    Path makeDirectory(String prefix) {
        return isForEverybody ? Directories.makeForEverybody(prefix) : Directories.make(prefix);
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
            ready = PeerProcess.start(makeDirectory("oriel-peer"), isForEverybody, change);
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
