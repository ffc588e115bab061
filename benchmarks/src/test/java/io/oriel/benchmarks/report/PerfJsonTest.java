// SPDX-License-Identifier: Apache-2.0
// Copyright the Oriel authors.
package io.oriel.benchmarks.report;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import io.oriel.api.config.Medium;
import io.oriel.benchmarks.contender.Contender;
import io.oriel.benchmarks.contender.RunLine;
import io.oriel.benchmarks.contender.Subjects;
import io.oriel.benchmarks.measure.RunResult;
import io.oriel.benchmarks.rig.Lineup.Entry;
import io.oriel.benchmarks.rig.Summary;
import io.oriel.benchmarks.rig.Trial.Effort;
import io.oriel.benchmarks.rig.TrialOutcome;
import io.oriel.benchmarks.scenario.Load;
import io.oriel.benchmarks.scenario.ScenarioConfig;
import io.oriel.benchmarks.scenario.Shape;
import io.oriel.benchmarks.scenario.Shape.Operation;
import io.oriel.benchmarks.scenario.Shape.Pattern;
import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import org.HdrHistogram.Histogram;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class PerfJsonTest {
    @TempDir
    private Path folder;

    @Test
    void saysWhatWasMeasuredAndHow() throws IOException {
        JsonNode document = read(outcome(summary("oriel", Pattern.LATENCY, 200, 0)));

        assertThat(document.get("subject").textValue()).isEqualTo("oriel");
        assertThat(document.get("transport").textValue()).isEqualTo("shm");
        assertThat(document.get("op").textValue()).isEqualTo("send");
        assertThat(document.get("pattern").textValue()).isEqualTo("latency");
        assertThat(document.get("sizeBytes").intValue()).isEqualTo(32);
        assertThat(document.get("operations").longValue()).isEqualTo(1000);
        assertThat(document.get("processes").intValue()).isEqualTo(2);
        assertThat(document.get("operationsPerSecond").doubleValue()).isEqualTo(1000 * 1e9 / 250_000);
        assertThat(document.get("bytesPerSecond").doubleValue()).isEqualTo(32 * 1000 * 1e9 / 250_000);
        assertThat(document.get("allocatedBytesPerOperation").doubleValue()).isEqualTo(0.5);
        assertThat(document.get("errors").longValue()).isZero();
        assertThat(document.get("verified").booleanValue()).isTrue();
        assertThat(document.get("valid").booleanValue()).isTrue();
        assertThat(document.get("settled").booleanValue()).isTrue();
        assertThat(document.get("warmUpMillis").longValue()).isEqualTo(3_000);
        assertThat(document.get("endpoints").intValue()).isEqualTo(16);
        assertThat(document.get("outstanding").intValue()).isEqualTo(64);
        assertThat(document.get("pairs").intValue()).isZero();
        assertThat(document.get("command").textValue()).isEqualTo("bin/oriel perf");
        assertThat(document.get("machine").get("jdk").textValue()).isEqualTo("a JDK");
        assertThat(document.get("machine").get("commit").isNull()).isTrue();
    }

    @Test
    void hasAllPercentilesAndTheHistogramItself() throws IOException {
        JsonNode document = read(outcome(summary("oriel", Pattern.LATENCY, 200, 0)));

        JsonNode latency = document.get("latencyNanos");
        assertThat(latency.fieldNames())
                .toIterable()
                .containsExactly("p50", "p90", "p99", "p999", "p9999", "max", "mean");
        assertThat(latency.get("p50").longValue()).isEqualTo(200);
        assertThat(latency.get("max").longValue()).isEqualTo(histogram(200).getMaxValue());
        assertThat(RunLine.decode(document.get("histogram").textValue())).isEqualTo(histogram(200));
    }

    @Test
    void hasNullForTheLatencyOfAClosedStream() throws IOException {
        JsonNode document = read(outcome(summary("oriel", Pattern.RATE, 0, 0)));

        assertThat(document.has("latencyNanos")).isTrue();
        assertThat(document.get("latencyNanos").isNull()).isTrue();
        assertThat(document.has("histogram")).isFalse();
    }

    @Test
    void putsTheReferencesBesideItWithTheirRatios() throws IOException {
        JsonNode document = read(outcome(
                summary("oriel", Pattern.LATENCY, 200, 0),
                summary("aeron", Pattern.LATENCY, 250, 0),
                summary("memory", Pattern.LATENCY, 100, 0)));

        JsonNode references = document.get("references");
        assertThat(references.get(0).get("subject").textValue()).isEqualTo("aeron");
        assertThat(references.get(0).get("latencyNanos").get("p50").longValue()).isEqualTo(250);
        assertThat(references.get(0).get("ratio").doubleValue()).isEqualTo(0.8);
        assertThat(references.get(1).get("ratio").doubleValue()).isEqualTo(2);
        assertThat(document.get("pairs").intValue()).isEqualTo(1);
    }

    @Test
    void dividesTimesWhereThereIsOnlyThroughput() {
        Summary slow = summary("oriel", Pattern.RATE, 0, 0, 500_000);
        TrialOutcome outcome = outcome(slow, summary("memory", Pattern.RATE, 0, 0));

        assertThat(outcome.ratio(PerfJson.metric(slow), 0, 1)).isEqualTo(2);
    }

    @Test
    void admitsErrors() throws IOException {
        JsonNode document = read(outcome(summary("oriel", Pattern.LATENCY, 200, 3)));

        assertThat(document.get("errors").longValue()).isEqualTo(3);
        assertThat(document.get("verified").booleanValue()).isFalse();
        assertThat(document.get("valid").booleanValue()).isFalse();
    }

    private JsonNode read(TrialOutcome outcome) throws IOException {
        Machine machine = new Machine(2, "a processor", "", "none", "Linux", "none", "a JDK", 20, null);
        Path file = folder.resolve("result.json");
        JsonFile.write(PerfJson.of("bin/oriel perf", List.of(outcome), machine, false), file);
        return new ObjectMapper().readTree(file.toFile());
    }

    private static TrialOutcome outcome(Summary... summaries) {
        List<RunResult> results =
                Stream.of(summaries).map(summary -> summary.runs().get(0)).toList();
        return new TrialOutcome(
                new Effort(1, 1000, 0, 0, false),
                List.of(summaries),
                List.of(new TrialOutcome.Round(results, Double.NaN, Double.NaN)),
                0,
                true);
    }

    private static Summary summary(String subject, Pattern pattern, long p50, long wrongPayloads) {
        return summary(subject, pattern, p50, wrongPayloads, 250_000);
    }

    private static Summary summary(String subject, Pattern pattern, long p50, long wrongPayloads, long elapsedNs) {
        ScenarioConfig config =
                new ScenarioConfig(Medium.SHM, new Shape(Operation.SEND, pattern, 32), new Load(16, 64, 1, 0));
        RunResult run = new RunResult(1000, elapsedNs, p50 == 0 ? null : histogram(p50), 0.5, 0, 0, Map.of());
        return new Summary(
                new Entry(Subjects.named(subject), config),
                "somehow",
                new Contender.WarmUp(3_000_000_000L, true, 250),
                List.of(run),
                wrongPayloads);
    }

    private static Histogram histogram(long p50) {
        Histogram histogram = new Histogram(60_000_000_000L, 3);
        histogram.recordValueWithCount(p50, 999);
        histogram.recordValue(9000);
        return histogram;
    }
}
