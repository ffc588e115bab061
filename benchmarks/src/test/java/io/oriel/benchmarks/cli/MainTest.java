// SPDX-License-Identifier: Apache-2.0
// Copyright the Oriel authors.
package io.oriel.benchmarks.cli;

import static java.util.Objects.requireNonNull;
import static org.assertj.core.api.Assertions.assertThat;

import io.oriel.api.NetworkDirect;
import io.oriel.benchmarks.process.PeerProcess;
import java.io.IOException;
import java.io.InputStream;
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
                    "perf --op push                     | expected one of [SEND, WRITE, READ,",
                    "perf --pattern fast                | expected one of [LATENCY, RATE, BANDWIDTH, ECHO, LOOKUP, MIXED, REQUEST, WAKEUP, POLL, CONNECT, MEET]",
                    "perf --size 0                      | sizeBytes must be at least 1, was 0",
                    "perf --iterations 0                | iterations must be at least 1, was 0",
                    "perf --endpoints 0                 | endpoints must be at least 1, was 0",
                    "perf --sizes 4M..8                 | write FROM..TO in bytes, such as 8..4M",
                    "perf --sizes 8..4M --size 8        | --size and --sizes exclude each other",
                    "perf --iterations 5 --duration 1   | --iterations and --duration exclude each other",
                    "perf --pairs 3                     | --pairs needs a --reference",
                    "perf --rate 1000                   | --rate needs --pattern rate or echo",
                    "perf --pattern echo --op write     | --pattern echo needs --op send",
                    "perf --pattern rate --signal-every 65 | --signal-every must be in 1..64",
                    "perf --pattern wakeup --op write   | --pattern wakeup is for --op send",
                    "perf --pattern wakeup --reference aeron | --reference aeron has nothing like send wakeup over shm; of those that have, there are socket",
                    "perf --no-halt                     | --no-halt needs --pattern wakeup",
                    "perf --size 1048576 --pattern bandwidth --outstanding 2000 | choose a smaller --size",
                    "perf --listen 1 --connect 1        | choose one",
                    "perf --listen localhost:x          | write host:port or port",
                    "perf --sise                        | Unknown option: '--sise'",
                    "perf --reference aeron --aeron-term-length 100000 | termLength must be a power of two",
                    "perf --transport tcp               | expected one of [AUTO, SHM, UDP]",
                    "perf --transport auto --reference aeron | --reference aeron has nothing like send latency over auto",
                    "perf --transport udp --reference memory | --reference memory has nothing like send latency over udp; of those that have, there are",
                    "perf --transport udp --reference aeron --aeron-term-length 100000 | termLength must be a power of two",
                    "perf --op write --shared-receives  | --shared-receives needs --op send",
                    "perf --transport udp --reference socket | --reference socket has nothing like send latency over udp",
                    "kill --transport auto              | transport must be shm or udp, was auto",
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
        void isTheSameWithoutABuild() throws IOException {
            execute("--help");

            try (InputStream file = requireNonNull(Main.class.getResourceAsStream("help.txt"))) {
                assertThat(new String(file.readAllBytes(), StandardCharsets.UTF_8))
                        .as("help.txt, which bin/oriel prints: write the output of --help there")
                        .isEqualTo(out.toString());
            }
        }

        @Test
        void namesTheVersionOfThisBuild() {
            execute("--version");

            assertThat(out.toString().strip()).isEqualTo("0.1.0-SNAPSHOT");
        }

        @Test
        void namesWhatCanBeComparedWhenAReferenceIsUnknown() {
            assertThat(execute("perf", "--reference", "rdma")).isEqualTo(1);

            assertThat(err.toString()).contains("nothing is called 'rdma'").contains("oriel, memory, aeron, socket");
        }
    }

    @Nested
    class MissingFlag {
        @ParameterizedTest
        @ValueSource(strings = {"perf", "kill", "info"})
        void isReportedWithTheLineToAdd(String command) throws IOException, InterruptedException {
            List<String> line = new ArrayList<>(PeerProcess.command(Main.class, List.of(), command));
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
