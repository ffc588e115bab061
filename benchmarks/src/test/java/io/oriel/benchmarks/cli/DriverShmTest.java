// SPDX-License-Identifier: Apache-2.0
// Copyright the Oriel authors.
package io.oriel.benchmarks.cli;

import static java.util.Objects.requireNonNull;
import static org.assertj.core.api.Assertions.assertThat;

import io.oriel.api.NetworkDirect;
import io.oriel.api.Provider;
import io.oriel.api.config.Medium;
import io.oriel.api.config.OrielConfig;
import io.oriel.benchmarks.process.PeerProcess;
import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.net.InetAddress;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;

/** The driver in a process of its own, and what {@code info} says of it. */
@Tag("shm")
@ExtendWith(OwnDirectory.class)
class DriverShmTest {
    @Test
    void runsUntilItIsToldToEnd() throws IOException, InterruptedException {
        assertThat(info()).containsPattern("processes +none");
        Process driver = new ProcessBuilder(PeerProcess.command(Main.class, List.of(), "driver"))
                .redirectError(ProcessBuilder.Redirect.INHERIT)
                .start();
        try (BufferedReader reader =
                new BufferedReader(new InputStreamReader(driver.getInputStream(), StandardCharsets.UTF_8))) {
            assertThat(requireNonNull(reader.readLine()))
                    .isEqualTo("the media driver runs in " + OwnDirectory.path() + "; end it with Ctrl-C");
            assertThat(info())
                    .containsPattern("process " + driver.pid() + ": alive\n +media driver that takes connections on "
                            + OwnDirectory.path().resolve("d.sock") + " in " + OwnDirectory.path() + "/p-\\S+/h-");
        } finally {
            driver.destroy();
        }
        driver.waitFor();

        assertThat(info()).containsPattern("processes +none");
        assertThat(Files.exists(OwnDirectory.path().resolve("d.sock"))).isFalse();
    }

    @Test
    void isNamedOnceWithItsDirectory() throws IOException {
        OrielConfig config = OrielConfig.fromSystemProperties();
        InetAddress address = InetAddress.getLoopbackAddress();
        try (Provider shared = NetworkDirect.open(config.withMedium(Medium.SHM));
                Provider between = NetworkDirect.open(config.withMedium(Medium.UDP))) {
            shared.openAdapter(address);
            between.openAdapter(address);

            String info = info();

            List<Path> drivers = drivers();
            assertThat(drivers).hasSize(2);
            assertThat(drivers).allSatisfy(driver -> assertThat(info).containsOnlyOnce(driver.toString()));
            assertThat(info)
                    .containsOnlyOnce("process " + ProcessHandle.current().pid() + ": alive");
        }
    }

    private static List<Path> drivers() throws IOException {
        try (Stream<Path> files = Files.walk(OwnDirectory.path())) {
            return files.filter(each -> each.endsWith("cnc.dat"))
                    .map(Path::getParent)
                    .toList();
        }
    }

    private static String info() {
        StringWriter out = new StringWriter();
        StringWriter err = new StringWriter();
        int code = Main.execute(new PrintWriter(out, true), new PrintWriter(err, true), "info");
        assertThat(err.toString()).isEmpty();
        assertThat(code).isZero();
        return out.toString();
    }
}
