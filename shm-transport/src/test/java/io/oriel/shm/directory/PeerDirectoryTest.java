// SPDX-License-Identifier: Apache-2.0
// Copyright the Oriel authors.
package io.oriel.shm.directory;

import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import io.oriel.api.config.SharingConfig;
import io.oriel.shm.ShmTestBed;
import io.oriel.shm.rights.FileChecks;
import io.oriel.testing.resource.Directories;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.UserPrincipal;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** What a peer of another user says of its process. */
final class PeerDirectoryTest {
    private static final int GROUP = 30001;
    private static final int LIAR = 20004;

    private final Path path = ShmTestBed.freshDirectory();

    @BeforeEach
    void requireRoot() throws IOException {
        assumeTrue(FileChecks.ownUid() == 0, "only root can give files to another user");
    }

    @AfterEach
    void removeDirectory() {
        Directories.delete(path);
    }

    @Test
    void isNotTakenForThisProcess() {
        assertThatThrownBy(() -> open(ProcessName.create()))
                .isInstanceOf(IOException.class)
                .hasMessageContaining("names itself as this process");
    }

    @Test
    void isNoProcessOfAThirdUser() throws IOException {
        ProcessName own = ProcessName.create();
        long start = Long.parseLong(Files.readString(Path.of("/proc/1/stat"))
                .replaceAll("(?s).*[)] ", "")
                .split(" ", -1)[19]);

        assertThatThrownBy(() -> open(new ProcessName(1, start, own.namespace(), "0123456789abcdef")))
                .isInstanceOf(IOException.class)
                .hasMessageContaining("no process of user " + LIAR);
    }

    @Test
    void livesAsLongAsItHasItsLock() {
        assertThatThrownBy(() -> open(new ProcessName(1, 2, 3, "0123456789abcdef")))
                .isInstanceOf(IOException.class)
                .hasMessageContaining("locked by no process");
    }

    /** Opens a directory of another user. */
    private PeerDirectory open(ProcessName name) throws IOException {
        BaseDirectory base = BaseDirectory.open(path, SharingConfig.defaults().withGroup(Integer.toString(GROUP)));
        Path directory = Files.createDirectory(path.resolve(name.toString()));
        Path alive = Files.createFile(directory.resolve("alive"));
        for (Path each : new Path[] {alive, directory}) {
            Files.setAttribute(each, "unix:uid", LIAR);
            Files.setAttribute(each, "unix:gid", GROUP);
        }
        Files.setAttribute(directory, "unix:mode", 02710);
        UserPrincipal user = Files.getOwner(directory);
        return PeerDirectory.open(base, name, user);
    }
}
