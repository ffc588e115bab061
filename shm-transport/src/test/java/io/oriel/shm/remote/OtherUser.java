// SPDX-License-Identifier: Apache-2.0
// Copyright the Oriel authors.
package io.oriel.shm.remote;

import static org.junit.jupiter.api.Assumptions.assumeTrue;

import io.aeron.Aeron;
import io.aeron.driver.MediaDriver;
import io.oriel.api.Adapter;
import io.oriel.engine.EngineProviderFactory;
import io.oriel.shm.ShmTransportFactory;
import io.oriel.shm.directory.ReadableClasses;
import io.oriel.testing.process.JvmCommand;
import io.oriel.testing.resource.Directories;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.Map;
import org.agrona.DirectBuffer;
import org.assertj.core.api.Assertions;

/**
 * Starts the peer's process as a user of no rights, in a group. A program in the place of the JVM becomes that user before it is
 * the JVM, and lets the user reach the socket where the test waits.
 */
final class OtherUser implements AutoCloseable {
    static final int UID = 20002;
    static final int GROUP = 30001;

    private static final int READABLE = 0755;
    private static final String HOME = "java.home";
    private static final String CLASS_PATH = "java.class.path";
    private static final String PROGRAM =
            """
            #!/bin/sh
            for socket; do :; done
            chmod 755 "$(dirname "$socket")"
            chmod 666 "$socket"
            exec setpriv --reuid=%d --regid=%d --clear-groups '%s' "$@"
            """;

    private final Path home;
    private final ReadableClasses classes;

    private OtherUser(Path home, ReadableClasses classes) {
        this.home = home;
        this.classes = classes;
    }

    static OtherUser create() {
        try {
            assumeTrue(
                    Files.getAttribute(Path.of("/proc/self"), "unix:uid").equals(0),
                    "only root can become another user");
            Path home = Directories.make("oh");
            Files.setAttribute(home, "unix:mode", READABLE);
            Path java = Files.createDirectory(home.resolve("bin")).resolve("java");
            Files.writeString(java, PROGRAM.formatted(UID, GROUP, Path.of(System.getProperty(HOME), "bin", "java")));
            Files.setAttribute(java, "unix:mode", READABLE);
            return new OtherUser(
                    home,
                    ReadableClasses.copy(
                            PeerMain.class,
                            JvmCommand.class,
                            ShmTransportFactory.class,
                            EngineProviderFactory.class,
                            Adapter.class,
                            DirectBuffer.class,
                            Aeron.class,
                            MediaDriver.class,
                            Assertions.class));
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    PeerProcess start() {
        Map<String, String> former = new HashMap<>();
        former.put(HOME, System.setProperty(HOME, home.toString()));
        former.put(CLASS_PATH, System.setProperty(CLASS_PATH, classes.classPath()));
        try {
            return PeerProcess.start();
        } finally {
            former.forEach(System::setProperty);
        }
    }

    @Override
    public void close() {
        classes.close();
        Directories.delete(home);
    }
}
