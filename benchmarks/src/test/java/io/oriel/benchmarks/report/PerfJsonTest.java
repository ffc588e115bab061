// SPDX-License-Identifier: Apache-2.0
// Copyright the Oriel authors.
package io.oriel.benchmarks.report;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import io.oriel.api.config.Medium;
import io.oriel.benchmarks.measure.LatencyNanos;
import io.oriel.benchmarks.measure.RunResult;
import io.oriel.benchmarks.perf.PerfOutcome;
import io.oriel.benchmarks.perf.PerfPlan;
import io.oriel.benchmarks.perf.Subject;
import io.oriel.benchmarks.perf.Summary;
import io.oriel.benchmarks.plan.Load;
import io.oriel.benchmarks.plan.Operation;
import io.oriel.benchmarks.plan.Pattern;
import io.oriel.benchmarks.plan.ScenarioConfig;
import io.oriel.benchmarks.plan.Shape;
import java.io.IOException;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class PerfJsonTest {
    private static final String[] MEASURED = {
        "transport",
        "op",
        "pattern",
        "sizeBytes",
        "iterations",
        "processes",
        "latencyNanos",
        "operationsPerSecond",
        "bytesPerSecond",
        "allocatedBytesPerOperation",
        "errors",
        "verified"
    };
    private static final LatencyNanos LATENCY = new LatencyNanos(200, 300, 400, 500, 9000, 222.5);

    @TempDir
    private Path folder;

    @Test
    void hasTheseFieldsAndNoOthers() throws IOException {
        JsonNode document = read(outcome(Pattern.LATENCY, null, summary(Subject.ORIEL, LATENCY, 0)));

        assertThat(document.fieldNames())
                .toIterable()
                .startsWith(MEASURED)
                .containsExactlyInAnyOrder(with(MEASURED, "jdk", "commit", "endpoints", "outstanding", "pairs"));
        assertThat(document.get("transport").textValue()).isEqualTo("shm");
        assertThat(document.get("op").textValue()).isEqualTo("send");
        assertThat(document.get("pattern").textValue()).isEqualTo("latency");
        assertThat(document.get("sizeBytes").intValue()).isEqualTo(32);
        assertThat(document.get("iterations").longValue()).isEqualTo(1000);
        assertThat(document.get("processes").intValue()).isEqualTo(2);
        assertThat(document.get("operationsPerSecond").doubleValue()).isEqualTo(1000 * 1e9 / 250_000);
        assertThat(document.get("bytesPerSecond").doubleValue()).isEqualTo(32 * 1000 * 1e9 / 250_000);
        assertThat(document.get("allocatedBytesPerOperation").doubleValue()).isEqualTo(0.5);
        assertThat(document.get("errors").longValue()).isZero();
        assertThat(document.get("verified").booleanValue()).isTrue();
        assertThat(document.get("jdk").textValue()).isEqualTo("a JDK");
        assertThat(document.get("commit").isNull()).isTrue();
        assertThat(document.get("endpoints").intValue()).isEqualTo(16);
        assertThat(document.get("outstanding").intValue()).isEqualTo(64);
        assertThat(document.get("pairs").intValue()).isZero();
    }

    @Test
    void hasAllPercentilesOfTheRoundTrips() throws IOException {
        JsonNode latency = read(outcome(Pattern.LATENCY, null, summary(Subject.ORIEL, LATENCY, 0)))
                .get("latencyNanos");

        assertThat(latency.fieldNames()).toIterable().containsExactly("p50", "p90", "p99", "p999", "max", "mean");
        assertThat(latency.get("p50").longValue()).isEqualTo(200);
        assertThat(latency.get("p90").longValue()).isEqualTo(300);
        assertThat(latency.get("p99").longValue()).isEqualTo(400);
        assertThat(latency.get("p999").longValue()).isEqualTo(500);
        assertThat(latency.get("max").longValue()).isEqualTo(9000);
        assertThat(latency.get("mean").doubleValue()).isEqualTo(222.5);
    }

    @Test
    void hasNullForTheLatencyOfAClosedStream() throws IOException {
        JsonNode document = read(outcome(Pattern.RATE, null, summary(Subject.ORIEL, null, 0)));

        assertThat(document.has("latencyNanos")).isTrue();
        assertThat(document.get("latencyNanos").isNull()).isTrue();
    }

    @Test
    void putsTheReferenceBesideItWithTheRatio() throws IOException {
        LatencyNanos slower = new LatencyNanos(250, 300, 400, 500, 9000, 300);
        JsonNode document = read(outcome(
                Pattern.LATENCY, Subject.AERON, summary(Subject.ORIEL, LATENCY, 0), summary(Subject.AERON, slower, 0)));

        JsonNode reference = document.get("reference");
        assertThat(reference.fieldNames()).toIterable().containsExactly(MEASURED);
        assertThat(reference.get("transport").textValue()).isEqualTo("aeron");
        assertThat(reference.get("latencyNanos").get("p50").longValue()).isEqualTo(250);
        assertThat(document.get("ratio").doubleValue()).isEqualTo(0.8);
        assertThat(document.get("pairs").intValue()).isEqualTo(1);
    }

    @Test
    void namesTheMediumOfBothSubjects() throws IOException {
        JsonNode document = read(outcome(
                Medium.UDP,
                Pattern.LATENCY,
                Subject.AERON,
                summary(Subject.ORIEL, LATENCY, 0),
                summary(Subject.AERON, LATENCY, 0)));

        assertThat(document.get("transport").textValue()).isEqualTo("udp");
        assertThat(document.get("reference").get("transport").textValue()).isEqualTo("aeron-udp");
    }

    @Test
    void dividesTimesWhereThereIsOnlyThroughput() {
        RunResult slow = new RunResult(1000, 500_000, null, 0, 0, 0, Double.NaN);
        PerfOutcome outcome = outcome(
                Pattern.RATE,
                Subject.MEMORY,
                new Summary(Subject.ORIEL, List.of(slow), 0),
                summary(Subject.MEMORY, null, 0));

        assertThat(outcome.ratio()).isEqualTo(2);
    }

    @Test
    void admitsErrors() throws IOException {
        JsonNode document = read(outcome(Pattern.LATENCY, null, summary(Subject.ORIEL, LATENCY, 3)));

        assertThat(document.get("errors").longValue()).isEqualTo(3);
        assertThat(document.get("verified").booleanValue()).isFalse();
    }

    private JsonNode read(PerfOutcome outcome) throws IOException {
        Path file = folder.resolve("result.json");
        JsonFile.write(PerfJson.of(outcome, "a JDK", null), file);
        return new ObjectMapper().readTree(file.toFile());
    }

    private static PerfOutcome outcome(Pattern pattern, @Nullable Subject reference, Summary... summaries) {
        return outcome(Medium.SHM, pattern, reference, summaries);
    }

    private static PerfOutcome outcome(
            Medium medium, Pattern pattern, @Nullable Subject reference, Summary... summaries) {
        ScenarioConfig scenario =
                new ScenarioConfig(medium, new Shape(Operation.SEND, pattern, 32), new Load(16, 64, 1, 0), false, 0);
        return new PerfOutcome(new PerfPlan(scenario, 1000, 200, 1, reference, false), List.of(summaries), "somehow");
    }

    private static Summary summary(Subject subject, @Nullable LatencyNanos latency, long wrongPayloads) {
        return new Summary(
                subject, List.of(new RunResult(1000, 250_000, latency, 0.5, 0, 0, Double.NaN)), wrongPayloads);
    }

    private static String[] with(String[] names, String... more) {
        String[] all = Arrays.copyOf(names, names.length + more.length);
        System.arraycopy(more, 0, all, names.length, more.length);
        return all;
    }
}
