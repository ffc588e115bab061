// SPDX-License-Identifier: Apache-2.0
// Copyright the Oriel authors.
package io.oriel.shm.media;

import io.aeron.driver.MediaDriver;
import io.aeron.driver.ThreadingMode;
import io.oriel.api.config.DriverConfig;
import io.oriel.api.config.OrielConfig;
import io.oriel.shm.ShmTestBed;
import io.oriel.shm.directory.BaseDirectory;
import io.oriel.shm.directory.ProcessDirectory;
import io.oriel.shm.driver.DriverHost;
import io.oriel.testing.process.Child;
import io.oriel.testing.resource.Directories;
import io.oriel.testing.resource.LibrarySettings;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import java.util.stream.Collectors;

/** A child that reports the settings of its media driver and of that driver's client. */
public final class SettingsChild {
    static final String SEPARATOR = "; ";
    /** Which differ from one driver to the next. */
    private static final List<String> OF_ONE_DRIVER = List.of("aeronDirectoryName", "clientId");

    private SettingsChild() {}

    /**
     * Runs the child.
     *
     * @param arguments none
     * @throws InterruptedException never
     */
    public static void main(String[] arguments) throws InterruptedException {
        System.setOut(LibrarySettings.without(System.out, "Using debug timeout")); // Aeron's, under a debugger
        Child.run(Map.of(
                "settings", words -> settings(),
                "set", words -> set(words[1], words[2]),
                "host-driver", words -> hostDriver()));
    }

    private static String set(String property, String value) {
        System.setProperty(property, value);
        return "done";
    }

    private static String hostDriver() {
        DriverHost unused = DriverHost.start(OrielConfig.fromSystemProperties(), SettingsChild::fail);
        return "hosting";
    }

    /** Starts a media driver as a provider would, and a client of it. */
    static String settings() {
        Path path = ShmTestBed.freshDirectory();
        ProcessDirectory process = ProcessDirectory.create(BaseDirectory.open(path));
        Path directory = process.path().resolve("d-settings");
        long deadlineNs = System.nanoTime() + TimeUnit.SECONDS.toNanos(10);
        try (MediaDriver driver = DriverSetup.launch(
                        directory,
                        process,
                        DriverConfig.defaults(),
                        SettingsChild::fail,
                        context -> context.threadingMode(ThreadingMode.INVOKER));
                DriverClient client =
                        DriverClient.connectTurned(directory, SettingsChild::fail, () -> {}, deadlineNs)) {
            return describe("driver", driver.context())
                    + SEPARATOR
                    + describe("client", client.aeron().context());
        } finally {
            process.close();
            Directories.delete(path);
        }
    }

    private static String describe(String owner, Object context) {
        return LibrarySettings.effective(context).entrySet().stream()
                .filter(each -> !OF_ONE_DRIVER.contains(each.getKey()))
                .map(each -> owner + " " + each)
                .collect(Collectors.joining(SEPARATOR));
    }

    private static void fail(Throwable failure) {
        throw new AssertionError(failure);
    }
}
