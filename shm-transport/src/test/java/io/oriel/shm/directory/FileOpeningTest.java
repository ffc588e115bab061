// SPDX-License-Identifier: Apache-2.0
// Copyright the Oriel authors.
package io.oriel.shm.directory;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.oriel.shm.Eventually;
import io.oriel.shm.rights.FileChecks;
import java.io.IOException;
import java.io.OutputStream;
import java.nio.channels.FileChannel;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.OpenOption;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.time.Duration;
import java.util.Set;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** Another user puts a pipe in the place of a file, after it was looked at. */
@Timeout(value = 120, threadMode = Timeout.ThreadMode.SEPARATE_THREAD)
final class FileOpeningTest {
    private static final Set<OpenOption> READ = Set.of(StandardOpenOption.READ);
    private static final Duration SHORT = Duration.ofMillis(10);
    private static final int BOB = 20_002;
    private static final int CAROL = 20_003;

    @TempDir
    Path temporary;

    private Path pipe(String name) throws IOException, InterruptedException {
        Path pipe = temporary.resolve(name);
        assertThat(new ProcessBuilder("mkfifo", pipe.toString()).start().waitFor())
                .isZero();
        return pipe;
    }

    private static void release(Path pipe) throws IOException {
        OutputStream end = Files.newOutputStream(pipe, StandardOpenOption.WRITE);
        end.close();
    }

    @Test
    void isGivenUpForAPipe() throws Exception {
        Path pipe = pipe("pipe");

        assertThatThrownBy(() -> FileOpening.open(pipe, READ, BOB, SHORT))
                .isInstanceOf(IOException.class)
                .hasMessageContaining("it is a pipe");

        assertThat(FileOpening.heldUp(BOB)).isOne();
        release(pipe);
        Eventually.becomes(() -> FileOpening.heldUp(BOB), 0);
    }

    @Test
    void holdsUpFewThreadsForOneUserAndNoneForAnother() throws Exception {
        Path pipe = pipe("pipe");
        Path file = Files.createFile(temporary.resolve("file"));
        for (int count = 0; count < FileOpening.MAX_HELD_UP; count++) {
            assertThatThrownBy(() -> FileOpening.open(pipe, READ, CAROL, SHORT)).hasMessageContaining("it is a pipe");
        }

        assertThatThrownBy(() -> FileOpening.open(file, READ, CAROL, Duration.ofDays(1)))
                .isInstanceOf(IOException.class)
                .hasMessageContaining("user " + CAROL + " has put pipes");
        FileOpening.open(file, READ, BOB, Duration.ofDays(1)).close();

        release(pipe);
        Eventually.becomes(() -> FileOpening.heldUp(CAROL), 0);
        FileOpening.open(file, READ, CAROL, Duration.ofDays(1)).close();
    }

    @Test
    void failsAsTheFileSystemSays() {
        assertThatThrownBy(() -> FileOpening.open(temporary.resolve("none"), READ, BOB, Duration.ofDays(1)))
                .isInstanceOf(NoSuchFileException.class);
        assertThat(FileOpening.heldUp(BOB)).isZero();
    }

    @Test
    void waitsForNobodyWhereTheDirectoryIsOpenToOthers() throws Exception {
        Path process = Files.createDirectory(temporary.resolve("process"));
        Files.setAttribute(temporary, "unix:mode", 03770);
        Path pipe = process.resolve("alive");
        assertThat(new ProcessBuilder("mkfifo", pipe.toString()).start().waitFor())
                .isZero();

        assertThatThrownBy(() -> FileOpening.open(pipe, READ, FileChecks.ownUid()))
                .isInstanceOf(IOException.class)
                .hasMessageContaining("it is a pipe");

        release(pipe);
        Path file = Files.createFile(process.resolve("file"));
        try (FileChannel opened = FileOpening.open(file, READ, FileChecks.ownUid())) {
            assertThat(opened.isOpen()).isTrue();
        }
    }
}
