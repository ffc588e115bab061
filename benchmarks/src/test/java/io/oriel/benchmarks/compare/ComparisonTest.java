// SPDX-License-Identifier: Apache-2.0
// Copyright the Oriel authors.
package io.oriel.benchmarks.compare;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.node.ObjectNode;
import io.oriel.api.config.Medium;
import io.oriel.benchmarks.contender.Contender;
import io.oriel.benchmarks.contender.Subjects;
import io.oriel.benchmarks.measure.RunResult;
import io.oriel.benchmarks.report.CompareJson;
import io.oriel.benchmarks.report.EarlierRuns;
import io.oriel.benchmarks.report.Machine;
import io.oriel.benchmarks.rig.Lineup.Entry;
import io.oriel.benchmarks.rig.Metric;
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
import java.util.stream.IntStream;
import java.util.stream.LongStream;
import org.junit.jupiter.api.Test;

class ComparisonTest {
    private static final ScenarioConfig STREAM =
            new ScenarioConfig(Medium.SHM, new Shape(Operation.WRITE, Pattern.RATE, 8), Load.ONE);
    private static final ScenarioConfig ROUND_TRIPS =
            new ScenarioConfig(Medium.SHM, new Shape(Operation.WRITE, Pattern.LATENCY, 8), Load.ONE);
    private static final ScenarioConfig OVER_UDP =
            new ScenarioConfig(Medium.UDP, new Shape(Operation.SEND, Pattern.LATENCY, 32), Load.ONE);

    @Test
    void hasTheMedianOfTheRoundsAsItsRatio() {
        Comparison comparison = comparison(1.2, times(90, 120, 600), times(100, 100, 100));

        assertThat(comparison.ratio()).isEqualTo(1.2);
        assertThat(comparison.isMet()).contains(true);
        assertThat(comparison(1.19, times(90, 120, 600), times(100, 100, 100)).isMet())
                .contains(false);
    }

    @Test
    void isUnsteadyIfTheMiddleHalfOfTheRatiosSpansMoreThanATenth() {
        assertThat(comparison(1, times(100, 101, 102, 103, 500), times(100, 100, 100, 100, 100))
                        .isSteady())
                .isTrue();
        assertThat(comparison(1, times(100, 101, 102, 125, 500), times(100, 100, 100, 100, 100))
                        .isSteady())
                .isFalse();
    }

    @Test
    void isUnsteadyIfCompilersStillWorked() {
        Summary unfinished =
                new Summary(entry(STREAM), "", new Contender.WarmUp(10, false, 1), List.of(run(100, 0, 0)), 0);

        assertThat(alone(unfinished, 200).isSteady()).isFalse();
        assertThat(alone(unfinished, 200).isSettled()).isFalse();
    }

    @Test
    void isToldOfWhereTheMachineWasSlowerThanAtOtherRows() {
        Comparison fast = atFloor("P1", 100);
        Comparison middling = atFloor("P2", 149);
        Comparison slow = atFloor("P3", 151);

        assertThat(CompareTable.slowRows(List.of(fast, middling, slow)))
                .singleElement()
                .asString()
                .startsWith("P3: THE FLOOR WAS HIGH, 151 ns where it was 100 ns at best");
        assertThat(CompareTable.slowRows(List.of(slow))).isEmpty();
        var rows = new CompareJson("compare", Machine.current())
                .rows(List.of(fast, slow), Map.of(), new EarlierRuns(List.of()))
                .document()
                .path("rows");
        assertThat(rows.get(0).path("steady").asBoolean()).isTrue();
        assertThat(rows.get(1).path("steady").asBoolean()).isFalse();
    }

    @Test
    void isMarkedWhereItDiffersFromARunThatItRepeats() {
        Comparison first = comparison(1.2, times(100), times(100));
        Comparison second = comparison(1.2, times(109), times(100));
        Comparison third = comparison(1.2, times(111), times(100));
        EarlierRuns ofFirst = new EarlierRuns(List.of(document(first, new EarlierRuns(List.of()))));
        EarlierRuns ofBoth =
                new EarlierRuns(List.of(document(first, new EarlierRuns(List.of())), document(second, ofFirst)));

        assertThat(ofFirst.differences(List.of(second))).isEmpty();
        assertThat(document(second, ofFirst).at("/rows/0/steady").asBoolean()).isTrue();
        assertThat(ofBoth.differences(List.of(third)))
                .containsExactly("P0 beside other: RUNS DIFFER, 1.11 now, 1.00, 1.09 before");
        assertThat(document(third, ofBoth).at("/rows/0/steady").asBoolean()).isFalse();
        assertThat(document(third, ofBoth).at("/rows/0/earlierRatios")).hasSize(2);
    }

    private static ObjectNode document(Comparison comparison, EarlierRuns earlier) {
        return new CompareJson("compare", Machine.current())
                .rows(List.of(comparison), Map.of(), earlier)
                .document();
    }

    private static Comparison atFloor(String id, double floorNs) {
        Summary summary = new Summary(entry(STREAM), "", new Contender.WarmUp(10, true, 1), List.of(run(100, 0, 0)), 0);
        TrialOutcome outcome = new TrialOutcome(
                new Effort(1, 1000, 0, 0, true),
                List.of(summary),
                List.of(new TrialOutcome.Round(summary.runs(), floorNs, floorNs)),
                0,
                true);
        return new Comparison(id, "work", Metric.TIME, summary, null, "", List.of(), outcome, Double.NaN, null);
    }

