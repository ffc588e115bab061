// SPDX-License-Identifier: Apache-2.0
// Copyright the Oriel authors.
package io.oriel.benchmarks.cli;

import com.fasterxml.jackson.databind.node.ObjectNode;
import io.oriel.benchmarks.report.CsvFile;
import io.oriel.benchmarks.report.HistogramFiles;
import io.oriel.benchmarks.report.JsonFile;
import io.oriel.benchmarks.rig.TrialOutcome;
import java.nio.file.Path;
import java.util.List;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

/** The files that results are written to, beside what is printed. */
final class ResultFiles {
    @Option(names = "--json", paramLabel = "FILE", description = "Write the result there, too, histograms included.")
    private @Nullable Path json;

    @Option(names = "--csv", paramLabel = "FILE", description = "Write the numbers there as a table.")
    private @Nullable Path csv;

    @Option(
            names = "--hgrm",
            paramLabel = "DIR",
            description =
                    "Write each histogram there: .hgrm files and .hlog files, which HdrHistogram's plotter and log"
                            + " analyzer read.")
    private @Nullable Path hgrm;

    @Mixin
    private final PageOptions page = new PageOptions();

    /** Writes what is asked for. */
    void write(ObjectNode document, List<TrialOutcome> outcomes) {
        if (json != null) {
            JsonFile.write(document, json);
        }
        page.write(document);
        if (csv != null) {
            CsvFile.write(outcomes, csv);
        }
        if (hgrm != null) {
            HistogramFiles.write(outcomes, hgrm);
        }
    }
}
