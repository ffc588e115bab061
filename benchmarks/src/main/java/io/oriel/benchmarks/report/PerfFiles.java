// SPDX-License-Identifier: Apache-2.0
// Copyright the Oriel authors.
package io.oriel.benchmarks.report;

import io.oriel.benchmarks.contender.Subject;
import io.oriel.benchmarks.measure.BenchmarkException;
import io.oriel.benchmarks.measure.LatencyNanos;
import io.oriel.benchmarks.rig.Summary;
import io.oriel.benchmarks.rig.TrialOutcome;
import io.oriel.benchmarks.scenario.ScenarioConfig;
import io.oriel.benchmarks.scenario.Shape;
import java.io.IOException;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Locale;
import org.HdrHistogram.Histogram;
import org.HdrHistogram.HistogramLogWriter;
import org.jspecify.annotations.Nullable;

/** The outcome of {@code perf} as files for other tools. */
public final class PerfFiles {
    private static final String CSV_HEADER =
            "subject,transport,op,pattern,size_bytes,endpoints,outstanding,p50_ns,p90_ns,p99_ns,"
                    + "p999_ns,p9999_ns,max_ns,mean_ns,operations_per_second,bytes_per_second,valid";
    private static final double NANOS_PER_MICRO = 1_000;
    private static final int TICKS_PER_HALF_DISTANCE = 5;

    private PerfFiles() {}

    /**
     * Writes comma-separated values: a line for each entry and size.
     *
     * @param outcomes to tell of
     * @param file     where; replaced if it exists
     * @throws BenchmarkException if it cannot be written
     */
    public static void csv(List<TrialOutcome> outcomes, Path file) {
        StringBuilder text = new StringBuilder(CSV_HEADER).append('\n');
        for (TrialOutcome outcome : outcomes) {
            outcome.summaries().forEach(summary -> text.append(line(summary)).append('\n'));
        }
        try {
            Files.writeString(file, text);
        } catch (IOException e) {
            throw new BenchmarkException(
                    "the result cannot be written to " + file + ": " + e + "; choose another --csv file", e);
        }
    }

    private static String line(Summary summary) {
        ScenarioConfig config = summary.entry().config();
        @Nullable LatencyNanos latency = summary.latency();
        String latencies = latency == null
                ? ",,,,,,"
                : String.join(
                        ",",
                        whole(latency.p50()),
                        whole(latency.p90()),
                        whole(latency.p99()),
                        whole(latency.p999()),
                        whole(latency.p9999()),
                        whole(latency.max()),
                        String.format(Locale.ROOT, "%.1f", latency.mean()));
        return String.format(
                Locale.ROOT,
                "%s,%s,%s,%s,%d,%d,%d,%s,%.1f,%.1f,%b",
                summary.entry().label(),
                Subject.lower(config.medium()),
                Subject.lower(config.shape().operation()),
                Subject.lower(config.shape().pattern()),
                config.shape().sizeBytes(),
                config.load().endpoints(),
                config.load().outstanding(),
                latencies,
                summary.operationsPerSecond(),
                summary.operationsPerSecond() * config.shape().sizeBytes(),
                summary.isValid());
    }

    private static String whole(double nanos) {
        return Double.isNaN(nanos) ? "" : String.format(Locale.ROOT, "%.0f", nanos);
    }

    /**
     * Writes histograms as HdrHistogram's own tools read them: two files for each entry that records latencies, named after what it
     * does. {@code .hgrm}, for the plotter, is in microseconds, {@code .hlog}, for the log analyzer, in nanoseconds.
     *
     * @param outcomes  to tell of
     * @param directory where; made if it is missing
     * @throws BenchmarkException if they cannot be written
     */
    public static void histograms(List<TrialOutcome> outcomes, Path directory) {
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
