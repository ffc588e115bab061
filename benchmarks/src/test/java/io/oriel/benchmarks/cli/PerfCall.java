// SPDX-License-Identifier: Apache-2.0
// Copyright the Oriel authors.
package io.oriel.benchmarks.cli;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import java.io.IOException;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.nio.file.Path;

/** A call of {@code perf} with few operations, which must succeed. */
final class PerfCall {
    private final StringWriter out = new StringWriter();
    private final StringWriter err = new StringWriter();

    /** Runs it; what it has written for machines, its file in a folder. */
    JsonNode perf(Path folder, String... options) throws IOException {
        Path file = folder.resolve("result.json");
        String[] common = {"perf", "--iterations", "300", "--warmup", "0", "--json", file.toString()};
        String[] arguments = new String[common.length + options.length];
        System.arraycopy(common, 0, arguments, 0, common.length);
        System.arraycopy(options, 0, arguments, common.length, options.length);

        int code = Main.execute(new PrintWriter(out, true), new PrintWriter(err, true), arguments);

        assertThat(err.toString()).isEmpty();
        assertThat(code).isZero();
        JsonNode result = new ObjectMapper().readTree(file.toFile());
        assertThat(result.get("verified").booleanValue()).isTrue();
        assertThat(result.get("errors").longValue()).isZero();
        return result;
    }

    /** What it has written for people. */
    String out() {
        return out.toString();
    }
}
