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
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.api.io.TempDir;

/** The comparison of few rows, between real processes. */
@Tag("shm")
@ExtendWith(OwnDirectory.class)
class CompareTest {
    private final StringWriter out = new StringWriter();
    private final StringWriter err = new StringWriter();

    @TempDir
    private Path folder;

    @WholeBuild
    @Test
    @Timeout(180) // Warming up alone may take 50 seconds where other processes keep the compilers from their work.
    void tellsEachRowToPeopleAndMachines() throws IOException {
        Path page = folder.resolve("page.html");
        Path tables = folder.resolve("tables.md");

        JsonNode result = compare(
                "--rows", "P2-read", "--pairs", "2", "--html", page.toString(), "--markdown", tables.toString());

        assertThat(result.get("valid").booleanValue()).isTrue();
        assertThat(result.get("machine").get("processors").intValue()).isPositive();
        assertThat(result.get("floorNanos").get("min").doubleValue()).isPositive();
        JsonNode row = result.get("rows").get(0);
        assertThat(row.get("id").textValue()).isEqualTo("P2-read");
        assertThat(row.get("referenceName").textValue()).isEqualTo("memory");
        assertThat(row.get("oriel").doubleValue()).isPositive();
        assertThat(row.get("reference").doubleValue()).isPositive();
        assertThat(row.get("ratio").doubleValue()).isPositive();
        assertThat(row.get("pairs").intValue()).isIn(2, 4); // twice as many if the floor moves
        assertThat(row.get("unit").textValue()).contains("ns");
        assertThat(row.get("valid").booleanValue()).isTrue();
        assertThat(row.get("target").isNull()).isTrue();
        assertThat(row.get("met").isNull()).as("met, without a target").isTrue();
        assertThat(result.get("rows").get(1).get("id").textValue()).isEqualTo("P2-read-16");
        assertThat(result.get("percentiles")).isNotEmpty();
        assertThat(out.toString())
                .contains("P2-read")
                .contains("Read of 8 bytes, one at a time")
                .contains("memory");
        assertThat(result.get("command").textValue())
                .startsWith("bin/oriel compare ")
                .contains("--rows P2-read --pairs 2");
        assertThat(page).content().contains("bin/oriel compare ", "Read of 8 bytes, one at a time");
        assertThat(tables).content().contains("| P2-read | Read of 8 bytes, one at a time | ", "`bin/oriel compare ");
    }

    @WholeBuild
    @Test
    @Timeout(180) // As above.
    void tellsWhatSealingAllocatesWithoutJudgingIt() throws IOException {
        Path tables = folder.resolve("tables.md");

        JsonNode result = compare("--rows", "P6", "--pairs", "1", "--markdown", tables.toString());

        JsonNode rows = result.get("rows");
        assertThat(rows).extracting(row -> row.get("id").textValue()).containsExactly("P6-sealed", "P6-sealed-write");
        for (JsonNode row : rows) {
            assertThat(row.get("oriel").doubleValue()).isGreaterThan(100);
            assertThat(row.get("unit").textValue()).isEqualTo("B an operation");
            assertThat(row.get("met").isNull()).isTrue();
        }
        assertThat(tables).content().contains("| P6-sealed | Send of 32 bytes over UDP, sealed, round trip | ");
    }

    @Test
    void looksForThePlaceOfItsTablesBeforeItMeasures() throws IOException {
        Path other = Files.writeString(folder.resolve("other.md"), "By hand.\n");

        int code = Main.execute(
                new PrintWriter(out, true),
                new PrintWriter(err, true),
                "compare",
                "--rows",
                "P2-read",
                "--markdown",
                other.toString());

        assertThat(code).isEqualTo(1);
        assertThat(err.toString())
                .contains("other.md must have the lines <!-- Written by bin/oriel compare --markdown");
        assertThat(out.toString()).isEmpty();
    }

    @Test
    void saysWhatThereIsIfNoRowIsCalledSo() {
        int code = Main.execute(new PrintWriter(out, true), new PrintWriter(err, true), "compare", "--rows", "P99");

        assertThat(code).isEqualTo(2);
        assertThat(err.toString())
                .contains("no row is called 'P99'")
                .contains("P1")
                .contains("scale");
    }

    private JsonNode compare(String... options) throws IOException {
        Path file = folder.resolve("result.json");
        String[] arguments = new String[options.length + 3];
        arguments[0] = "compare";
        arguments[1] = "--json";
        arguments[2] = file.toString();
        System.arraycopy(options, 0, arguments, 3, options.length);
        int code = Main.execute(new PrintWriter(out, true), new PrintWriter(err, true), arguments);

        assertThat(err.toString()).isEmpty();
        assertThat(code).isZero();
        return new ObjectMapper().readTree(file.toFile());
    }
}
