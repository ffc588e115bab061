// SPDX-License-Identifier: Apache-2.0
// Copyright the Oriel authors.
package io.oriel.benchmarks.cli;

import static java.util.Objects.requireNonNull;
import static org.assertj.core.api.Assertions.assertThat;

import io.oriel.benchmarks.peer.JavaCommand;
import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.util.List;
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
        Process driver = new ProcessBuilder(JavaCommand.of(Main.class, List.of("driver")))
                .redirectError(ProcessBuilder.Redirect.INHERIT)
                .start();
        try (BufferedReader reader =
                new BufferedReader(new InputStreamReader(driver.getInputStream(), StandardCharsets.UTF_8))) {
            assertThat(requireNonNull(reader.readLine()))
                    .isEqualTo("the media driver runs in " + OwnDirectory.path() + "; end it with Ctrl-C");
            assertThat(info()).contains("process " + driver.pid() + ": alive, runs the media driver");
        } finally {
            driver.destroy();
        }
        driver.waitFor();

        assertThat(info()).containsPattern("processes +none");
        assertThat(Files.exists(OwnDirectory.path().resolve("d.sock"))).isFalse();
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
