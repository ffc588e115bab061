// SPDX-License-Identifier: Apache-2.0
// Copyright the Oriel authors.
package io.oriel.benchmarks.measure;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.lang.management.ManagementFactory;
import java.lang.management.ThreadMXBean;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CountDownLatch;
import org.junit.jupiter.api.Test;

class ThreadCpuTest {
    private static final long BURNT_NS = 300_000_000;

    private final ThreadMXBean threads = ManagementFactory.getThreadMXBean();

    @Test
    void countsWhatThreadsUse() {
        ThreadCpu before = ThreadCpu.ofAll();

        burn();

        assertThat(ThreadCpu.ofAll().since(before)).isGreaterThan(BURNT_NS / 2);
    }

    @Test
    void countsThoseOfTheNamesAskedForAlone() {
        ThreadCpu before = ThreadCpu.of("nobody is called so");

        burn();

        assertThat(ThreadCpu.of("nobody is called so").since(before)).isZero();
    }

    @Test
    void isNotLessWhenAThreadHasEndedMeanwhile() throws InterruptedException {
        CompletableFuture<Path> task = new CompletableFuture<>();
        CountDownLatch mayEnd = new CountDownLatch(1);
        Thread thread = new Thread(() -> {
            burn();
            try {
                task.complete(Path.of("/proc").resolve(Files.readSymbolicLink(Path.of("/proc/thread-self"))));
                mayEnd.await();
            } catch (IOException | InterruptedException e) {
                task.completeExceptionally(e);
            }
        });
        thread.start();
        Path burner = task.join();
        ThreadCpu before = ThreadCpu.ofAll();

        mayEnd.countDown();
        thread.join();
        while (Files.exists(burner)) {
            Thread.onSpinWait();
        }

        assertThat(ThreadCpu.ofAll().since(before)).isNotNegative();
    }

    private void burn() {
        long beginNs = threads.getCurrentThreadCpuTime();
        while (threads.getCurrentThreadCpuTime() - beginNs < BURNT_NS) {
            Thread.onSpinWait();
        }
    }
}
