// SPDX-License-Identifier: Apache-2.0
// Copyright the Oriel authors.
package io.oriel.benchmarks.cli;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import io.oriel.testing.junit.WholeBuild;
import java.io.IOException;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** Three real kills on each medium. */
@Tag("shm")
@ExtendWith(OwnDirectory.class)
class KillTest {
    private final StringWriter out = new StringWriter();
    private final StringWriter err = new StringWriter();

    @TempDir
    private Path folder;

    private static List<String> transports() {
        return WholeBuild.RUNS ? List.of("shm", "udp") : List.of("shm");
    }

    @ParameterizedTest
    @MethodSource("transports")
    void completesEveryRequestOnce(String medium) throws IOException {
        Path file = folder.resolve("kill.json");
        String[] arguments = {
            "kill", "--transport", medium, "--rounds", "3", "--outstanding", "8", "--json", file.toString()
        };

        int code = Main.execute(new PrintWriter(out, true), new PrintWriter(err, true), arguments);

        assertThat(err.toString()).isEmpty();
        assertThat(out.toString()).contains("each request completed once, with the right status");
        assertThat(code).isZero();
        JsonNode result = new ObjectMapper().readTree(file.toFile());
        assertThat(result.get("verified").booleanValue()).isTrue();
        assertThat(result.get("killToCompletionsNanos").get("p99").longValue()).isPositive();
        assertThat(result.get("killToDisconnectNanos").get("p99").longValue()).isPositive();
    }
}
