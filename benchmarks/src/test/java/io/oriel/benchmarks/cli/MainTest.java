// SPDX-License-Identifier: Apache-2.0
// Copyright the Oriel authors.
package io.oriel.benchmarks.cli;

import static org.assertj.core.api.Assertions.assertThat;

import io.oriel.api.NetworkDirect;
import io.oriel.benchmarks.peer.JavaCommand;
import java.io.IOException;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Nested;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class MainTest {
    private final StringWriter out = new StringWriter();
    private final StringWriter err = new StringWriter();

    @Nested
    class WrongArguments {
        @ParameterizedTest
        @CsvSource(
                delimiter = '|',
                value = {
                    "perf --op push                     | expected one of [SEND, WRITE, READ]",
                    "perf --pattern fast                | expected one of [LATENCY, RATE, BANDWIDTH, WAKEUP]",
                    "perf --size 0                      | sizeBytes must be at least 1, was 0",
                    "perf --iterations 0                | iterations must be at least 1, was 0",
                    "perf --endpoints 0                 | endpoints must be at least 1, was 0",
                    "perf --reference rdma              | expected one of [MEMORY, AERON, SOCKET, OWN]",
                    "perf --pairs 3                     | --pairs needs a --reference",
                    "perf --rate 1000                   | --rate needs --pattern rate",
                    "perf --pattern rate --signal-every 65 | --signal-every must be in 1..64",
                    "perf --pattern wakeup --op write   | --pattern wakeup is for --op send",
                    "perf --pattern wakeup --reference aeron | no reference but socket",
                    "perf --reference socket            | --reference socket and --no-halt need --pattern wakeup",
                    "perf --no-halt                     | --reference socket and --no-halt need --pattern wakeup",
                    "perf --size 1048576 --pattern bandwidth --outstanding 2000 | choose a smaller --size",
                    "perf --listen 1 --connect 1        | choose one",
                    "perf --listen localhost:x          | write host:port or port",
                    "perf --sise                        | Unknown option: '--sise'",
                    "perf --reference aeron --aeron-term-length 100000 | termLength must be a power of two",
                    "perf --aeron-term-length 65536     | --aeron-term-length needs --reference aeron",
                    "perf --transport tcp               | expected one of [AUTO, SHM, UDP]",
                    "perf --transport auto --reference aeron | needs --transport shm or udp, was auto",
                    "perf --transport udp --reference memory | needs --transport shm, was udp; with udp use --reference aeron",
                    "perf --transport udp --pattern wakeup --reference socket | was udp; with udp leave --reference out",
                    "perf --transport udp --reference aeron --aeron-term-length 100000 | termLength must be a power of two",
                    "perf --op write --shared-receives  | --shared-receives needs --op send",
                    "perf --reference own               | --reference own needs --shared-receives",
                    "kill --transport udp               | transport must be shm, was udp",
                    "kill --rounds 0                    | rounds must be at least 1, was 0",
                    "kill --outstanding 1               | outstanding must be at least 2, was 1",
                    "bench                              | Unmatched argument at index 0: 'bench'"
                })
        void nameTheMistakeAndTheRemedy(String line, String message) {
            int code = execute(line.trim().split(" +", -1));

            assertThat(code).isEqualTo(2);
            assertThat(err.toString()).startsWith("oriel: ").contains(message).contains("--help");
            assertThat(err.toString()).doesNotContain("\tat ");
        }

        @Test
        void sayThatACommandIsMissing() {
            assertThat(execute()).isEqualTo(2);
            assertThat(err.toString()).contains("a command is missing");
        }
    }

    @Nested
    class Help {
        @ParameterizedTest
        @ValueSource(strings = {"perf", "kill", "info"})
        void isThereForEachCommand(String command) {
            assertThat(execute(command, "--help")).isZero();
            assertThat(out.toString()).contains("Usage: oriel " + command);
        }

        @Test
        void saysWhatTheRatioIs() {
            execute("perf", "--help");

            assertThat(out.toString().replaceAll("\\s+", " "))
                    .contains("Oriel's time divided by the reference's, below 1 Oriel is faster");
        }

        @Test
        void keepsTheSecondProcessesToItself() {
            execute("--help");

            assertThat(out.toString()).contains("perf").doesNotContain("peer").doesNotContain("kill-target");
        }
    }

    @Nested
    class MissingFlag {
        @ParameterizedTest
        @ValueSource(strings = {"perf", "kill", "info"})
        void isReportedWithTheLineToAdd(String command) throws IOException, InterruptedException {
            List<String> line = new ArrayList<>(JavaCommand.of(Main.class, List.of(command)));
            line.removeIf(word -> word.startsWith("--add-opens"));

            Process process = new ProcessBuilder(line).redirectErrorStream(true).start();
            String text = new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8);

            assertThat(process.waitFor()).isEqualTo(1);
            assertThat(text.lines().map(String::trim)).contains(NetworkDirect.REQUIRED_JVM_FLAG);
            assertThat(text).doesNotContain("\tat ");
        }
    }

    private int execute(String... arguments) {
        return Main.execute(new PrintWriter(out, true), new PrintWriter(err, true), arguments);
    }
}
