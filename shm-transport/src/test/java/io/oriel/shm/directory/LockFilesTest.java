// SPDX-License-Identifier: Apache-2.0
// Copyright the Oriel authors.
package io.oriel.shm.directory;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.oriel.shm.ShmTestBed;
import io.oriel.shm.rights.FileChecks;
import io.oriel.testing.resource.Directories;
import java.io.IOException;
import java.nio.channels.FileChannel;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/** Files that this process has locked, under names that others gave them. */
final class LockFilesTest {
    private final Path path = ShmTestBed.freshDirectory();
    private final BaseDirectory base = BaseDirectory.open(path);
    private final ProcessDirectory self = ProcessDirectory.create(base);
    private final Path alive = self.path().resolve("alive");

    @AfterEach
    void removeDirectory() {
        self.close();
        Directories.delete(path);
    }

    @Test
    void areNotOpenedUnderAnotherName() throws IOException {
        Path another = Files.createLink(path.resolve("another"), alive);

        assertThatThrownBy(() -> LockFiles.open(another, FileChecks.ownUid()))
                .isInstanceOf(IOException.class)
                .hasMessageContaining("lock");

        assertThat(DeadProcessesTest.locksOf(alive)).isOne();
    }

    /** The name was exchanged between the look and the opening. */
    @Test
    void keepTheirLockThoughTheyWereOpened() throws IOException {
        FileChannel opened = FileChannel.open(alive, StandardOpenOption.READ);

        LockFiles.close(opened);

        assertThat(DeadProcessesTest.locksOf(alive)).isOne();
    }

    @Test
    void ofTheBaseDirectoryAreKeptLikewise() {
        base.locked(() -> {
            try {
                LockFiles.close(FileChannel.open(path.resolve("lock"), StandardOpenOption.READ));
                assertThat(DeadProcessesTest.locksOf(path.resolve("lock"))).isOne();
                return true;
            } catch (IOException e) {
                throw new AssertionError(e);
            }
        });
    }

    @Test
    void thatAreOthersAreClosed() throws IOException {
        Path file = Files.createFile(path.resolve("file"));
        FileChannel opened = LockFiles.open(file, FileChecks.ownUid());

        LockFiles.close(opened);

        assertThat(opened.isOpen()).isFalse();
    }
}
