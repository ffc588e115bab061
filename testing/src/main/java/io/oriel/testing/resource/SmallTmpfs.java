// SPDX-License-Identifier: Apache-2.0
// Copyright the Oriel authors.
package io.oriel.testing.resource;

import static org.junit.jupiter.api.Assumptions.assumeTrue;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;

/**
 * A memory file system of a few megabytes; only root can make one. Where root may not, tests are skipped, or fail with the
 * environment's {@code ORIEL_REQUIRE_HOSTS=true}.
 */
public final class SmallTmpfs implements AutoCloseable {
    private final Path path;

    private SmallTmpfs(Path path) {
        this.path = path;
    }

    /**
     * Mounts one, or skips the test.
     *
     * @param size as {@code mount} takes it
     * @return the file system, to be closed by the caller
     */
    public static SmallTmpfs mount(String size) throws IOException, InterruptedException {
        assumeTrue((Integer) Files.getAttribute(Path.of("/proc/self"), "unix:uid") == 0, "only root can mount a tmpfs");
        Path path = Directories.make("o");
        boolean isMounted = run("mount", "-t", "tmpfs", "-o", "size=" + size, "tmpfs", path.toString());
        if (!isMounted) {
            Files.delete(path);
        }
        if (!isMounted && Boolean.parseBoolean(System.getenv("ORIEL_REQUIRE_HOSTS"))) {
            throw new AssertionError("this container may not mount a tmpfs");
        }
        assumeTrue(isMounted, "this container may not mount a tmpfs");
        return new SmallTmpfs(path);
    }

    /** Returns where it is mounted. */
    public Path path() {
        return path;
    }

    /** Lets nobody write in it any more. */
    public void makeReadOnly() throws IOException, InterruptedException {
        if (!run("mount", "-o", "remount,ro", path.toString())) {
            throw new AssertionError("the file system could not be mounted for reading only");
        }
    }

    private static boolean run(String... command) throws IOException, InterruptedException {
        return new ProcessBuilder(command).start().waitFor() == 0;
    }

    @Override
    public void close() throws IOException {
        try {
            // Lazily, because the mappings of an application's memory end only when they are collected.
            run("umount", "-l", path.toString());
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
        Files.delete(path);
    }
}
