// SPDX-License-Identifier: Apache-2.0
// Copyright the Oriel authors.
package io.oriel.udp.process;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import io.aeron.Aeron;
import io.aeron.driver.MediaDriver;
import io.oriel.api.Adapter;
import io.oriel.engine.EngineProviderFactory;
import io.oriel.testing.process.Child;
import io.oriel.testing.process.ChildProcess;
import io.oriel.testing.process.JvmCommand;
import io.oriel.testing.resource.Directories;
import io.oriel.testing.resource.ReadableClasses;
import io.oriel.udp.UdpTransportFactory;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.agrona.DirectBuffer;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Users to whom the password file gives no name, as in containers. */
@Timeout(60)
class EnvironmentUsersIT {
    private static final List<Integer> USERS = List.of(12345, 12346);

    @RegisterExtension
    final UdpStage stage = new UdpStage();

    @BeforeEach
    void requireRoot() throws IOException {
        assumeTrue(
                Files.getAttribute(Path.of("/proc/self"), "unix:uid").equals(0), "only root can become another user");
        removeDirectories();
    }

    @AfterEach
    void removeDirectories() {
        USERS.forEach(user -> Directories.delete(defaultDirectory(user)));
    }

    private static Path defaultDirectory(int user) {
        return Path.of("/dev/shm/oriel-" + user);
    }

    private ChildProcess start(String umask, int user) throws IOException {
        return stage.start(command(umask, user).with(List.of("-Doriel.medium=UDP")));
    }

    private JvmCommand command(String umask, int user) throws IOException {
        ReadableClasses classes = stage.closing(ReadableClasses.copy(
                Child.class,
                UdpTransportFactory.class,
                EngineProviderFactory.class,
                Adapter.class,
                DirectBuffer.class,
                Aeron.class,
                MediaDriver.class));
        String limited =
                "umask " + umask + "; exec setpriv --reuid=" + user + " --regid=" + user + " --clear-groups \"$@\"";
        return JvmCommand.of(Child.class)
                .behind(List.of("sh", "-c", limited, "sh"))
                .withClassPath(classes.classPath());
    }

    @Test
    void haveADirectoryEach() throws IOException {
        for (int user : USERS) {
            start("0022", user).order("open", "opened");
        }

        assertThat(USERS)
                .allSatisfy(user -> assertThat(Files.getAttribute(defaultDirectory(user), "unix:uid"))
                        .isEqualTo(user));
    }

    /** Aeron makes its directories and files with what the umask leaves. */
    @ParameterizedTest
    @ValueSource(strings = {"0177", "0277"})
    void areToldOfAUmaskThatTakesTheirOwnRights(String umask) throws IOException {
        assertThat(start(umask, USERS.get(0)).ask("open"))
                .startsWith("failed INSUFFICIENT_RESOURCES")
                .contains("the umask of this process, " + umask)
                .contains("start it with the umask 0077");
    }
}
