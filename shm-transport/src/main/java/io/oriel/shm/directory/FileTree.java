// SPDX-License-Identifier: Apache-2.0
// Copyright the Oriel authors.
package io.oriel.shm.directory;

import io.oriel.engine.control.ExitHook;
import java.io.IOException;
import java.nio.file.DirectoryStream;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.util.regex.Pattern;

/** Removes directories that Oriel made. Never follows a link, never touches what has another's name or owner. */
final class FileTree {
    private static final Pattern OURS = Pattern.compile("alive|[dghlrtw]-[0-9a-f]{16}|k-[0-9a-f]{8}");
    private static final int MAX_DEPTH = 4;

    private FileTree() {}

    /**
     * Removes a process' directory, as far as it is ours; what another removes meanwhile is no error. The lock is removed last: a
     * directory without it holds nothing of a process.
     */
    static void deleteQuietly(HeldDirectory directory, Path path) {
        deleteEntries(directory.self(), true, MAX_DEPTH);
        deleteOne(directory.at(ProcessDirectory.ALIVE));
        deleteOne(path);
    }

    /**
     * Has a process' directory removed, as far as it is ours, when all of this process' exit hooks have ended: until then
     * the application may use what is in it.
     */
    static void deleteOnExit(HeldDirectory directory, Path path) {
        if (directory.isAt(path)) {
            ExitHook.removeAtLast(path, MAX_DEPTH, file -> isOurs(path.relativize(file)));
        }
    }

    private static boolean isOurs(Path inProcessDirectory) {
        String first = inProcessDirectory.getName(0).toString();
        return first.isEmpty() || OURS.matcher(first).matches();
    }

    /** Removes a directory of a process that ended before it had its name. */
    static void deleteUnfinished(HeldDirectory directory, Path path) {
        deleteEntries(directory.self(), false, 1);
        deleteOne(path);
    }

    /** Removes a media driver's directory. */
    static void deleteDriver(Path directory) {
        deleteEntries(directory, false, MAX_DEPTH);
        deleteOne(directory);
    }

    private static void deleteEntries(Path directory, boolean isProcessDirectory, int depth) {
        try (DirectoryStream<Path> entries = Files.newDirectoryStream(directory)) {
            for (Path entry : entries) {
                if (isProcessDirectory
                        && !isRemovedBeforeTheLock(entry.getFileName().toString())) {
                    continue;
                }
                if (depth > 0 && Files.isDirectory(entry, LinkOption.NOFOLLOW_LINKS)) {
                    deleteEntries(entry, false, depth - 1);
                }
                deleteOne(entry);
            }
        } catch (IOException e) {
            // Removed by another, or unreadable: then the directory stays.
        }
    }

    private static boolean isRemovedBeforeTheLock(String name) {
        return OURS.matcher(name).matches() && !name.equals(ProcessDirectory.ALIVE);
    }

    /** Renames a file or directory within a file system. */
    static void rename(Path from, Path to) throws IOException {
        Files.move(from, to, StandardCopyOption.ATOMIC_MOVE);
    }

    static void deleteOne(Path path) {
        try {
            Files.deleteIfExists(path);
        } catch (IOException e) {
            // A directory with files that are not ours, which stays.
        }
    }
}
