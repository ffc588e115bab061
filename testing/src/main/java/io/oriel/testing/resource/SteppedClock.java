// SPDX-License-Identifier: Apache-2.0
// Copyright the Oriel authors.
package io.oriel.testing.resource;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;

/**
 * The wall clock of other processes, which somebody sets. Done with libfaketime, where it is installed or the property
 * {@code oriel.test.faketime} names it.
 */
public final class SteppedClock {
    private static final Path LIBRARY =
            Path.of(System.getProperty("oriel.test.faketime", "/usr/lib/x86_64-linux-gnu/faketime/libfaketime.so.1"));
    private static final Path MEMORY = Path.of("/dev/shm");

    private final Path file;

    /**
     * Creates a clock that shows the time.
     *
     * @param directory for the file that says how far the clock is off
     */
    public SteppedClock(Path directory) {
        file = directory.resolve("offset");
        set(0);
    }

    /**
     * Tells what is missing.
     *
     * @return nothing if clocks can be set
     */
    public static String missing() {
        return Files.exists(LIBRARY) ? "" : "no " + LIBRARY;
    }

    /**
     * Returns the command before that of a process which is to have this clock.
     *
     * @return its words
     */
    public List<String> prefix() {
        return List.of(
                "env",
                "LD_PRELOAD=" + LIBRARY,
                "FAKETIME_TIMESTAMP_FILE=" + file,
                "FAKETIME_CACHE_DURATION=1",
                "FAKETIME_DONT_FAKE_MONOTONIC=1");
    }

    /**
     * Sets the clock. The processes look once a second.
     *
     * @param seconds by which it is ahead of the time
     */
    public void set(int seconds) {
        try {
            Files.write(file, List.of((seconds < 0 ? "" : "+") + seconds));
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    /**
     * Removes what libfaketime leaves of a process that was killed.
     *
     * @param pid of the process
     * @throws IOException if it cannot be removed
     */
    public static void deleteShared(long pid) throws IOException {
        Files.deleteIfExists(MEMORY.resolve("faketime_shm_" + pid));
        Files.deleteIfExists(MEMORY.resolve("sem.faketime_sem_" + pid));
    }
}
