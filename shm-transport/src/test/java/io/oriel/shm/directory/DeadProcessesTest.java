// SPDX-License-Identifier: Apache-2.0
// Copyright the Oriel authors.
package io.oriel.shm.directory;

import static org.assertj.core.api.Assertions.assertThat;

import io.oriel.shm.ShmTestBed;
import io.oriel.shm.memory.LinkFile;
import io.oriel.shm.memory.MappedRegion;
import io.oriel.shm.memory.WordsFile;
import io.oriel.testing.resource.Directories;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

final class DeadProcessesTest {
    private final Path path = ShmTestBed.freshDirectory();
    private final BaseDirectory base = BaseDirectory.open(path);
    private final ProcessDirectory self = ProcessDirectory.create(base);
    private final Path dead = path.resolve("p-1-2-3-0123456789abcdef");

    @AfterEach
    void removeDirectory() {
        self.close();
        Directories.delete(path);
    }

    @Test
    void areClearedWithAllThatIsOriels() throws IOException {
        Files.createDirectories(dead.resolve("d-0123456789abcdef/publications"));
        Files.writeString(dead.resolve("d-0123456789abcdef/publications/1.logbuffer"), "x");
        Files.writeString(dead.resolve("alive"), "");
        Files.writeString(dead.resolve("l-0123456789abcdef"), "x");
        Files.writeString(dead.resolve("w-0123456789abcdef"), "x");
        Files.writeString(dead.resolve("r-0123456789abcdef"), "x");
        Files.writeString(dead.resolve("t-0123456789abcdef"), "x");

        DeadProcesses.clear(base, self.name());

        assertThat(dead).doesNotExist();
        assertThat(self.path()).exists();
    }

    /** What is made in a process' directory has a name by which it is known as Oriel's. */
    @Test
    void takeTheirRealFilesWithThem() {
        ProcessDirectory another = ProcessDirectory.create(base);
        LinkFile.create(another);
        WordsFile.create(another, 1);
        MappedRegion.create(another, 4096, region -> {});

        another.close();

        assertThat(another.path()).doesNotExist();
    }

    @Test
    void keepFilesThatAreNotOriels() throws IOException {
        Files.createDirectories(dead);
        Files.writeString(dead.resolve("alive"), "");
        Files.writeString(dead.resolve("diary"), "x");
        Files.writeString(path.resolve("diary"), "x");

        DeadProcesses.clear(base, self.name());

        assertThat(dead.resolve("diary")).exists();
        assertThat(dead.resolve("alive")).doesNotExist();
        assertThat(path.resolve("diary")).exists();
    }

    @Test
    void areClearedWithoutFollowingLinks() throws IOException {
        Path elsewhere = ShmTestBed.freshDirectory();
        Files.createDirectory(elsewhere);
        Files.writeString(elsewhere.resolve("w-0123456789abcdef"), "x");
        Files.createDirectories(dead);
        Files.writeString(dead.resolve("alive"), "");
        Files.createSymbolicLink(dead.resolve("d-0123456789abcdef"), elsewhere);
        Files.createSymbolicLink(path.resolve("p-3-4-5-0123456789abcdef"), elsewhere);

        DeadProcesses.clear(base, self.name());

        assertThat(dead).doesNotExist();
        assertThat(elsewhere.resolve("w-0123456789abcdef")).exists();
        assertThat(path.resolve("p-3-4-5-0123456789abcdef")).isSymbolicLink();
        Directories.delete(elsewhere);
    }

    @Test
    void areNotFoundAmongTheLocksOfThisProcess() throws IOException {
        ProcessDirectory another = ProcessDirectory.create(base);

        assertThat(DeadProcesses.isDead(base, another.name(), self.name())).isFalse();
        DeadProcesses.clear(base, self.name());

        assertThat(another.path()).exists();
        another.close();
        assertThat(another.path()).doesNotExist();
    }

    /** It may have been renamed for a moment. */
    @Test
    void areNotThoseWhoseDirectoryIsNotFound() {
        assertThat(DeadProcesses.isDead(base, new ProcessName(1, 2, 3, "0123456789abcdef"), self.name()))
                .isFalse();
    }

    /** As a cleaner of temporary files leaves the directory of a process that lives. */
    @Test
    void areNotThoseWhoseLockIsNotFound() throws IOException {
        Files.createDirectories(dead);
        Files.writeString(dead.resolve("w-0123456789abcdef"), "x");

        DeadProcesses.clear(base, self.name());

        assertThat(dead.resolve("w-0123456789abcdef")).exists();
    }

    @Test
    void areClearedWhenTheyEndedWhileTheirDirectoryWasMadeOrRemoved() throws IOException {
        Path unfinished = Files.createDirectories(path.resolve("t-0123456789abcdef"));
        Files.writeString(unfinished.resolve("alive"), "");
        Files.createDirectories(dead);

        DeadProcesses.clear(base, self.name());

        assertThat(unfinished).doesNotExist();
        assertThat(dead).doesNotExist();
    }

    /** By a link to this process's directory, by which another user's would name it; or by another name of the lock. */
    @ParameterizedTest
    @ValueSource(booleans = {true, false})
    void doNotCostThisProcessItsLock(boolean isDirectoryLinked) throws IOException {
        ProcessName liar = new ProcessName(1, 2, 3, "0123456789abcdef");
        if (isDirectoryLinked) {
            Files.createSymbolicLink(path.resolve(liar.toString()), self.path());
        } else {
            Files.createDirectories(dead);
            Files.createLink(dead.resolve("alive"), self.path().resolve("alive"));
        }

        DeadProcesses.clear(base, self.name());

        assertThat(DeadProcesses.isDead(base, liar, self.name())).isFalse();
        assertThat(locksOf(self.path().resolve("alive"))).isOne();
    }

    /** As the kernel lists them. */
    static long locksOf(Path file) throws IOException {
        String inode = ":" + Files.getAttribute(file, "unix:ino") + " ";
        try (Stream<String> lines = Files.lines(Path.of("/proc/locks"))) {
            return lines.filter(line -> line.contains(inode)).count();
        }
    }

    @Test
    void areNotThoseWhoHavePutAPipeInThePlaceOfTheirLock() throws IOException, InterruptedException {
        ProcessName another = new ProcessName(1, 2, 3, "0123456789abcdef");
        Path directory = Files.createDirectory(path.resolve(another.toString()));
        DirectoryLockTest.makePipe(directory.resolve("alive"));

        CompletableFuture<Boolean> isDead =
                CompletableFuture.supplyAsync(() -> DeadProcesses.isDead(base, another, self.name()));

        assertThat(isDead.orTimeout(DirectoryLockTest.PATIENCE_SECONDS, TimeUnit.SECONDS)
                        .join())
                .isFalse();
    }
}
