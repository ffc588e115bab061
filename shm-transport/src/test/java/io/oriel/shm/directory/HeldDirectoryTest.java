// SPDX-License-Identifier: Apache-2.0
// Copyright the Oriel authors.
package io.oriel.shm.directory;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIOException;

import io.oriel.shm.rights.FileChecks;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.Callable;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

class HeldDirectoryTest {
    private static final int THREADS = 8;
    private static final int ROUNDS = 200;

    @TempDir
    Path temporary;

    /** Every thread holds both directories in turn, so the kernel gives the number of one's descriptor to the other. */
    @Test
    void leadsToItsDirectoryWhileOtherThreadsHoldAndCloseTheSame() throws Exception {
        Path first = Files.createDirectory(temporary.resolve("first"));
        Path second = Files.createDirectory(temporary.resolve("second"));
        ExecutorService threads = Executors.newFixedThreadPool(THREADS);
        try {
            List<Future<Void>> results = new ArrayList<>();
            for (int thread = 0; thread < THREADS; thread++) {
                results.add(threads.submit(holding(thread, first, second)));
            }
            for (Future<Void> each : results) {
                each.get();
            }
        } finally {
            threads.shutdownNow();
        }
    }

    private static Callable<Void> holding(int thread, Path first, Path second) {
        return () -> {
            for (int round = 0; round < ROUNDS; round++) {
                Path path = (thread + round) % 2 == 0 ? first : second;
                Path other = path.equals(first) ? second : first;
                try (HeldDirectory held = HeldDirectory.open(path)) {
                    HeldDirectory.open(other).close(); // so that numbers of descriptors are used again
                    String name = "f-" + thread + '-' + round;
                    Files.createFile(held.at(name));
                    assertThat(path.resolve(name)).exists();
                    assertThat(FileChecks.identity(held.self())).isEqualTo(FileChecks.identity(path));
                    Files.delete(held.at(name));
                }
            }
            return null;
        };
    }

    @Test
    void opensNoDirectoryThroughALink() throws IOException {
        Path target = Files.createDirectory(temporary.resolve("target"));
        Path link = Files.createSymbolicLink(temporary.resolve("link"), target);
        assertThatIOException().isThrownBy(() -> HeldDirectory.open(link));
        Path file = Files.createFile(temporary.resolve("file"));
        assertThatIOException().isThrownBy(() -> HeldDirectory.open(file));
    }

    @Test
    void leadsToItsDirectoryAfterALinkTookItsPlace() throws IOException {
        Path path = Files.createDirectory(temporary.resolve("own"));
        Path elsewhere = Files.createDirectory(temporary.resolve("elsewhere"));
        try (HeldDirectory held = HeldDirectory.open(path)) {
            Path moved = Files.move(path, temporary.resolve("moved"));
            Files.createSymbolicLink(path, elsewhere);
            Files.createFile(held.at("made"));
            assertThat(moved.resolve("made")).exists();
            assertThat(elsewhere.resolve("made")).doesNotExist();
            assertThat(held.isAt(path)).isFalse();
            assertThat(held.isAt(moved)).isTrue();
        }
    }

    /** A pipe in the place of the directory would hold up whoever opens it to read. */
    @Test
    @Timeout(value = 60, threadMode = Timeout.ThreadMode.SEPARATE_THREAD)
    void isNotHeldUpByAPipe() throws Exception {
        Path pipe = temporary.resolve("pipe");
        assertThat(new ProcessBuilder("mkfifo", pipe.toString()).start().waitFor())
                .isZero();
        assertThatIOException().isThrownBy(() -> HeldDirectory.open(pipe));
    }
}
