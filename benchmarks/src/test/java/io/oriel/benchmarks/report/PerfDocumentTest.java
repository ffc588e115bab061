// SPDX-License-Identifier: Apache-2.0
// Copyright the Oriel authors.
package io.oriel.benchmarks.report;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.oriel.api.config.Medium;
import io.oriel.benchmarks.contender.Contender;
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
import java.util.List;
import java.util.Map;
import org.HdrHistogram.Histogram;
import org.junit.jupiter.api.Test;

class PerfDocumentTest {
    private static final Machine MACHINE =
            new Machine(2, "a model", "", "none", "Linux", "none", "a JDK", 20, "0123456789");

    @Test
    void isTheDocumentItselfWhereItIsAComparison() {
        ObjectNode comparison = PlausibleRun.whole();

        assertThat(PerfDocument.comparison(comparison)).isSameAs(comparison);
    }

    @Test
    void makesARowOfEachReference() {
        JsonNode rows = comparison(outcome(32, Pattern.LATENCY, 1.5)).get("rows");

        assertThat(rows).hasSize(1);
        JsonNode row = rows.get(0);
        assertThat(row.get("work").textValue()).isEqualTo("Send of 32 bytes, round trip");
        assertThat(row.get("oriel").doubleValue()).isEqualTo(300);
        assertThat(row.get("reference").doubleValue()).isEqualTo(200);
        assertThat(row.get("referenceName").textValue()).isEqualTo("aeron");
        assertThat(row.get("ratio").doubleValue()).isEqualTo(1.5);
        assertThat(row.get("ratios")).hasSize(1);
        assertThat(row.get("unit").textValue()).isEqualTo("ns, p50");
        assertThat(row.get("settled").booleanValue()).isFalse();
        assertThat(row.get("valid").booleanValue()).isTrue();
    }

    @Test
    void tellsTheFloorAndTheMachine() {
        ObjectNode comparison = comparison(outcome(32, Pattern.LATENCY, 1), outcome(64, Pattern.LATENCY, 1));

        assertThat(comparison.at("/floorNanos/min").doubleValue()).isEqualTo(120);
        assertThat(comparison.at("/floorNanos/max").doubleValue()).isEqualTo(130);
        assertThat(comparison.at("/machine/model").textValue()).isEqualTo("a model");
        assertThat(comparison.get("valid").booleanValue()).isTrue();
    }

    @Test
    void makesACurveOfEachHistogram() {
        JsonNode curves = comparison(outcome(32, Pattern.LATENCY, 1.5)).get("percentiles");

        assertThat(curves).extracting(curve -> curve.get("subject").textValue()).containsExactly("oriel", "aeron");
        assertThat(curves.get(0).at("/points/0/nanos").longValue()).isEqualTo(300);
    }

    @Test
    void makesCurvesOverSizesWhereThereAreSeveral() {
        JsonNode one = comparison(outcome(32, Pattern.LATENCY, 1)).get("sizes");
        JsonNode several = comparison(outcome(32, Pattern.LATENCY, 1), outcome(64, Pattern.LATENCY, 2))
                .get("sizes");

        assertThat(one).isEmpty();
        assertThat(several).hasSize(2);
        assertThat(several.get(0).get("points"))
                .extracting(point -> point.get("sizeBytes") + ": " + point.get("value"))
                .containsExactly("32: 200.0", "64: 400.0");
    }

    @Test
    void makesCurvesOfBandwidthWhereNoLatencyIsRecorded() {
        JsonNode sizes = comparison(outcome(1000, Pattern.BANDWIDTH, 1), outcome(2000, Pattern.BANDWIDTH, 1))
                .get("sizes");

        assertThat(sizes.get(0).get("unit").textValue()).isEqualTo("MB/s");
        assertThat(sizes.get(0).get("points"))
                .extracting(point -> point.get("value").doubleValue())
                .containsExactly(5000.0, 10_000.0);
    }

    private static ObjectNode comparison(TrialOutcome... outcomes) {
        return PerfDocument.comparison(PerfJson.of("bin/oriel perf", List.of(outcomes), MACHINE, false));
    }

    /** One pair, in which each operation of the reference took 200 ns, and each of Oriel's so many times as long. */
    private static TrialOutcome outcome(int size, Pattern pattern, double ratio) {
        ScenarioConfig config = new ScenarioConfig(Medium.SHM, new Shape(Operation.SEND, pattern, size), Load.ONE);
        RunResult oriel = result(pattern, 200 * ratio);
        RunResult aeron = result(pattern, 200);
        return new TrialOutcome(
                new Effort(1, 1000, 0, 0, true),
                List.of(
                        new Summary(entry("oriel", config), "", new Contender.WarmUp(1, false, 1), List.of(oriel), 0),
                        new Summary(entry("aeron", config), "", new Contender.WarmUp(1, true, 1), List.of(aeron), 0)),
                List.of(new TrialOutcome.Round(List.of(oriel, aeron), 120, 130)),
                0,
                true);
    }

    private static Entry entry(String name, ScenarioConfig config) {
        return new Entry(Subjects.named(name), config);
    }

    private static RunResult result(Pattern pattern, double nanos) {
        Histogram histogram = new Histogram(3);
        histogram.recordValueWithCount(Math.round(nanos), 1000);
        return new RunResult(
                1000, Math.round(1000 * nanos), pattern == Pattern.LATENCY ? histogram : null, 0, 0, 0, Map.of());
    }
}
