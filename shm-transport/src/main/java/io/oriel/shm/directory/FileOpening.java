// SPDX-License-Identifier: Apache-2.0
// Copyright the Oriel authors.
package io.oriel.shm.directory;

import io.oriel.shm.rights.FileChecks;
import java.io.IOException;
import java.io.InterruptedIOException;
import java.nio.channels.FileChannel;
import java.nio.file.OpenOption;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.time.Duration;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import org.jspecify.annotations.Nullable;

/**
 * The opening of a file that another user can replace. A pipe in its place holds up whoever opens it to read, until somebody opens the
 * pipe to write, and the JDK opens no file without that wait. So a thread of its own opens the file, which is left alone after a while.
 * Each user can hold up few of these threads.
 */
final class FileOpening {
    /** Threads that files of one user can hold up. */
    static final int MAX_HELD_UP = 4;

    private static final Duration PATIENCE = Duration.ofSeconds(2);
    private static final Map<Integer, Integer> HELD_UP = new ConcurrentHashMap<>(); // by user

    private final Path path;
    private final Set<OpenOption> options;
    private final int uid;
    private final CompletableFuture<FileChannel> result = new CompletableFuture<>();

    private FileOpening(Path path, Set<OpenOption> options, int uid) {
        this.path = path;
        this.options = options;
        this.uid = uid;
    }

    /**
     * Opens a file. Blocks, but not for long.
     *
     * @param path    of the file
     * @param options as it is opened
     * @param uid     of the user who made it
     * @return the file, to be closed by the caller
     * @throws IOException if it cannot be opened
     */
    static FileChannel open(Path path, Set<OpenOption> options, int uid) throws IOException {
        // What is opened to write as well is a pipe's two ends, and waits for nobody.
        boolean isSafe = options.contains(StandardOpenOption.WRITE) || isInPrivatePlace(path);
        return isSafe ? FileChannel.open(path, options) : open(path, options, uid, PATIENCE);
    }

    /** Tells whether no other user can replace a file or its directory: Oriel's directory is this user's alone. */
    private static boolean isInPrivatePlace(Path path) throws IOException {
        @Nullable Path process = path.toAbsolutePath().getParent();
        @Nullable Path base = process == null ? null : process.getParent();
        return base != null && FileChecks.Found.at(base).isMadeBy(FileChecks.ownUid());
    }

    static FileChannel open(Path path, Set<OpenOption> options, int uid, Duration patience) throws IOException {
        if (heldUp(uid) >= MAX_HELD_UP) {
            throw new IOException(path + " is not opened, because user " + uid + " has put pipes in the place of "
                    + MAX_HELD_UP + " files; end that user's processes");
        }
        FileOpening opening = new FileOpening(path, options, uid);
        Thread thread = new Thread(opening::run, "oriel-open");
        thread.setDaemon(true);
        thread.start();
        return opening.await(patience);
    }

    /** Returns how many threads the files of a user hold up. */
    static int heldUp(int uid) {
        return HELD_UP.getOrDefault(uid, 0);
    }

    private void run() {
        try {
            FileChannel opened = FileChannel.open(path, options);
            if (!result.complete(opened)) {
                LockFiles.close(opened);
                HELD_UP.merge(uid, -1, Integer::sum);
            }
        } catch (IOException | RuntimeException | Error e) {
            if (!result.completeExceptionally(e)) {
                HELD_UP.merge(uid, -1, Integer::sum);
            }
        }
    }

    private FileChannel await(Duration patience) throws IOException {
        try {
            return result.get(patience.toNanos(), TimeUnit.NANOSECONDS);
        } catch (TimeoutException e) {
            return leave(new IOException(path + " cannot be opened: it is a pipe, or its file system does not answer"));
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            return leave(new InterruptedIOException(path + " was not opened, because the thread was interrupted"));
        } catch (ExecutionException e) {
            throw failure(e);
        }
    }

    /** The thread that opens the file closes it, if it ever goes on. */
    private FileChannel leave(IOException reason) throws IOException {
        if (result.completeExceptionally(reason)) {
            HELD_UP.merge(uid, 1, Integer::sum);
            throw reason;
        }
        try {
            return result.join(); // it was opened after all
        } catch (CompletionException e) {
            throw failure(e);
        }
    }

    private static IOException failure(Exception of) {
        Throwable cause = of.getCause();
        if (cause instanceof RuntimeException unchecked) {
            throw unchecked;
        }
        if (cause instanceof Error error) {
            throw error;
        }
        return cause instanceof IOException known ? known : new IOException(cause);
    }
}
