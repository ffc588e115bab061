// SPDX-License-Identifier: Apache-2.0
// Copyright the Oriel authors.
package io.oriel.shm.process;

import io.oriel.api.config.DriverMode;
import io.oriel.api.config.OrielConfig;
import io.oriel.shm.driver.DriverHost;
import io.oriel.testing.process.Child;
import io.oriel.testing.process.ChildProcess;
import io.oriel.testing.process.JvmCommand;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;

/** A child that can also run a media driver for shared memory. */
public final class ShmChild {
    private ShmChild() {}

    /**
     * Runs the child.
     *
     * @param arguments none
     * @throws InterruptedException never
     */
    public static void main(String[] arguments) throws InterruptedException {
        Child.run(Map.of(
                "host-driver", words -> hostDriver(),
                "wall-clock", words -> Long.toString(System.currentTimeMillis()),
                "look-at-exit", words -> lookAtExit(Path.of(words[1]))));
    }

    /** Has an exit hook tell whether the files are there still. */
    private static String lookAtExit(Path directory) {
        String own = "p-" + ProcessHandle.current().pid() + "-";
        Thread hook = new Thread(() -> {
            try (Stream<Path> entries = Files.list(directory)) {
                boolean isThere =
                        entries.anyMatch(entry -> entry.getFileName().toString().startsWith(own));
                System.out.println(isThere ? "its directory is there" : "its directory is gone");
            } catch (IOException e) {
                System.out.println("failed " + e);
            }
        });
        Runtime.getRuntime().addShutdownHook(hook);
        return "done";
    }

    private static String hostDriver() {
        DriverHost unused = DriverHost.start(
                OrielConfig.fromSystemProperties(), error -> System.err.println("the driver reports " + error));
        return "hosting";
    }

    static ChildProcess start(Path directory) {
        return ChildProcess.start(command(directory));
    }

    /** Starts a child that joins a driver, or hosts one. */
    static ChildProcess startExternal(Path directory) {
        return ChildProcess.start(command(directory).with(List.of("-Doriel.driver.mode=EXTERNAL")));
    }

    /** Starts a child by a command before the JVM's, for a driver of its own or the one that runs apart. */
    static ChildProcess startBehind(List<String> prefix, Path directory, DriverMode mode) {
        return ChildProcess.start(command(directory).behind(prefix).with(List.of("-Doriel.driver.mode=" + mode)));
    }

    /** Starts a child as another user would: by a command before the JVM's, and with another class path. */
    static ChildProcess startAs(List<String> prefix, String classPath, Path directory) {
        return ChildProcess.start(command(directory).behind(prefix).withClassPath(classPath));
    }

    private static JvmCommand command(Path directory) {
        return JvmCommand.of(ShmChild.class).with(List.of("-Doriel.sharedMemory.directory=" + directory));
    }
}
