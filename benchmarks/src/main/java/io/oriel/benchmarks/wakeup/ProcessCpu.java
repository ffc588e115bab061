// SPDX-License-Identifier: Apache-2.0
// Copyright the Oriel authors.
package io.oriel.benchmarks.wakeup;

import io.oriel.benchmarks.scenario.BenchmarkException;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.util.stream.Stream;

/** The processor time that all threads of this process have used, as the kernel's scheduler counts it. */
public final class ProcessCpu {
    private static final Path TASKS = Path.of("/proc/self/task");

    private ProcessCpu() {}

    /**
     * Reads it.
     *
     * @return nanoseconds; those of threads that have ended are missing
     */
    public static long ns() {
        try (Stream<Path> tasks = Files.list(TASKS)) {
            return tasks.mapToLong(ProcessCpu::taskNs).sum();
        } catch (IOException | UncheckedIOException e) {
            throw new BenchmarkException("the kernel does not tell the processor time of threads: " + e, e);
        }
    }

    private static long taskNs(Path task) {
        try {
            return Long.parseLong(Files.readString(task.resolve("schedstat")).split(" ", 2)[0]);
        } catch (NoSuchFileException e) {
            return 0; // the thread has ended meanwhile
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }
}
