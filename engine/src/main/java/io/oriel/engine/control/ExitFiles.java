// SPDX-License-Identifier: Apache-2.0
// Copyright the Oriel authors.
package io.oriel.engine.control;

import java.io.IOException;
import java.nio.file.FileVisitOption;
import java.nio.file.FileVisitResult;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.SimpleFileVisitor;
import java.nio.file.attribute.BasicFileAttributes;
import java.util.ArrayList;
import java.util.EnumSet;
import java.util.List;
import java.util.function.Predicate;
import org.jspecify.annotations.Nullable;

/** Files that are removed when all of the process' exit hooks have ended: until then the application may use them. */
final class ExitFiles {
    private ExitFiles() {}

    /**
     * Has a directory removed with what is in it. What others remove meanwhile is no error, and what cannot be read is left.
     * Follows no link. To be called by an {@link ExitHook}.
     *
     * @param directory  absolute
     * @param depth      how many directories below are removed as well
     * @param isToBeGone of it, and of all below; what it denies is left with what is below
     */
    static void removeAtLast(Path directory, int depth, Predicate<Path> isToBeGone) {
        for (Path file : below(directory, depth, isToBeGone)) {
            file.toFile().deleteOnExit(); // the last first: a directory after what is in it
        }
    }

    static List<Path> below(Path directory, int depth, Predicate<Path> isToBeGone) {
        List<Path> found = new ArrayList<>();
        try {
            Files.walkFileTree(directory, EnumSet.noneOf(FileVisitOption.class), depth + 1, new SimpleFileVisitor<>() {
                @Override
                public FileVisitResult preVisitDirectory(Path path, BasicFileAttributes attributes) {
                    return add(path) ? FileVisitResult.CONTINUE : FileVisitResult.SKIP_SUBTREE;
                }

                @Override
                public FileVisitResult visitFile(Path path, BasicFileAttributes attributes) {
                    add(path);
                    return FileVisitResult.CONTINUE;
                }

                private boolean add(Path path) {
                    return isToBeGone.test(path) && found.add(path);
                }

                @Override
                public FileVisitResult visitFileFailed(Path path, IOException failure) {
                    return FileVisitResult.CONTINUE; // removed meanwhile, or unreadable
                }

                @Override
                public FileVisitResult postVisitDirectory(Path path, @Nullable IOException failure) {
                    return FileVisitResult.CONTINUE;
                }
            });
        } catch (IOException e) {
            throw new AssertionError("no visit throws", e);
        }
        return found;
    }
}
