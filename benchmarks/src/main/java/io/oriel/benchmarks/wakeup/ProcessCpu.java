// SPDX-License-Identifier: Apache-2.0
// Copyright the Oriel authors.
package io.oriel.benchmarks.wakeup;

import io.oriel.benchmarks.scenario.BenchmarkException;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;

/** The processor time that the threads of this process had used at a moment, as the kernel's scheduler counts it. */
public final class ProcessCpu {
    private static final Path TASKS = Path.of("/proc/self/task");

    private final Map<Path, Long> nanosOfTasks = new HashMap<>();

    private ProcessCpu() {
        try (Stream<Path> stream = Files.list(TASKS)) {
            List<Path> tasks = stream.toList();
            for (Path task : tasks) {
                nanosOfTasks.put(task, taskNs(task));
            }
        } catch (IOException | UncheckedIOException e) {
            throw new BenchmarkException("the kernel does not tell the processor time of threads: " + e, e);
        }
    }

    /**
     * Reads it.
     *
     * @return what was used until now
     */
    public static ProcessCpu now() {
        return new ProcessCpu();
    }

    /**
     * Returns what was used since then.
     *
     * @return nanoseconds; those of threads that have ended meanwhile are missing
     */
    public long usedNs() {
        long used = 0;
        for (Map.Entry<Path, Long> task : now().nanosOfTasks.entrySet()) {
            used += Math.max(0, task.getValue() - nanosOfTasks.getOrDefault(task.getKey(), 0L));
        }
        return used;
    }

    private static long taskNs(Path task) throws IOException {
        try {
            return Long.parseLong(Files.readString(task.resolve("schedstat")).split(" ", 2)[0]);
        } catch (NoSuchFileException e) {
            return 0; // the thread has ended meanwhile
        }
    }
}
