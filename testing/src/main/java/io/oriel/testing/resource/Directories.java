// SPDX-License-Identifier: Apache-2.0
// Copyright the Oriel authors.
package io.oriel.testing.resource;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.DirectoryNotEmptyException;
import java.nio.file.FileVisitResult;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.nio.file.SimpleFileVisitor;
import java.nio.file.attribute.BasicFileAttributes;
import org.jspecify.annotations.Nullable;

/** Directories in memory, for media of tests' own. */
public final class Directories {
    private static final Path MEMORY = Path.of("/dev/shm");
    private static final int EVERYBODYS_MODE = 01777;

    private static final int ATTEMPTS = 100;

    private Directories() {}

    /**
     * Makes a directory in memory that only this user can read.
     *
     * @param prefix with which its name begins
     * @return the directory
     */
    public static Path make(String prefix) {
        try {
            return Files.createTempDirectory(MEMORY, prefix);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    /**
     * Makes a directory in memory in which every user can make something, and none remove what another's is.
     *
     * @param prefix with which its name begins
     * @return the directory
     */
    public static Path makeForEverybody(String prefix) {
        Path directory = make(prefix);
        try {
            Files.setAttribute(directory, "unix:mode", EVERYBODYS_MODE);
            return directory;
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    /**
     * Removes a directory and all that is in it. Others may remove and make files in it at the same time: a medium may still clear
     * away what a killed process has left, or make its directory again.
     *
     * @param directory which may be gone already
     */
    public static void delete(Path directory) {
        for (int attempt = 1; ; attempt++) {
            try {
                Files.walkFileTree(directory, new Deletion());
                return;
            } catch (DirectoryNotEmptyException e) {
                if (attempt == ATTEMPTS) {
                    throw new UncheckedIOException(e);
                }
            } catch (IOException e) {
                throw new UncheckedIOException(e);
            }
        }
    }

    private static final class Deletion extends SimpleFileVisitor<Path> {
        @Override
        public FileVisitResult visitFile(Path file, BasicFileAttributes attributes) throws IOException {
            Files.deleteIfExists(file);
            return FileVisitResult.CONTINUE;
        }

        @Override
        public FileVisitResult visitFileFailed(Path file, IOException failure) throws IOException {
            return requireGone(failure);
        }

        @Override
        public FileVisitResult postVisitDirectory(Path visited, @Nullable IOException failure) throws IOException {
            Files.deleteIfExists(visited);
            return failure == null ? FileVisitResult.CONTINUE : requireGone(failure);
        }

        private static FileVisitResult requireGone(IOException failure) throws IOException {
            if (failure instanceof NoSuchFileException) {
                return FileVisitResult.CONTINUE;
            }
            throw failure;
        }
    }
}
