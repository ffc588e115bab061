// SPDX-License-Identifier: Apache-2.0
// Copyright the Oriel authors.
package io.oriel.examples;

import io.oriel.testing.junit.WholeBuild;
import io.oriel.testing.process.ChildJvm;
import io.oriel.testing.process.JvmCommand;
import io.oriel.testing.resource.Directories;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.DatagramSocket;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.extension.AfterEachCallback;
import org.junit.jupiter.api.extension.BeforeEachCallback;
import org.junit.jupiter.api.extension.ExtensionContext;

/** The processes of a test that kills them under load, on one medium, with a directory of their own; all gone when it ends. */
public final class MortalProcesses implements BeforeEachCallback, AfterEachCallback {
    /** For how long processes are killed: {@code -Doriel.test.exampleSeconds}. */
    public static final int SECONDS = Integer.getInteger("oriel.test.exampleSeconds", 2);

    /** How long a process may take to end by itself. */
    public static final long PATIENCE_SECONDS = 40;

    private final List<ChildJvm> children = new ArrayList<>();
    private Path directory = Path.of("/dev/shm");
    private String medium = "";

    /**
     * Returns on which media a test is to run: a build by hand tries shared memory alone.
     *
     * @return names of media
     */
    public static List<String> media() {
        return WholeBuild.RUNS ? List.of("SHM", "UDP") : List.of("SHM");
    }

    @Override
    public void beforeEach(ExtensionContext context) {
        directory = Directories.make("oriel-ex");
    }

    @Override
    public void afterEach(ExtensionContext context) {
        children.forEach(ChildJvm::close);
        children.clear();
        Directories.delete(directory);
    }

    /** Chooses the medium of those that are started from now on. */
    public void meetBy(String on) {
        medium = on;
    }

    public String medium() {
        return medium;
    }

    /** Returns a file of the test's own. */
    public Path file(String name) {
        return directory.resolve(name);
    }

    public ChildJvm start(Class<?> main, String... arguments) {
        ChildJvm child = JvmCommand.of(main, arguments)
                .with(List.of(
                        "-Doriel.medium=" + medium,
                        "-Doriel.sharedMemory.directory=" + mediaDirectory(),
                        "-Doriel.timeouts.deadPeer=500"))
                .start();
        children.add(child);
        return child;
    }

    private Path mediaDirectory() {
        return directory.resolve("d");
    }

    public static int freePort() {
        try (DatagramSocket free = new DatagramSocket(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0))) {
            return free.getLocalPort();
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    /** Kills a process, and waits until it is gone. */
    public static void kill(ChildJvm child) {
        child.kill();
        child.awaitEnd();
    }

    /** Reads what a process has written: nothing if it was killed before it began, and not a last line that it did not live to end. */
    public static List<String> wholeLines(Path file) throws IOException {
        if (Files.notExists(file)) {
            return List.of();
        }
        String text = Files.readString(file);
        return text.substring(0, text.lastIndexOf('\n') + 1).lines().toList();
    }

    /** Lists the files that the medium has left, but for its locks. */
    public List<Path> remains() throws IOException {
        if (Files.notExists(mediaDirectory())) {
            return List.of();
        }
        try (Stream<Path> files = Files.walk(mediaDirectory())) {
            return files.filter(Files::isRegularFile)
                    .filter(file -> !file.endsWith("lock"))
                    .toList();
        }
    }
}
