// SPDX-License-Identifier: Apache-2.0
// Copyright the Oriel authors.
package io.oriel.benchmarks.cli;

import com.fasterxml.jackson.databind.node.ObjectNode;
import io.oriel.benchmarks.measure.BenchmarkException;
import io.oriel.benchmarks.report.HtmlReport;
import io.oriel.benchmarks.report.JsonFile;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.ArgGroup;
import picocli.CommandLine.ITypeConverter;
import picocli.CommandLine.Option;
import picocli.CommandLine.TypeConversionException;

/** The files that results are written to, beside what is printed. */
final class ResultFiles {
    @Option(
            names = "--json",
            paramLabel = "FILE",
            description = "Write the result there, too; that of perf with its histograms.")
    private @Nullable Path json;

    @ArgGroup(exclusive = false)
    private @Nullable Page page;

    /** Writes what is asked for. */
    void write(ObjectNode document) {
        if (json != null) {
            JsonFile.write(document, json);
        }
        if (page != null) {
            List<ObjectNode> documents = new ArrayList<>(List.of(document));
            documents.addAll(page.earlier);
            HtmlReport.write(documents, page.html);
        }
    }

    /** The page that results are shown on, and what is laid over them there: the second option needs the first. */
    private static final class Page {
        @Option(
                names = "--html",
                paramLabel = "FILE",
                required = true,
                description =
                        "Write a page there to look at: ratios, curves, the machine, the command. It needs no network.")
        @SuppressWarnings("NullAway.Init") // Set with the group.
        private Path html;

        @Option(
                names = "--with",
                paramLabel = "FILE",
                converter = Earlier.class,
                description = "Lay an earlier run over it, of which this is the --json file. Can be given again.")
        private List<ObjectNode> earlier = new ArrayList<>();
    }

    /** Reads the document of an earlier run before anything is measured. */
    static final class Earlier implements ITypeConverter<ObjectNode> {
        @Override
        public ObjectNode convert(String file) {
            try {
                return JsonFile.read(Path.of(file));
            } catch (BenchmarkException e) {
                throw new TypeConversionException(String.valueOf(e.getMessage()));
            }
        }
    }
}
