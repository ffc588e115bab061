// SPDX-License-Identifier: Apache-2.0
// Copyright the Oriel authors.
package io.oriel.shm.directory;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import io.oriel.api.NdException;
import io.oriel.api.NdStatus;
import io.oriel.api.config.SharingConfig;
import io.oriel.engine.EngineProviderFactory;
import io.oriel.shm.ShmTestBed;
import io.oriel.shm.rights.FileChecks;
import io.oriel.testing.process.JvmCommand;
import io.oriel.testing.resource.Directories;
import io.oriel.testing.resource.ReadableClasses;
import java.io.IOException;
import java.lang.ProcessBuilder.Redirect;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.List;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

final class BaseDirectoryTest {
    private static final int NOBODY = 65534;

    private final Path path = ShmTestBed.freshDirectory();

    @AfterEach
    void removeDirectory() {
        Directories.delete(path);
    }

    @Test
    void isMadeForItsOwnerAlone() throws IOException {
        BaseDirectory directory = BaseDirectory.open(path);

        assertThat(PosixFilePermissions.toString(Files.getPosixFilePermissions(path)))
                .isEqualTo("rwx------");
        assertThat(directory.members().self()).isEqualTo(Files.getOwner(path));
        assertThat(BaseDirectory.open(path).path()).isEqualTo(path);
    }

    @Test
    void missesNothingOfAProcessThatEnds() throws IOException {
        try (ProcessDirectory process = ProcessDirectory.create(BaseDirectory.open(path))) {
            Files.delete(process.at(ProcessDirectory.ALIVE));
            assertThat(process.isLost()).isTrue();

            process.end();

            assertThat(process.isLost()).isFalse();
        }
    }

    @Test
    void isRefusedIfOthersMayEnterIt() throws IOException {
        Files.createDirectory(path);
        Files.setPosixFilePermissions(path, PosixFilePermissions.fromString("rwxr-x---"));

        assertThatThrownBy(() -> BaseDirectory.open(path))
                .isInstanceOfSatisfying(
                        NdException.class, e -> assertThat(e.status()).isEqualTo(NdStatus.INSUFFICIENT_RESOURCES))
                .hasMessageContaining(path.toString())
                .hasMessageContaining("0750")
                .hasMessageContaining("0700")
                .hasMessageContaining("chmod")
                .hasMessageContaining("oriel.sharedMemory.directory");
    }

    @Test
    void ofAGroupIsRefusedIfMembersCanReplaceEachOthersFiles() throws IOException {
        Files.createDirectory(path);
        String group = Files.getAttribute(path, "unix:gid").toString();
        SharingConfig sharing = SharingConfig.defaults().withGroup(group);
        Files.setAttribute(path, "unix:mode", 02770);

        assertThatThrownBy(() -> BaseDirectory.open(path, sharing))
                .isInstanceOf(NdException.class)
                .hasMessageContaining("2770")
                .hasMessageContaining("run: chmod 3770 " + path);

        Files.setAttribute(path, "unix:mode", 03770);
        assertThat(BaseDirectory.open(path, sharing).path()).isEqualTo(path);
    }

    @Test
    void isRefusedIfItIsALink() throws IOException {
        Path target = ShmTestBed.freshDirectory();
        BaseDirectory.open(target);
        Files.createSymbolicLink(path, target);

        assertThatThrownBy(() -> BaseDirectory.open(path))
                .isInstanceOf(NdException.class)
                .hasMessageContaining("symbolic link");

        Files.delete(path);
        Directories.delete(target);
    }

    @Test
    void isRefusedIfItIsAFile() throws IOException {
        Files.createFile(path);

        assertThatThrownBy(() -> BaseDirectory.open(path))
                .isInstanceOf(NdException.class)
                .hasMessageContaining("not a directory");
    }

    @Test
    void namesAMissingParent() {
        assertThatThrownBy(() -> BaseDirectory.open(path.resolve("child")))
                .isInstanceOfSatisfying(
                        NdException.class, e -> assertThat(e.status()).isEqualTo(NdStatus.INSUFFICIENT_RESOURCES))
                .hasMessageContaining("parent " + path + " does not exist");
    }

    @Test
    void isRefusedIfItBelongsToAnotherUser() throws IOException, InterruptedException {
        assumeTrue(FileChecks.ownUid() == 0, "only root can run a process as another user");
        BaseDirectory.open(path);

        assertThat(openAsNobody(path)).contains("belongs to user id 0").contains("user id " + NOBODY);
    }

    @Test
    void namesAParentInWhichItMayNotBeMade() throws IOException, InterruptedException {
        assumeTrue(FileChecks.ownUid() == 0, "root may write everywhere, and only root can become another user");
        Files.createDirectory(path);
        Files.setPosixFilePermissions(path, PosixFilePermissions.fromString("rwxr-xr-x"));

        assertThat(openAsNobody(path.resolve("child")))
                .contains("user id " + NOBODY + " has no right to it")
                .contains("INSUFFICIENT_RESOURCES");
    }

    @Test
    void isMadeRightWhateverTheUmaskIs() throws IOException, InterruptedException {
        Process process = JvmCommand.of(OpenMain.class, path.toString())
                .behind(List.of("sh", "-c", "umask 0277; exec \"$@\"", "sh"))
                .launch(Redirect.INHERIT);

        assertThat(output(process)).isEqualTo("opened");
        assertThat(PosixFilePermissions.toString(Files.getPosixFilePermissions(path)))
                .isEqualTo("rwx------");
    }

    private static String openAsNobody(Path directory) throws IOException, InterruptedException {
        try (ReadableClasses classes = ReadableClasses.copy(
                OpenMain.class, BaseDirectory.class, EngineProviderFactory.class, NdException.class)) {
            Process process = JvmCommand.of(OpenMain.class, directory.toString())
                    .behind(List.of("setpriv", "--reuid=" + NOBODY, "--regid=" + NOBODY, "--clear-groups"))
                    .withClassPath(classes.classPath())
                    .launch(Redirect.INHERIT);
            return output(process);
        }
    }

    private static String output(Process process) throws IOException, InterruptedException {
        String output = new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8).strip();
        assertThat(process.waitFor(1, TimeUnit.MINUTES)).isTrue();
        return output;
    }
}
