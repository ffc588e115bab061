// SPDX-License-Identifier: Apache-2.0
// Copyright the Oriel authors.
package io.oriel.benchmarks.cli;

import static java.util.Objects.requireNonNull;
import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import com.fasterxml.jackson.databind.JsonNode;
import io.oriel.benchmarks.process.PeerProcess;
import io.oriel.testing.junit.WholeBuild;
import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** The whole command between two processes over shared memory: needs an engine and a transport on the class path. */
@Tag("shm")
@ExtendWith(OwnDirectory.class)
class PerfShmTest {
    private final PerfCall call = new PerfCall();

    @TempDir
    private Path folder;

    @ParameterizedTest
    @CsvSource({"write, latency,   4096,  3, 4", "send,  rate,      32,    4, 16", "read,  bandwidth, 65536, 2, 8"})
    void measuresAndVerifies(String operation, String pattern, int size, int endpoints, int outstanding)
            throws IOException {
        JsonNode result = perf(
                "--op", operation,
                "--pattern", pattern,
                "--size", Integer.toString(size),
                "--endpoints", Integer.toString(endpoints),
                "--outstanding", Integer.toString(outstanding));

        assertThat(result.get("op").textValue()).isEqualTo(operation);
        assertThat(result.get("operationsPerSecond").doubleValue()).isPositive();
        assertThat(result.get("latencyNanos").isNull()).isEqualTo(!pattern.equals("latency"));
    }

    @WholeBuild
    @ParameterizedTest
    @CsvSource({"aeron, --op=send", "own, --shared-receives"})
    void takesTurnsWithAReference(String reference, String option) throws IOException {
        JsonNode result = perf(option, "--reference", reference, "--pairs", "2");

        assertThat(result.get("pairs").intValue()).isEqualTo(2);
        assertThat(result.get("references").get(0).get("ratio").doubleValue()).isPositive();
        assertThat(result.get("references").get(0).get("subject").textValue()).isEqualTo(reference);
        assertThat(result.get("references").get(0).get("verified").booleanValue())
                .isTrue();
    }

    @WholeBuild
    @Test
    void measuresWakeUpsAndWhatWaitingCosts() throws IOException {
        JsonNode result = perf("--pattern", "wakeup");

        assertThat(result.get("latencyNanos").get("p50").longValue()).isPositive();
        assertThat(result.get("idleCpuShare").doubleValue()).isGreaterThanOrEqualTo(0);
        assertThat(result.get("noHalt").booleanValue()).isFalse();
        assertThat(call.out()).contains("wake-up p50 ns").contains("idle CPU %");
    }

    @WholeBuild
    @Test
    void measuresWakeUpsOfProcessorsThatAreNotHalted() throws IOException {
        Path request = Path.of("/dev/cpu_dma_latency");
        assumeTrue(Files.isWritable(request), request + " cannot be written: not root, or no such kernel");

        JsonNode result = perf("--pattern", "wakeup", "--reference", "socket", "--pairs", "1", "--no-halt");

        assertThat(result.get("noHalt").booleanValue()).isTrue();
        assertThat(result.get("references").get(0).get("ratio").doubleValue()).isPositive();
        assertThat(call.out()).contains("were not halted");
    }

    @WholeBuild
    @ParameterizedTest
    @CsvSource({"shm, shared memory", "auto, is on this host"})
    void saysWhichMediumCarriesTheConnectionsAndWhy(String medium, String reason) throws IOException {
        JsonNode result = perf("--transport", medium);

        assertThat(result.get("transport").textValue()).isEqualTo(medium);
        assertThat(call.out()).containsIgnoringCase(reason);
    }

    @WholeBuild
    @Test
    void recordsLatencyInAnOpenLoop() throws IOException {
        JsonNode result = perf("--pattern", "rate", "--rate", "20000");

        assertThat(result.get("latencyNanos").get("p50").longValue()).isPositive();
    }

    @Test
    void measuresBetweenTwoTerminals() throws IOException, InterruptedException {
        Process listener = new ProcessBuilder(PeerProcess.command(Main.class, List.of(), "perf", "--listen", "0"))
                .redirectErrorStream(true)
                .start();
        try (BufferedReader reader =
                new BufferedReader(new InputStreamReader(listener.getInputStream(), StandardCharsets.UTF_8))) {
            String line = requireNonNull(reader.readLine());
            assertThat(line).startsWith("listening on 127.0.0.1:");

            JsonNode result = perf("--connect", line.substring("listening on ".length()), "--op", "write");

            assertThat(result.get("latencyNanos").get("p50").longValue()).isPositive();
            assertThat(reader.lines()).isEmpty();
            assertThat(listener.waitFor()).isZero();
        } finally {
            listener.destroyForcibly();
        }
    }

    private JsonNode perf(String... options) throws IOException {
        return call.perf(folder, options);
    }
}