    @Test
    void isHeldToALimitWhereNothingIsCompared() {
        Summary summary = new Summary(entry(STREAM), "", new Contender.WarmUp(10, true, 1), List.of(run(100, 0, 0)), 0);

        assertThat(alone(summary, 100).isMet()).contains(true);
        assertThat(alone(summary, 99).isMet()).contains(false);
    }

    @Test
    void isToAllocateNothingUnlessItSealsOrConnects() {
        Comparison silent = allocating("P5", OVER_UDP, 0.5);
        Comparison sealed = allocating("P5-sealed", OVER_UDP.withSealedDatagrams(true), 2000);
        Comparison connecting =
                allocating("P9", OVER_UDP.withShape(new Shape(Operation.SEND, Pattern.CONNECT, 1)), 100_000);

        Comparison allocation =
                CompareRun.allocation(List.of(sealed, silent, connecting)).orElseThrow();

        assertThat(allocation.work()).endsWith("without sealing, by P5");
        assertThat(allocation.orielValue()).isEqualTo(0.5);
        assertThat(allocation.isMet()).contains(false);
        assertThat(CompareRun.allocation(List.of(sealed, connecting))).isEmpty();
    }

    @Test
    void tellsTheGarbageOfSealingWithoutJudgingIt() {
        Comparison garbage = new Comparison(
                "P6-sealed",
                "work, sealed",
                Metric.ALLOCATED,
                allocating("P5-sealed", OVER_UDP.withSealedDatagrams(true), 2000)
                        .oriel(),
                null,
                "",
                List.of(),
                null,
                Double.NaN,
                null);

        assertThat(CompareTable.line(garbage))
                .contains("B an operation", "2,000.0")
                .doesNotContain("met");
        var row = document(garbage, new EarlierRuns(List.of())).at("/rows/0");
        assertThat(row.path("oriel").asDouble()).isEqualTo(2000);
        assertThat(row.path("met").isNull()).isTrue();
    }

    private static Comparison allocating(String id, ScenarioConfig config, double bytes) {
        RunResult run = new RunResult(1000, 1000, null, bytes, 0, 0, Map.of());
        Summary summary = new Summary(entry(config), "", new Contender.WarmUp(10, true, 1), List.of(run), 0);
        return new Comparison(id, "work", Metric.TIME, summary, null, "", List.of(), null, Double.NaN, null);
    }

    @Test
    void neitherMeetsNorMissesATargetThatItDoesNotHave() {
        Comparison missing = new Comparison(
                "P0", "work", Metric.TIME, null, null, "other", List.of(), null, 1, "apt-get install other");

        assertThat(comparison(Double.NaN, times(90), times(100)).isMet()).isEmpty();
        assertThat(missing.isMet()).isEmpty();
    }

    @Test
    void isNotValidIfAPayloadWasWrongOrARoundTripWasDeclined() {
        Contender.WarmUp settled = new Contender.WarmUp(10, true, 1);
        Summary wrong = new Summary(entry(STREAM), "", settled, List.of(run(100, 1, 0)), 0);
        Summary wrongLater = new Summary(entry(STREAM), "", settled, List.of(run(100, 0, 0)), 1);
        Summary declined = new Summary(entry(ROUND_TRIPS), "", settled, List.of(run(100, 0, 1)), 0);
        Summary declinedInAStream = new Summary(entry(STREAM), "", settled, List.of(run(100, 0, 1)), 0);

        assertThat(alone(wrong, 1).isValid()).isFalse();
        assertThat(alone(wrongLater, 1).isValid()).isFalse();
        assertThat(alone(declined, 1).isValid()).isFalse();
        assertThat(alone(declinedInAStream, 1).isValid()).isTrue();
    }

    private static Comparison alone(Summary summary, double limit) {
        TrialOutcome outcome = new TrialOutcome(
                new Effort(1, 1000, 0, 0, true),
                List.of(summary),
                List.of(new TrialOutcome.Round(summary.runs(), 100, 100)),
                0,
                true);
        return new Comparison("P0", "work", Metric.TIME, summary, null, "", List.of(), outcome, limit, null);
    }

    private static Comparison comparison(double target, List<RunResult> ours, List<RunResult> theirs) {
        Contender.WarmUp settled = new Contender.WarmUp(10, true, 1);
        Summary oriel = new Summary(entry(STREAM), "", settled, ours, 0);
        Summary other = new Summary(entry(STREAM), "", settled, theirs, 0);
        List<TrialOutcome.Round> rounds = IntStream.range(0, ours.size())
                .mapToObj(i -> new TrialOutcome.Round(List.of(ours.get(i), theirs.get(i)), 100, 100))
                .toList();
        TrialOutcome outcome =
                new TrialOutcome(new Effort(rounds.size(), 1000, 0, 0, true), List.of(oriel, other), rounds, 0, true);
        return new Comparison(
                "P0",
                "work",
                Metric.TIME,
                oriel,
                other,
                "other",
                outcome.ratios(Metric.TIME, 0, 1),
                outcome,
                target,
                null);
    }

    private static List<RunResult> times(long... nanos) {
        return LongStream.of(nanos).mapToObj(each -> run(each, 0, 0)).toList();
    }

    private static RunResult run(long operationNs, long errors, long backPressure) {
        return new RunResult(1000, 1000 * operationNs, null, 0, errors, backPressure, Map.of());
    }

    private static Entry entry(ScenarioConfig config) {
        return new Entry(Subjects.named(Subjects.ORIEL), config);
    }
}
