// SPDX-License-Identifier: Apache-2.0
// Copyright the Oriel authors.
package io.oriel.testing.resource;

import java.io.IOException;
import java.net.URISyntaxException;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;

/** A copy of some classes that every user can read: the build's own may lie in a home directory. */
public final class ReadableClasses implements AutoCloseable {
    private final Path directory;
    private final List<String> parts = new ArrayList<>();

    private ReadableClasses(Path directory) {
        this.directory = directory;
    }

    /**
     * Copies the places from which classes were loaded.
     *
     * @param needed one class of each place
     * @return the copy, to be closed by the caller
     * @throws IOException if it cannot be made
     */
    public static ReadableClasses copy(Class<?>... needed) throws IOException {
        Path directory = Directories.make("oc");
        ReadableClasses classes = new ReadableClasses(directory);
        for (Class<?> each : needed) {
            classes.add(location(each));
        }
        try (Stream<Path> paths = Files.walk(directory)) {
            for (Path path : paths.toList()) {
                String mode = Files.isDirectory(path, LinkOption.NOFOLLOW_LINKS) ? "rwxr-xr-x" : "rw-r--r--";
                Files.setPosixFilePermissions(path, PosixFilePermissions.fromString(mode));
            }
        }
        return classes;
    }

    private static Path location(Class<?> type) {
        try {
            return Path.of(
                    type.getProtectionDomain().getCodeSource().getLocation().toURI());
        } catch (URISyntaxException e) {
            throw new IllegalStateException(e);
        }
    }

    private void add(Path source) throws IOException {
        Path target = directory.resolve("part-" + parts.size());
        parts.add(target.toString());
        try (Stream<Path> paths = Files.walk(source)) {
            for (Path path : paths.toList()) {
                Files.copy(path, target.resolve(source.relativize(path).toString()));
            }
        }
    }

    /**
     * Returns the class path of the copy.
     *
     * @return for a JVM of another user
     */
    public String classPath() {
        return String.join(":", parts);
    }

    @Override
    public void close() {
        Directories.delete(directory);
    }
}
