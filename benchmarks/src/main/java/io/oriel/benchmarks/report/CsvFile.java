// SPDX-License-Identifier: Apache-2.0
// Copyright the Oriel authors.
package io.oriel.benchmarks.report;

import io.oriel.benchmarks.BenchmarkException;
import io.oriel.benchmarks.contender.Subject;
import io.oriel.benchmarks.measure.LatencyNanos;
import io.oriel.benchmarks.rig.Summary;
import io.oriel.benchmarks.rig.TrialOutcome;
import io.oriel.benchmarks.scenario.ScenarioConfig;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Locale;
import org.jspecify.annotations.Nullable;

/** The outcome of {@code perf} as comma-separated values: a line for each entry and size. */
public final class CsvFile {
    private static final String HEADER =
            "subject,transport,op,pattern,size_bytes,endpoints,outstanding,p50_ns,p90_ns,p99_ns,"
                    + "p999_ns,p9999_ns,max_ns,mean_ns,operations_per_second,bytes_per_second,valid";

    private CsvFile() {}

    /**
     * Writes it.
     *
     * @param outcomes to tell of
     * @param file     where; replaced if it exists
     * @throws BenchmarkException if it cannot be written
     */
    public static void write(List<TrialOutcome> outcomes, Path file) {
        StringBuilder text = new StringBuilder(HEADER).append('\n');
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
}
