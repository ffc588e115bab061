// SPDX-License-Identifier: Apache-2.0
// Copyright the Oriel authors.
package io.oriel.benchmarks.cli;

import static java.util.Objects.requireNonNull;
import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import io.oriel.benchmarks.process.PeerProcess;
import io.oriel.testing.junit.WholeBuild;
import java.io.BufferedReader;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** The whole command between two processes over UDP on the loopback address. */
@Tag("udp")
@ExtendWith(OwnDirectory.class)
class PerfUdpTest {
    private final PerfCall call = new PerfCall();

    @TempDir
    private Path folder;

    @ParameterizedTest
    @CsvSource({"send,  latency,   32,    1, 1", "write, bandwidth, 65536, 2, 8"})
    void measuresAndVerifies(String operation, String pattern, int size, int endpoints, int outstanding)
            throws IOException {
        JsonNode result = perf(
                "--op", operation,
                "--pattern", pattern,
                "--size", Integer.toString(size),
                "--endpoints", Integer.toString(endpoints),
                "--outstanding", Integer.toString(outstanding));

        assertThat(result.get("transport").textValue()).isEqualTo("udp");
        assertThat(result.get("operationsPerSecond").doubleValue()).isPositive();
        assertThat(result.get("latencyNanos").isNull()).isEqualTo(!pattern.equals("latency"));
        assertThat(call.out()).contains("bytes over udp, two processes").contains("UDP: the peer takes frames at");
    }

    @WholeBuild
    @ParameterizedTest
    @CsvSource("write, bandwidth, 65536")
    void takesTurnsWithRawAeron(String operation, String pattern, String size) throws IOException {
        JsonNode result =
                perf("--op", operation, "--pattern", pattern, "--size", size, "--reference", "aeron", "--pairs", "2");

        assertThat(result.get("pairs").intValue()).isEqualTo(2);
        assertThat(result.get("references").get(0).get("ratio").doubleValue()).isPositive();
        assertThat(result.get("references").get(0).get("transport").textValue()).isEqualTo("udp");
        assertThat(result.get("references").get(0).get("verified").booleanValue())
                .isTrue();
        assertThat(call.out()).contains("ratio").contains("aeron's time");
    }

    @WholeBuild
    @Test
    void measuresWakeUpsAndWhatWaitingCosts() throws IOException {
        JsonNode result = perf("--pattern", "wakeup");

        assertThat(result.get("latencyNanos").get("p50").longValue()).isPositive();
        assertThat(result.get("idleCpuShare").doubleValue()).isGreaterThanOrEqualTo(0);
    }

    @WholeBuild
    @Test
    void measuresBetweenTwoTerminals() throws IOException, InterruptedException {
        Process listener = new ProcessBuilder(PeerProcess.command(
                        Main.class, List.of(), "perf", "--transport", "udp", "--listen", "127.0.0.1:0"))
                .redirectErrorStream(true)
                .start();
        try (BufferedReader reader = listener.inputReader(StandardCharsets.UTF_8)) {
            String line = requireNonNull(reader.readLine());
            assertThat(line).startsWith("listening on 127.0.0.1:");

            JsonNode result =
                    perf("--connect", line.substring("listening on ".length()), "--reference", "aeron", "--pairs", "1");

            assertThat(result.get("references").get(0).get("ratio").doubleValue())
                    .isPositive();
            assertThat(reader.lines()).isEmpty();
            assertThat(listener.waitFor()).isZero();
        } finally {
            listener.destroyForcibly();
        }
    }

    private JsonNode perf(String... options) throws IOException {
        String[] arguments = new String[options.length + 2];
        arguments[0] = "--transport";
        arguments[1] = "udp";
        System.arraycopy(options, 0, arguments, 2, options.length);
        return call.perf(folder, arguments);
    }
}
