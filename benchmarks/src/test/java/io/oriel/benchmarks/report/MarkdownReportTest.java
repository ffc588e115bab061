// SPDX-License-Identifier: Apache-2.0
// Copyright the Oriel authors.
package io.oriel.benchmarks.report;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.fasterxml.jackson.databind.node.ObjectNode;
import io.oriel.benchmarks.measure.BenchmarkException;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class MarkdownReportTest {
    @TempDir
    private Path folder;

    @Test
    void writesATableOfAllRows() throws IOException {
        List<String> lines = written(PlausibleRun.whole());

        assertThat(lines.stream().filter(line -> line.matches("\\| P\\d.*")))
                .hasSize(PlausibleRun.whole().get("rows").size());
        assertThat(lines)
                .contains("**This run is not valid.**")
                .anyMatch(line ->
                        line.startsWith("| P1 | Write of 8 bytes, round trip | 138 ns, p50 | memory 131 ns | 1.05 ("))
                .anyMatch(line -> line.endsWith("| ≤ 0.5 | met, **unsteady** |"))
                .anyMatch(line -> line.endsWith("| ≤ 0.8 | missed, **not settled** |"))
                .anyMatch(line -> line.endsWith("| ≤ 1.05 | missed, **invalid** |"))
                .contains("| P8-idle | Both processes in await | 0.70 % of a processor | – | – | ≤ 1 % | met |")
                .contains(
                        "| P3 | Send of 32 bytes, round trip | – | ucx is not there: `apt-get install ucx-utils` | – | ≤ 1.0 |  |")
                .anyMatch(line -> line.matches("\\| P3 .* netty 24.3 µs .* – \\|  \\|"));
    }

    @Test
    void writesATableOfEachKindOfCurve() throws IOException {
        assertThat(written(PlausibleRun.whole()))
                .contains("| Size | oriel | memory | aeron | ucx | openmpi | socket |")
                .anyMatch(line -> line.matches("\\| 4 MiB \\|( [\\d,.]+ GB/s| [\\d,.]+ MB/s){1} .*"))
                .contains(
                        "### Write of 8 bytes, round trip, percentiles",
                        "### Scale over endpoints",
                        "### Scale over peers")
                .anyMatch(line -> line.matches("\\| 10 %, [\\d,]+ a second, oriel \\|.*"));
    }

    @Test
    void tellsTheMaximumOfEachCurve() throws IOException {
        List<String> lines = written(PlausibleRun.whole());

        int heading = lines.indexOf("### Write of 8 bytes, round trip, percentiles");
        assertThat(lines.subList(heading + 2, heading + 8))
                .contains("| Subject | 50 % | 90 % | 99 % | 99.9 % | 99.99 % | max |")
                .allSatisfy(line -> assertThat(line).doesNotContain("–"));
    }

    @Test
    void givesTablesAsManyCellsInEachLine() throws IOException {
        String table = "";
        for (String line : written(PlausibleRun.whole())) {
            if (line.startsWith("|")) {
                table = table.isEmpty() ? line : table;
                assertThat(cells(line)).as(line).isEqualTo(cells(table));
            } else {
                table = "";
            }
        }
    }

    @Test
    void leavesWhatIsAroundItsTables() throws IOException {
        Path file = folder.resolve("performance.md");
        MarkdownReport.write(PlausibleRun.whole(), file);
        String first = Files.readString(file);
        Files.writeString(file, "By hand, before.\n\n" + first + "\nBy hand, after.\n");

        MarkdownReport.write(PlausibleRun.earlier(), file);
        MarkdownReport.write(PlausibleRun.whole(), file);

        assertThat(file).hasContent("By hand, before.\n\n" + first + "\nBy hand, after.\n");
    }

    @Test
    void touchesNoFileWithoutItsLines() throws IOException {
        Path file = Files.writeString(folder.resolve("other.md"), "By hand.\n");

        assertThatThrownBy(() -> MarkdownReport.requirePlace(file)).isInstanceOf(BenchmarkException.class);
        assertThatThrownBy(() -> MarkdownReport.write(PlausibleRun.whole(), file))
                .isInstanceOf(BenchmarkException.class)
                .hasMessageContaining("<!-- Written by bin/oriel compare --markdown");
        assertThat(file).hasContent("By hand.\n");
    }

    @Test
    void writesWhateverIsInTheDataAsText() throws IOException {
        ObjectNode run = PlausibleRun.whole();
        ((ObjectNode) run.get("rows").get(0)).put("work", "a|b <b>c</b> *d* _e_ `f`\ng");

        assertThat(written(run)).anyMatch(line -> line.contains("| a\\|b &lt;b>c&lt;/b> \\*d\\* \\_e\\_ \\`f\\` g |"));
    }

    private List<String> written(ObjectNode document) throws IOException {
        Path file = folder.resolve("tables.md");
        MarkdownReport.write(document, file);
        return Files.readAllLines(file);
    }

    private static int cells(String line) {
        return line.split("(?<!\\\\)\\|", -1).length;
    }
}
