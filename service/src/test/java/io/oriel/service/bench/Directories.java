// SPDX-License-Identifier: Apache-2.0
// Copyright the Oriel authors.
package io.oriel.service.bench;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Comparator;
import java.util.stream.Stream;

/** Directories in memory, for media of tests' own. */
public final class Directories {
    private Directories() {}

    public static Path make() {
        try {
            return Files.createTempDirectory(Path.of("/dev/shm"), "oriel-svc");
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    public static void delete(Path directory) {
        try (Stream<Path> files = Files.walk(directory)) {
            for (Path file : files.sorted(Comparator.reverseOrder()).toList()) {
                Files.deleteIfExists(file);
            }
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }
}
