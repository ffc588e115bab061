// SPDX-License-Identifier: Apache-2.0
// Copyright the Oriel authors.
package io.oriel.shm.directory;

import io.oriel.shm.rights.FileChecks;
import java.io.IOException;
import java.nio.channels.FileChannel;
import java.nio.channels.FileLock;
import java.nio.channels.OverlappingFileLockException;
import java.nio.file.LinkOption;
import java.nio.file.OpenOption;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.Queue;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ConcurrentLinkedQueue;
import org.jspecify.annotations.Nullable;

/**
 * The lock files of this process. The kernel drops a lock when the process closes any descriptor of the file, under whatever name it
 * was opened. So a file that another user has named is not opened if it is one of these, and not closed if it turns out to be.
 */
public final class LockFiles {
    private static final Set<OpenOption> READ = Set.of(StandardOpenOption.READ, LinkOption.NOFOLLOW_LINKS);
    private static final Set<Object> HELD = ConcurrentHashMap.newKeySet();
    private static final Queue<FileChannel> KEPT = new ConcurrentLinkedQueue<>();

    private LockFiles() {}

    /** Whether a process holds the lock of a file. */
    enum State {
        /** Another process holds it. */
        HELD_BY_ANOTHER,
        /** This process holds it. */
        HELD_HERE,
        /** No process holds it. */
        FREE
    }

    /** Notes a file before this process locks it. */
    static void add(@Nullable Object identity) {
        if (identity != null) {
            HELD.add(identity);
        }
    }

    /** Notes that this process has no lock on a file any more. */
    static void remove(@Nullable Object identity) {
        if (identity != null) {
            HELD.remove(identity);
        }
    }

    /**
     * Opens a file to read it. May block.
     *
     * @param path whose last name is no link
     * @param uid  of the user who made it
     * @return the file, to be closed by {@link #close}
     * @throws IOException if it cannot be opened, or is a lock file of this process
     */
    public static FileChannel open(Path path, int uid) throws IOException {
        return open(path, READ, uid);
    }

    /**
     * Opens a file. May block.
     *
     * @param path    whose last name is no link
     * @param options with {@link StandardOpenOption#READ} and {@link LinkOption#NOFOLLOW_LINKS}
     * @param uid     of the user who made it
     * @return the file, to be closed by {@link #close}
     * @throws IOException if it cannot be opened, or is a lock file of this process
     */
    public static FileChannel open(Path path, Set<OpenOption> options, int uid) throws IOException {
        Object identity = FileChecks.identity(path);
        if (identity != null && HELD.contains(identity)) {
            throw new IOException(path + " is a lock file of this process");
        }
        return FileOpening.open(path, options, uid);
    }

    /**
     * Closes a file, unless that would drop a lock of this process: then it stays open. May block; idempotent.
     *
     * @param file that {@link #open} returned
     */
    public static void close(FileChannel file) {
        try {
            if (file.isOpen() && state(file) == State.HELD_HERE) {
                KEPT.add(file); // it was put in the place of another one after the look
            } else {
                file.close();
            }
        } catch (IOException e) {
            // The descriptor is gone all the same.
        }
    }

    /**
     * Finds out who holds the lock of an open file. May block.
     *
     * @param file readable
     * @return who
     * @throws IOException if the kernel does not say
     */
    static synchronized State state(FileChannel file) throws IOException { // one at a time: the probe is a lock
        try (FileLock lock = file.tryLock(0, Long.MAX_VALUE, true)) { // shared, which needs no right to write
            return lock == null ? State.HELD_BY_ANOTHER : State.FREE;
        } catch (OverlappingFileLockException e) {
            return State.HELD_HERE;
        }
    }

    /**
     * Runs a task while this process holds the lock of a file, if no process holds it. Blocks.
     *
     * @param file readable
     * @param task short
     * @return false if the lock is held
     * @throws IOException if the kernel does not say
     */
    static synchronized boolean runIfFree(FileChannel file, Runnable task) throws IOException {
        try (FileLock lock = file.tryLock(0, Long.MAX_VALUE, true)) {
            if (lock == null) {
                return false;
            }
            task.run();
            return true;
        } catch (OverlappingFileLockException e) {
            return false;
        }
    }
}
