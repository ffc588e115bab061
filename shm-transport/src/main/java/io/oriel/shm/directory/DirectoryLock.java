// SPDX-License-Identifier: Apache-2.0
// Copyright the Oriel authors.
package io.oriel.shm.directory;

import io.oriel.api.NdException;
import io.oriel.api.NdStatus;
import io.oriel.engine.control.SystemFailure;
import io.oriel.shm.rights.FileChecks;
import io.oriel.shm.rights.Rights;
import java.io.IOException;
import java.nio.channels.FileChannel;
import java.nio.channels.FileLock;
import java.nio.channels.OverlappingFileLockException;
import java.nio.file.FileAlreadyExistsException;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.NoSuchFileException;
import java.nio.file.OpenOption;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.time.Duration;
import java.util.Set;
import java.util.concurrent.locks.LockSupport;
import java.util.concurrent.locks.ReentrantLock;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/** The lock of a directory, between processes and between the threads of one. */
final class DirectoryLock {
    // The kernel's lock belongs to the process and is dropped when any of its channels on the file is closed. So within
    // a process nobody may even open the file while another holds it.
    private static final ReentrantLock IN_PROCESS = new ReentrantLock();
    // Read as well: a pipe, which a member of a group has put in its place, would hold up who opened it to write alone.
    private static final Set<OpenOption> OPTIONS =
            Set.of(StandardOpenOption.READ, StandardOpenOption.WRITE, LinkOption.NOFOLLOW_LINKS);
    private static final Duration PATIENCE = Duration.ofSeconds(10);
    private static final long RETRY_NS = Duration.ofMillis(1).toNanos();

    private final Path file;
    private final Rights rights;
    private final Duration patience;

    DirectoryLock(Path directory, Rights rights) {
        this(directory, rights, PATIENCE);
    }

    /**
     * Creates the lock of a directory.
     *
     * @param directory to be locked
     * @param rights    of the lock file
     * @param patience  limit of the wait for other threads and other processes together
     */
    DirectoryLock(Path directory, Rights rights, Duration patience) {
        file = directory.resolve("lock");
        this.rights = rights;
        this.patience = patience;
    }

    <T> T hold(Supplier<T> task) {
        long endNs = System.nanoTime() + patience.toNanos();
        while (!IN_PROCESS.tryLock()) {
            pauseUntil(
                    endNs,
                    "another thread of this process",
                    "jstack " + ProcessHandle.current().pid());
        }
        try {
            return holdInProcess(task, endNs);
        } catch (IOException e) {
            throw SystemFailure.exception("the lock file " + file + " cannot be used", file, e);
        } finally {
            IN_PROCESS.unlock();
        }
    }

    private <T> T holdInProcess(Supplier<T> task, long endNs) throws IOException {
        FileChannel channel = open();
        @Nullable Object identity = null;
        boolean isLocked = false;
        try {
            while (tryLock(channel) == null) {
                pauseUntil(endNs, "another process", "fuser -v " + file);
            }
            isLocked = true;
            identity = FileChecks.identity(file);
            LockFiles.add(identity);
            return task.get();
        } finally {
            if (isLocked) {
                LockFiles.remove(identity);
                channel.close();
            } else {
                LockFiles.close(channel); // a member may have put a lock file of this process in its place
            }
        }
    }

    private void pauseUntil(long endNs, String holder, String command) {
        if (System.nanoTime() - endNs > 0) {
            throw new NdException(
                    NdStatus.DEVICE_NOT_READY,
                    holder + " has held the lock " + file + " for " + patience.toMillis() + " ms; find it with: "
                            + command + ", and continue or end it");
        }
        LockSupport.parkNanos(RETRY_NS);
    }

    private FileChannel open() throws IOException {
        while (true) {
            try {
                return LockFiles.open(file, OPTIONS, FileChecks.ownUid());
            } catch (NoSuchFileException e) {
                create();
            }
        }
    }

    /** It bears its name only when it has its rights, and never takes the place of one that may be locked. */
    private void create() throws IOException {
        try (HeldDirectory place = HeldDirectory.createBeside(file)) {
            Path unfinished = place.at(file.getFileName().toString());
            try {
                Files.createFile(unfinished, FileChecks.FILE_MODE);
                Files.setPosixFilePermissions(unfinished, rights.commonFile());
                Files.createLink(file, unfinished);
            } finally {
                FileTree.deleteOne(unfinished);
                place.remove();
            }
        } catch (NoSuchFileException e) {
            requireMadeMeanwhile(e); // who holds the lock takes our place for a dead process's
        } catch (FileAlreadyExistsException e) {
            // Another process made it.
        }
    }

    private void requireMadeMeanwhile(IOException cause) throws IOException {
        if (!Files.exists(file, LinkOption.NOFOLLOW_LINKS)) {
            throw cause;
        }
    }

    private static @Nullable FileLock tryLock(FileChannel channel) throws IOException {
        try {
            return channel.tryLock();
        } catch (OverlappingFileLockException e) {
            // Held by a copy of this class that another class loader loaded: the channel must stay open meanwhile.
            return null;
        }
    }
}
