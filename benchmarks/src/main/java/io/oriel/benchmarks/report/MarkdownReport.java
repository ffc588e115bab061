// SPDX-License-Identifier: Apache-2.0
// Copyright the Oriel authors.
package io.oriel.benchmarks.report;

import com.fasterxml.jackson.databind.node.ObjectNode;
import io.oriel.benchmarks.measure.BenchmarkException;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;

/**
 * The place of a comparison's tables in a document in Markdown. They replace those between two marked lines; what is written around
 * them by hand stays.
 */
public final class MarkdownReport {
    private static final String BEGIN =
            "<!-- Written by bin/oriel compare --markdown, down to its end: changes are lost. -->";
    private static final String END = "<!-- The end of what bin/oriel compare --markdown writes. -->";
    private static final String EMPTY = "# Performance\n\n" + BEGIN + "\n\n" + END + "\n";

    private MarkdownReport() {}

    /**
     * Writes the tables.
     *
     * @param document of {@code compare} or {@code perf}
     * @param file     where; made if it is missing, else the tables between its marked lines are replaced
     * @throws BenchmarkException if it cannot be read or written, or has no such lines
     */
    public static void write(ObjectNode document, Path file) {
        String tables = MarkdownTables.of(PerfDocument.comparison(document));
        String old = read(file);
        String before = old.substring(0, old.indexOf(BEGIN));
        String after = old.substring(old.indexOf(END));
        try {
            Files.writeString(file, before + BEGIN + "\n\n" + tables + "\n" + after);
        } catch (IOException e) {
            throw unusable(file, e);
        }
    }

    /**
     * Insists that a file has a place for the tables, before they are measured for long.
     *
     * @param file that {@link #write} is to write
     * @throws BenchmarkException if it cannot be read, or has no such lines
     */
    public static void requirePlace(Path file) {
        read(file);
    }

    private static String read(Path file) {
        try {
            String text = Files.exists(file) ? Files.readString(file) : EMPTY;
            int begin = text.indexOf(BEGIN);
            if (begin < 0 || text.indexOf(END) < begin) {
                throw new BenchmarkException(file + " must have the lines " + BEGIN + " and " + END
                        + ", between which the tables go; add them, or choose another --markdown file");
            }
            return text;
        } catch (IOException e) {
            throw unusable(file, e);
        }
    }

    private static BenchmarkException unusable(Path file, IOException e) {
        return new BenchmarkException(
                "the tables cannot be written to " + file + ": " + e + "; choose another --markdown file", e);
    }
}
