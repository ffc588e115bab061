// SPDX-License-Identifier: Apache-2.0
// Copyright the Oriel authors.
package io.oriel.benchmarks.measure;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;
import java.util.regex.Pattern;
import java.util.stream.Stream;

/** The processor time that threads of this process had used at a moment, as the kernel's scheduler counts it. */
public final class ThreadCpu {
    private static final Path TASKS = Path.of("/proc/self/task");
    private static final String ALL = ".*";

    private final Map<Path, Long> nanosOfTasks = new HashMap<>();

    private ThreadCpu(String names) {
        Pattern pattern = Pattern.compile(names);
        try (Stream<Path> stream = Files.list(TASKS)) {
            List<Path> tasks = stream.toList();
            for (Path task : tasks) {
                read(task, pattern);
            }
        } catch (IOException | UncheckedIOException e) {
            throw new BenchmarkException("the kernel does not tell the processor time of threads: " + e, e);
        }
    }

    /**
     * Reads that of all threads.
     *
     * @return what was used until now
     */
    public static ThreadCpu ofAll() {
        return of(ALL);
    }

    /**
     * Reads that of some threads.
     *
     * @param names a regular expression; the kernel keeps 15 characters of a thread's name
     * @return what was used until now
     */
    public static ThreadCpu of(String names) {
        AllocationMeter.pauseCurrent();
        try {
            return new ThreadCpu(names);
        } finally {
            AllocationMeter.resumeCurrent();
        }
    }

    /**
     * Returns what was used since then.
     *
     * @param earlier of the same threads
     * @return nanoseconds; those of threads that have ended meanwhile are missing
     */
    public long since(ThreadCpu earlier) {
        AllocationMeter.pauseCurrent();
        long used = 0;
        for (Map.Entry<Path, Long> task : nanosOfTasks.entrySet()) {
            used += Math.max(0, task.getValue() - earlier.nanosOfTasks.getOrDefault(task.getKey(), 0L));
        }
        AllocationMeter.resumeCurrent();
        return used;
    }

    private void read(Path task, Pattern names) throws IOException {
        try {
            if (names.matcher(Files.readString(task.resolve("comm")).strip()).matches()) {
                String nanos = Files.readString(task.resolve("schedstat")).split(" ", 2)[0];
                nanosOfTasks.put(task, Long.parseLong(nanos));
            }
        } catch (IOException e) {
            if (Files.exists(task)) {
                throw e;
            } // else the thread has ended meanwhile
        }
    }

    /**
     * The compilers of this JVM: whether they still work. Two spinning processes leave them no processor, so that code is finished
     * only after both have rested.
     */
    public static final class Compilers {
        private static final String THREADS = "C[12] CompilerThre.*";
        private static final long LOOK_NS = TimeUnit.MILLISECONDS.toNanos(5);
        private static final int IDLE_LOOKS = 4;
        private static final long LIMIT_NS = TimeUnit.SECONDS.toNanos(10);

        private ThreadCpu before = ThreadCpu.of(THREADS);

        /** Begins to watch them. */
        public Compilers() {}

        /**
         * Sleeps until they are idle, for ten seconds at most.
         *
         * @return nanoseconds of processor time that they have used since the last call, or since they are watched
         */
        public long rest() {
            long deadline = System.nanoTime() + LIMIT_NS;
            ThreadCpu last = ThreadCpu.of(THREADS);
            int idleLooks = 0;
            while (idleLooks < IDLE_LOOKS && System.nanoTime() - deadline < 0) {
                LockSupport.parkNanos(LOOK_NS);
                ThreadCpu now = ThreadCpu.of(THREADS);
                idleLooks = now.since(last) == 0 ? idleLooks + 1 : 0;
                last = now;
            }
            long usedNs = last.since(before);
            before = last;
            return usedNs;
        }
    }
}
