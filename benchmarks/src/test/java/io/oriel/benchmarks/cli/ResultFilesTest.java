// SPDX-License-Identifier: Apache-2.0
// Copyright the Oriel authors.
package io.oriel.benchmarks.cli;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.io.IOException;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import picocli.CommandLine;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;

class ResultFilesTest {
    private final StringWriter err = new StringWriter();
    private final Probe probe = new Probe();

    @TempDir
    private Path folder;

    @Test
    void writesThePageWithThoseThatAreLaidOverIt() throws IOException {
        Path earlier =
                Files.writeString(folder.resolve("earlier.json"), "{\"rows\":[],\"date\":\"2026-01-01T00:00:00Z\"}");
        Path page = folder.resolve("page.html");

        assertThat(execute("--html", page.toString(), "--with", earlier.toString()))
                .isZero();

        assertThat(page).content().contains("<title>", "2026-01-01T00:00:00Z", "https://d3js.org");
    }

    @Test
    void writesNothingUnlessAsked() {
        assertThat(execute()).isZero();

        assertThat(folder).isEmptyDirectory();
    }

    @Test
    void refusesAnEarlierRunWithoutAPage() throws IOException {
        Path earlier = Files.writeString(folder.resolve("earlier.json"), "{\"rows\":[]}");

        assertThat(execute("--with", earlier.toString())).isEqualTo(2);

        assertThat(err.toString()).contains("--html");
    }

    @Test
    void refusesAnEarlierRunThatCannotBeReadBeforeAnythingRuns() throws IOException {
        Path torn = Files.writeString(folder.resolve("torn.json"), "{\"rows\":[");

        assertThat(execute("--html", folder.resolve("page.html").toString(), "--with", torn.toString()))
                .isEqualTo(2);

        assertThat(err.toString()).contains("torn.json cannot be read as JSON");
        assertThat(probe.hasRun).isFalse();
    }

    private int execute(String... arguments) {
        return new CommandLine(probe).setErr(new PrintWriter(err, true)).execute(arguments);
    }

    @Command(name = "probe")
    private static final class Probe implements Runnable {
        @Mixin
        private final ResultFiles files = new ResultFiles();

        private boolean hasRun;

        @Override
        public void run() {
            hasRun = true;
            ObjectNode document = new ObjectMapper().createObjectNode();
            document.putArray("rows");
            files.write(document);
        }
    }
}
