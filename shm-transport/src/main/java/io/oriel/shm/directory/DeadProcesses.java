// SPDX-License-Identifier: Apache-2.0
// Copyright the Oriel authors.
package io.oriel.shm.directory;

import io.oriel.shm.rights.FileChecks;
import java.io.IOException;
import java.nio.channels.FileChannel;
import java.nio.channels.OverlappingFileLockException;
import java.nio.file.DirectoryStream;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.nio.file.attribute.BasicFileAttributes;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/** Finds out which processes have died, and removes what they left. */
public final class DeadProcesses {
    private DeadProcesses() {}

    /**
     * Tells whether a process has ended, by whether its lock can be had.
     *
     * @param base    the directory
     * @param process another process; never asked about the current one, whose locks opening the file would drop
     * @param self    a name of the current process
     * @return true if it has ended, or its directory is gone
     */
    public static boolean isDead(BaseDirectory base, ProcessName process, ProcessName self) {
        if (process.isSameProcess(self)) {
            return false;
        }
        Path alive = base.path().resolve(process.toString()).resolve(ProcessDirectory.ALIVE);
        try {
            // A pipe would hold up who opens it.
            return Files.readAttributes(alive, BasicFileAttributes.class, LinkOption.NOFOLLOW_LINKS)
                            .isRegularFile()
                    && canBeLocked(alive);
        } catch (NoSuchFileException e) {
            return true;
        } catch (IOException | OverlappingFileLockException e) {
            // Unreadable or busy says nothing: the caller asks again or leaves it alone.
            return false;
        }
    }

    private static boolean canBeLocked(Path alive) throws IOException {
        try (FileChannel channel =
                FileChannel.open(alive, Set.of(StandardOpenOption.READ, LinkOption.NOFOLLOW_LINKS))) {
            return channel.tryLock(0, Long.MAX_VALUE, true) != null; // shared, which needs no right to write
        }
    }

    /**
     * Removes what dead processes of this user left, their directories, and sockets on which nobody listens, whosever they
     * were. Under the lock of the base directory.
     *
     * @param base the directory
     * @param self a name of the current process
     */
    public static void clear(BaseDirectory base, ProcessName self) {
        for (Path entry : entries(base)) {
            String name = entry.getFileName().toString();
            @Nullable ProcessName process = ProcessName.parse(name);
            if (process != null) {
                if (isOwnDirectory(entry) && isDead(base, process, self)) {
                    FileTree.deleteQuietly(entry);
                }
            } else if (SocketNames.isSocketName(name) && SocketNames.isStale(entry)) {
                FileTree.deleteOne(entry);
            }
        }
    }

    private static boolean isOwnDirectory(Path path) {
        try {
            FileChecks.requireOwnDirectory(path);
            return true;
        } catch (IOException e) {
            return false;
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
