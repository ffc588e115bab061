// SPDX-License-Identifier: Apache-2.0
// Copyright the Oriel authors.
package io.oriel.shm.directory;

import io.oriel.shm.rights.FileChecks;
import java.io.IOException;
import java.nio.channels.FileChannel;
import java.nio.file.Path;
import org.jspecify.annotations.Nullable;

/**
 * The lock that a peer's process holds until it ends, opened when the link was made. Where its name leads later is of no importance.
 * Threading: any thread.
 */
public final class PeerLife implements AutoCloseable {
    private final @Nullable FileChannel file;

    // Guarded by this.
    private int watches;
    private boolean isClosed;

    private PeerLife(@Nullable FileChannel file) {
        this.file = file;
    }

    /** Returns the life of a peer in this process, which is known to go on. */
    static PeerLife ofThisProcess() {
        return new PeerLife(null);
    }

    /**
     * Opens the lock of another process. Blocks.
     *
     * @param path of the lock file
     * @param uid  of the peer's user
     * @return the lock, to be closed by the caller
     * @throws IOException if the file is not what it must be, or the process does not hold it
     */
    static PeerLife open(Path path, int uid) throws IOException {
        long unused = FileChecks.requireFile(path, uid);
        FileChannel file = LockFiles.open(path, uid);
        try {
            LockFiles.State state = LockFiles.state(file);
            if (state != LockFiles.State.HELD_BY_ANOTHER) {
                throw new IOException(path + " must be locked by the peer's process, is "
                        + (state == LockFiles.State.FREE ? "locked by no process" : "locked by this process"));
            }
            return new PeerLife(file);
        } catch (IOException | RuntimeException | Error e) {
            LockFiles.close(file);
            throw e;
        }
    }

    /**
     * Finds out whether the process has ended. May block.
     *
     * @return false if it has not, or that cannot be found out
     */
    public boolean isOver() {
        FileChannel known = file;
        if (known == null) {
            return false;
        }
        try {
            return LockFiles.state(known) == LockFiles.State.FREE;
        } catch (IOException e) {
            return false;
        }
    }

    /** Keeps the lock open until {@link #endWatch}, also after {@link #close}. */
    public synchronized void beginWatch() {
        watches++;
    }

    /** Ends what {@link #beginWatch} began. */
    public synchronized void endWatch() {
        watches--;
        closeIfUnused();
    }

    /** Closes the lock when nobody watches it. Idempotent. */
    @Override
    public synchronized void close() {
        isClosed = true;
        closeIfUnused();
    }

    private void closeIfUnused() {
        if (isClosed && watches == 0 && file != null) {
            closeQuietly(file); // it is no lock of this process
        }
    }

    private static void closeQuietly(FileChannel file) {
        try {
            file.close();
        } catch (IOException e) {
            // The descriptor is gone all the same.
        }
    }
}
