// SPDX-License-Identifier: Apache-2.0
// Copyright the Oriel authors.
package io.oriel.shm.directory;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.oriel.api.NdException;
import io.oriel.api.NdStatus;
import io.oriel.api.config.SharingConfig;
import io.oriel.shm.ShmTestBed;
import io.oriel.shm.rights.Members;
import io.oriel.shm.rights.Rights;
import io.oriel.testing.process.JvmCommand;
import io.oriel.testing.resource.Directories;
import java.io.BufferedReader;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.lang.ProcessBuilder.Redirect;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import java.util.stream.IntStream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

final class DirectoryLockTest {
    static final long PATIENCE_SECONDS = 20;

    private static final int ROUNDS = 200;

    private final Path path = ShmTestBed.freshDirectory();
    private final BaseDirectory base = BaseDirectory.open(path);
    private int holders;
    private int count;

    @AfterEach
    void removeDirectory() {
        Directories.delete(path);
    }

    @Test
    void letsOneThreadInAtATime() throws InterruptedException {
        List<Thread> threads = IntStream.range(0, 4)
                .mapToObj(i -> new Thread(() -> {
                    BaseDirectory own = BaseDirectory.open(path);
                    for (int round = 0; round < ROUNDS; round++) {
                        own.locked(this::enterAlone);
                    }
                }))
                .toList();
        threads.forEach(Thread::start);
        for (Thread thread : threads) {
            thread.join();
        }

        assertThat(count).isEqualTo(4 * ROUNDS);
    }

    private int enterAlone() {
        holders++;
        assertThat(holders).isEqualTo(1);
        count++;
        holders--;
        return count;
    }

    @Test
    void keepsOtherProcessesOut() throws IOException {
        Process process = JvmCommand.of(LockMain.class, path.toString()).launch(Redirect.INHERIT);
        try (BufferedReader output = process.inputReader(StandardCharsets.UTF_8)) {
            assertThat(output.readLine()).isEqualTo("locked");

            boolean hasUnlocked = base.locked(() -> isReady(output));

            assertThat(hasUnlocked).isTrue();
        }
    }

    @Test
    void isWaitedForWithALimitThoughAThreadOfThisProcessHoldsIt() throws IOException {
        Rights rights = Members.of(SharingConfig.defaults()).rights();
        DirectoryLock impatient = new DirectoryLock(path, rights, Duration.ofMillis(1));
        CompletableFuture<Void> held = new CompletableFuture<>();
        CompletableFuture<Void> ends = new CompletableFuture<>();
        CompletableFuture<Void> holder = CompletableFuture.runAsync(() -> base.locked(() -> {
            held.complete(null);
            return ends.join();
        }));
        held.join();

        assertThatThrownBy(() -> impatient.hold(this::enterAlone))
                .isInstanceOfSatisfying(
                        NdException.class, e -> assertThat(e.status()).isEqualTo(NdStatus.DEVICE_NOT_READY))
                .hasMessageContaining("another thread of this process has held the lock " + path.resolve("lock"));

        ends.complete(null);
        holder.join();
        assertThat(impatient.hold(this::enterAlone)).isEqualTo(1);
    }

    /** As a member of a group can put one there. */
    @Test
    void isHadThoughAPipeThatNobodyReadsIsInItsPlace() throws IOException, InterruptedException {
        makePipe(path.resolve("lock"));

        CompletableFuture<Integer> count = CompletableFuture.supplyAsync(() -> base.locked(this::enterAlone));

        assertThat(count.orTimeout(PATIENCE_SECONDS, TimeUnit.SECONDS).join()).isEqualTo(1);
    }

    static void makePipe(Path pipe) throws IOException, InterruptedException {
        assertThat(new ProcessBuilder("mkfifo", pipe.toString()).start().waitFor())
                .isZero();
    }

    private static boolean isReady(BufferedReader output) {
        try {
            return output.ready();
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }
}
