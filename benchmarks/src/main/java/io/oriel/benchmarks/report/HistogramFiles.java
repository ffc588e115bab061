// SPDX-License-Identifier: Apache-2.0
// Copyright the Oriel authors.
package io.oriel.benchmarks.report;

import io.oriel.benchmarks.BenchmarkException;
import io.oriel.benchmarks.contender.Subject;
import io.oriel.benchmarks.rig.Summary;
import io.oriel.benchmarks.rig.TrialOutcome;
import io.oriel.benchmarks.scenario.Shape;
import java.io.IOException;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.HdrHistogram.Histogram;
import org.HdrHistogram.HistogramLogWriter;
import org.jspecify.annotations.Nullable;

/**
 * Histograms as files that HdrHistogram's own tools read: {@code .hgrm} for its plotter, in microseconds, and {@code .hlog} for its log
 * analyzer, in nanoseconds.
 */
public final class HistogramFiles {
    private static final double NANOS_PER_MICRO = 1_000;
    private static final int TICKS_PER_HALF_DISTANCE = 5;

    private HistogramFiles() {}

    /**
     * Writes two files for each entry that records latencies, named after what it does.
     *
     * @param outcomes  to tell of
     * @param directory where; made if it is missing
     * @throws BenchmarkException if they cannot be written
     */
    public static void write(List<TrialOutcome> outcomes, Path directory) {
        try {
            Files.createDirectories(directory);
            for (TrialOutcome outcome : outcomes) {
                for (Summary summary : outcome.summaries()) {
                    @Nullable Histogram histogram = summary.histogram();
                    if (histogram != null) {
                        write(histogram, directory, name(summary));
                    }
                }
            }
        } catch (IOException e) {
            throw new BenchmarkException(
                    "histograms cannot be written to " + directory + ": " + e + "; choose another --hgrm directory", e);
        }
    }

    private static void write(Histogram histogram, Path directory, String name) throws IOException {
        try (PrintStream out = open(directory.resolve(name + ".hgrm"))) {
            histogram.outputPercentileDistribution(out, TICKS_PER_HALF_DISTANCE, NANOS_PER_MICRO);
        }
        try (PrintStream out = open(directory.resolve(name + ".hlog"))) {
            HistogramLogWriter log = new HistogramLogWriter(out);
            log.outputLogFormatVersion();
            log.outputLegend();
            log.outputIntervalHistogram(0.0, 1.0, histogram, 1.0);
        }
    }

    private static PrintStream open(Path file) throws IOException {
        return new PrintStream(Files.newOutputStream(file), false, StandardCharsets.UTF_8);
    }

    private static String name(Summary summary) {
        Shape shape = summary.entry().config().shape();
        long rate = summary.entry().config().load().ratePerSecond();
        return String.join(
                        "-",
                        summary.entry().label(),
                        Subject.lower(summary.entry().config().medium()),
                        Subject.lower(shape.operation()),
                        Subject.lower(shape.pattern()),
                        Integer.toString(shape.sizeBytes()))
                + (rate == 0 ? "" : "-at-" + rate);
    }
}
