// SPDX-License-Identifier: Apache-2.0
// Copyright the Oriel authors.
package io.oriel.shm.process;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import io.aeron.Aeron;
import io.aeron.driver.MediaDriver;
import io.oriel.api.Adapter;
import io.oriel.api.NdException;
import io.oriel.api.NdStatus;
import io.oriel.engine.EngineProviderFactory;
import io.oriel.shm.ShmTransportFactory;
import io.oriel.testing.process.Child;
import io.oriel.testing.process.ChildProcess;
import io.oriel.testing.process.JvmCommand;
import io.oriel.testing.process.Party;
import io.oriel.testing.resource.ReadableClasses;
import java.io.IOException;
import java.lang.ProcessBuilder.Redirect;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;
import org.agrona.DirectBuffer;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.extension.RegisterExtension;

/** Directories that cannot be trusted, and users who are not to be. */
@Timeout(60)
class DirectoryIT {
    private static final int NOBODY = 65534;
    private static final List<String> AS_NOBODY =
            List.of("setpriv", "--reuid=" + NOBODY, "--regid=" + NOBODY, "--clear-groups");

    @RegisterExtension
    final Stage stage = new Stage();

    @Test
    void aDirectoryOfAnotherUserIsRefused() throws IOException {
        assumeRoot();
        Path other = Files.createDirectory(stage.directory().resolve("d"));
        Files.setAttribute(other, "unix:uid", NOBODY, LinkOption.NOFOLLOW_LINKS);

        requireRefusal(other, "belongs to user id " + NOBODY);
    }

    @Test
    void aDirectoryThatOthersMayEnterIsRefused() throws IOException {
        Path open = Files.createDirectory(stage.directory().resolve("d"));
        Files.setPosixFilePermissions(open, PosixFilePermissions.fromString("rwxr-xr-x"));

        requireRefusal(open, "its mode is 0755", "chmod 0700 " + open);
    }

    @Test
    void aLinkIsRefused() throws IOException {
        Path target = Files.createDirectory(stage.directory().resolve("t"));
        Files.setPosixFilePermissions(target, PosixFilePermissions.fromString("rwx------"));
        Path link = Files.createSymbolicLink(stage.directory().resolve("d"), target);

        requireRefusal(link, "symbolic link", "remove the link");
        assertThat(target).isEmptyDirectory();
    }

    @Test
    void aMissingParentIsNamed() {
        Path parent = stage.directory().resolve("missing");

        requireRefusal(parent.resolve("d"), "its parent " + parent + " does not exist");
    }

    private void requireRefusal(Path directory, String... parts) {
        assertThatThrownBy(() -> stage.newProvider(Stage.configIn(directory)))
                .isInstanceOfSatisfying(
                        NdException.class, e -> assertThat(e.status()).isEqualTo(NdStatus.INSUFFICIENT_RESOURCES))
                .hasMessageContaining(directory.toString())
                .hasMessageContaining("oriel.sharedMemory.directory")
                .hasMessageContainingAll(parts);
    }

    @Test
    void anotherUserIsRefusedAndDisturbsNobody() throws Exception {
        assumeRoot();
        Party one = new Party(stage.newProvider());
        Party other = new Party(stage.newProvider());
        other.listen();
        ReadableClasses classes = readableClasses();
        ChildProcess stranger = stage.add(ShmChild.startAs(AS_NOBODY, classes.classPath(), stage.directory()));

        assertThat(stranger.ask("open"))
                .startsWith("failed INSUFFICIENT_RESOURCES")
                .contains(stage.directory().toString(), "belongs to user id 0", "user id " + NOBODY);

        KillScene.requireConnection(one, other);
    }

    @Test
    void anotherUserWhoReachesASocketIsTurnedAway() throws Exception {
        assumeRoot();
        Party one = new Party(stage.newProvider());
        Party other = new Party(stage.newProvider());
        other.listen();
        ReadableClasses classes = readableClasses();
        List<Path> sockets = new ArrayList<>();
        try (Stream<Path> entries = Files.list(stage.directory())) {
            entries.filter(entry -> entry.getFileName().toString().matches("s-.*|d\\.sock"))
                    .forEach(sockets::add);
        }
        assertThat(sockets).hasSize(1);
        assertThat(dialAsNobody(classes, sockets.get(0))).startsWith("failed: Permission denied");

        // As an administrator might, by mistake.
        Files.setPosixFilePermissions(stage.directory(), PosixFilePermissions.fromString("rwxr-xr-x"));
        for (Path socket : sockets) {
            assertThat(dialAsNobody(classes, socket)).startsWith("failed: Permission denied");
            Files.setPosixFilePermissions(socket, PosixFilePermissions.fromString("rw-rw-rw-"));
            assertThat(dialAsNobody(classes, socket))
                    .matches("ended after 0 bytes|failed: (Connection reset|Broken pipe).*");
        }
        Files.setPosixFilePermissions(stage.directory(), PosixFilePermissions.fromString("rwx------"));

        KillScene.requireConnection(one, other);
    }

    private ReadableClasses readableClasses() throws IOException {
        return stage.closing(ReadableClasses.copy(
                Child.class,
                ShmChild.class,
                ShmTransportFactory.class,
                EngineProviderFactory.class,
                Adapter.class,
                DirectBuffer.class,
                Aeron.class,
                MediaDriver.class));
    }

    private static String dialAsNobody(ReadableClasses classes, Path socket) throws IOException {
        Process process = JvmCommand.of(DialMain.class, socket.toString())
                .behind(AS_NOBODY)
                .withClassPath(classes.classPath())
                .launch(Redirect.INHERIT);
        return new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8).strip();
    }

    private static void assumeRoot() throws IOException {
        assumeTrue(
                (Integer) Files.getAttribute(Path.of("/proc/self"), "unix:uid") == 0,
                "only root can become another user");
    }
}
