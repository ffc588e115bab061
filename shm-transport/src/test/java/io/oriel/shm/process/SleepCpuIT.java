// SPDX-License-Identifier: Apache-2.0
// Copyright the Oriel authors.
package io.oriel.shm.process;

import static org.assertj.core.api.Assertions.assertThat;

import io.oriel.testing.junit.WholeBuild;
import io.oriel.testing.process.ChildProcess;
import io.oriel.testing.process.Party;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.TreeMap;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;
import java.util.stream.Stream;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/**
 * What it costs to wait: the processor time of a whole process that waits, its driver included. It is printed; the
 * bound leaves room for a busy machine.
 */
@WholeBuild
@Timeout(120)
class SleepCpuIT {
    private static final long SETTLE_NS = TimeUnit.SECONDS.toNanos(2);
    private static final long WATCHED_NS = TimeUnit.SECONDS.toNanos(4);
    private static final double MOST_CPU_SHARE = 0.05;

    @RegisterExtension
    final Stage stage = new Stage();

    private static List<String> waits() {
        List<String> all = List.of("await-device 8000", "await-notification 8000");
        return WholeBuild.RUNS ? all : all.subList(0, 1);
    }

    @ParameterizedTest
    @MethodSource("waits")
    void aProcessThatWaitsUsesNearlyNoProcessorTime(String wait) {
        ChildProcess child = stage.newChild();
        child.order("open", "opened");
        Party party = new Party(stage.newProvider());
        child.accept(party);
        child.order("receive 1 64");
        child.tell(wait);
        LockSupport.parkNanos(SETTLE_NS); // its compiler has work left from the start

        Map<String, Long> before = threadTimes(child.pid());
        long beginNs = System.nanoTime();
        LockSupport.parkNanos(WATCHED_NS);
        Map<String, Long> used = threadTimes(child.pid());
        long elapsedNs = System.nanoTime() - beginNs;

        assertThat(child.hasAnswered()).as("it still waits").isFalse();
        used.replaceAll((thread, ns) -> ns - before.getOrDefault(thread, 0L));
        double share = (double) used.values().stream().mapToLong(ns -> ns).sum() / elapsedNs;
        print(wait, used, share);
        assertThat(share).isLessThan(MOST_CPU_SHARE);
        assertThat(child.answer()).isEqualTo("TIMEOUT");
    }

    private static void print(String wait, Map<String, Long> used, double share) {
        System.out.printf(Locale.ROOT, "SleepCpuIT: %s uses %.2f %% of a processor%n", wait, 100 * share);
        used.forEach((thread, ns) -> {
            if (ns > 1_000_000) {
                System.out.printf(Locale.ROOT, "SleepCpuIT:   %8.2f ms %s%n", ns / 1e6, thread);
            }
        });
    }

    /** The processor time of each thread of a process, in nanoseconds. */
    private static Map<String, Long> threadTimes(long pid) {
        Map<String, Long> times = new TreeMap<>();
        try (Stream<Path> threads = Files.list(Path.of("/proc", Long.toString(pid), "task"))) {
            for (Path thread : threads.toList()) {
                try {
                    String name = Files.readString(thread.resolve("comm")).strip() + " " + thread.getFileName();
                    String[] counts =
                            Files.readString(thread.resolve("schedstat")).split(" ", -1);
                    times.put(name, Long.parseLong(counts[0]));
                } catch (NoSuchFileException e) {
                    assert e != null; // the thread has ended
                }
            }
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
        return times;
    }
}
