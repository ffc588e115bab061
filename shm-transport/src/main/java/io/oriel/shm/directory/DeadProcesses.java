// SPDX-License-Identifier: Apache-2.0
// Copyright the Oriel authors.
package io.oriel.shm.directory;

import io.oriel.shm.rights.FileChecks;
import java.io.IOException;
import java.nio.channels.FileChannel;
import java.nio.file.DirectoryStream;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.nio.file.attribute.BasicFileAttributes;
import java.util.ArrayList;
import java.util.List;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/** Finds out which processes have died, and removes what they left. */
public final class DeadProcesses {
    private static final Pattern UNFINISHED = Pattern.compile(HeldDirectory.PREFIX + RandomNames.DIGITS);

    private DeadProcesses() {}

    /**
     * Tells whether a process has ended, by whether its lock can be had.
     *
     * @param base    the directory
     * @param process another process; never asked about the current one, whose locks opening the file would drop
     * @param self    a name of the current process
     * @return true if it has ended; false if that cannot be found out, as where its directory is not found: it may have been renamed
     */
    public static boolean isDead(BaseDirectory base, ProcessName process, ProcessName self) {
        if (process.isSameProcess(self)) {
            return false;
        }
        Path alive = base.path().resolve(process.toString()).resolve(ProcessDirectory.ALIVE);
        try {
            return runIfDead(alive, () -> {});
        } catch (IOException e) {
            // Unreadable or busy says nothing: the caller asks again or leaves it alone.
            return false;
        }
    }

    /** Runs a task while the lock of an ended process is held. */
    private static boolean runIfDead(Path alive, Runnable task) throws IOException {
        // A pipe would hold up who opens it.
        if (!Files.readAttributes(alive, BasicFileAttributes.class, LinkOption.NOFOLLOW_LINKS)
                .isRegularFile()) {
            return false;
        }
        FileChannel channel = LockFiles.open(alive, FileChecks.ownUid());
        try {
            return LockFiles.runIfFree(channel, task);
        } finally {
            LockFiles.close(channel);
        }
    }

    /**
     * Removes what dead processes of this user left: their directories, and sockets on which nobody listens. Where the directory is
     * a group's, the kernel keeps what other users' dead processes left. Under the lock of the base directory.
     *
     * @param base the directory
     * @param self a name of the current process
     */
    public static void clear(BaseDirectory base, ProcessName self) {
        for (Path entry : entries(base)) {
            String name = entry.getFileName().toString();
            @Nullable ProcessName process = ProcessName.parse(name);
            if (process != null) {
                if (!process.isSameProcess(self)) {
                    clearOwn(entry, DeadProcesses::removeIfDead);
                }
            } else if (UNFINISHED.matcher(name).matches()) {
                clearOwn(entry, FileTree::deleteUnfinished);
            } else if (SocketNames.isSocketName(name) && SocketNames.isStale(entry)) {
                FileTree.deleteOne(entry);
            }
        }
    }

    /** What is removed of a directory. */
    @FunctionalInterface
    private interface Removal {
        void remove(HeldDirectory directory, Path path) throws IOException;
    }

    private static void clearOwn(Path path, Removal removal) {
        try {
            FileChecks.requireOwnDirectory(path);
            try (HeldDirectory directory = HeldDirectory.open(path)) {
                directory.requireOwn();
                removal.remove(directory, path);
            }
        } catch (IOException e) {
            // Another user's, or unreadable: it is left for the next one.
        }
    }

    /** A directory without a lock may be a living process's, from which a cleaner has taken the file. */
    private static void removeIfDead(HeldDirectory directory, Path path) throws IOException {
        try {
            boolean unused =
                    runIfDead(directory.at(ProcessDirectory.ALIVE), () -> FileTree.deleteQuietly(directory, path));
        } catch (NoSuchFileException e) {
            FileTree.deleteOne(path); // if it is empty
        }
    }

    private static List<Path> entries(BaseDirectory base) {
        List<Path> entries = new ArrayList<>();
        try (DirectoryStream<Path> stream = Files.newDirectoryStream(base.path())) {
            stream.forEach(entries::add);
        } catch (IOException e) {
            // What cannot be listed is left for the next one.
        }
        return entries;
    }
}
