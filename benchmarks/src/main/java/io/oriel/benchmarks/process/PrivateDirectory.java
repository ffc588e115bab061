// SPDX-License-Identifier: Apache-2.0
// Copyright the Oriel authors.
package io.oriel.benchmarks.process;

import io.oriel.benchmarks.measure.BenchmarkException;
import java.io.IOException;
import java.nio.file.DirectoryStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.agrona.IoUtil;

/** A directory of this user alone under {@code /dev/shm}, deleted when it is closed or the process ends. */
public final class PrivateDirectory implements AutoCloseable {
    private static final Path PARENT = Path.of("/dev/shm");
    private static final String PREFIX = "oriel-perf-";
    private static final Pattern NAME = Pattern.compile(PREFIX + "([0-9]{1,10})-[0-9]+");

    private final Path path;
    private final Thread hook = new Thread(this::delete, "oriel-benchmark-delete");

    /**
     * Creates the directory.
     *
     * @throws BenchmarkException if it cannot be created
     */
    public PrivateDirectory() {
        try {
            deleteLeftovers();
            path = Files.createTempDirectory(
                    PARENT,
                    PREFIX + ProcessHandle.current().pid() + "-",
                    PosixFilePermissions.asFileAttribute(PosixFilePermissions.fromString("rwx------")));
        } catch (IOException e) {
            throw new BenchmarkException("no directory can be made in " + PARENT + ": " + e.getMessage(), e);
        }
        Runtime.getRuntime().addShutdownHook(hook);
    }

    /**
     * Returns where it is.
     *
     * @return an absolute path
     */
    public Path path() {
        return path;
    }

    @Override
    public void close() {
        delete();
        try {
            Runtime.getRuntime().removeShutdownHook(hook);
        } catch (IllegalStateException e) {
            // The process is ending, and the hook has run.
        }
    }

    /** A killed process leaves its directory; the next one finds it by the process id in its name. */
    private static void deleteLeftovers() throws IOException {
        try (DirectoryStream<Path> entries = Files.newDirectoryStream(PARENT, PREFIX + "*")) {
            for (Path entry : entries) {
                Matcher matcher = NAME.matcher(entry.getFileName().toString());
                if (matcher.matches()
                        && ProcessHandle.of(Long.parseLong(matcher.group(1))).isEmpty()) {
                    IoUtil.delete(entry.toFile(), true);
                }
            }
        }
    }

    private void delete() {
        IoUtil.delete(path.toFile(), true);
    }
}
