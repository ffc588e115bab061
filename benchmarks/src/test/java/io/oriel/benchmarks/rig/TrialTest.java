// SPDX-License-Identifier: Apache-2.0
// Copyright the Oriel authors.
package io.oriel.benchmarks.rig;

import static org.assertj.core.api.Assertions.assertThat;

import io.oriel.api.config.Medium;
import io.oriel.benchmarks.contender.Contender;
import io.oriel.benchmarks.contender.Subject;
import io.oriel.benchmarks.contender.Subjects;
import io.oriel.benchmarks.measure.ProgressLine;
import io.oriel.benchmarks.measure.RunResult;
import io.oriel.benchmarks.rig.Lineup.Entry;
import io.oriel.benchmarks.rig.Trial.Effort;
import io.oriel.benchmarks.scenario.Load;
import io.oriel.benchmarks.scenario.ScenarioConfig;
import io.oriel.benchmarks.scenario.Shape;
import io.oriel.benchmarks.scenario.Shape.Operation;
import io.oriel.benchmarks.scenario.Shape.Pattern;
import io.oriel.testing.junit.WholeBuild;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Queue;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Nested;
import org.junit.jupiter.api.Test;

class TrialTest {
    private static final ScenarioConfig SENDS =
            new ScenarioConfig(Medium.SHM, new Shape(Operation.SEND, Pattern.LATENCY, 32), Load.ONE);

    private final ProgressLine progress = new ProgressLine();

    @AfterEach
    void endProgress() {
        progress.close();
    }

    /** Four real processes. */
    @Nested
    class OfRealSubjects {
        private final Effort effort = new Effort(3, 2_000, 0, 0, false);

        @WholeBuild
        @Test
        void showsThatAReferenceWasSlowedOnPurpose() {
            TrialOutcome outcome = run("aeron", "slowed");

            assertThat(outcome.isValid()).isTrue();
            assertThat(outcome.ratio(Metric.P50, 1, 0)).isGreaterThan(5);
            assertThat(outcome.ratio(Metric.P50, 0, 1)).isLessThan(0.2);
        }

        @Test
        void isInvalidIfPayloadsWereDamagedOnPurpose() {
            TrialOutcome outcome = run("damaged");

            assertThat(outcome.summaries().get(0).errors()).isPositive();
            assertThat(outcome.isValid()).isFalse();
        }

        private TrialOutcome run(String... names) {
            List<Entry> entries = Stream.of(names)
                    .map(name -> new Entry(Subjects.named(name), SENDS.withAeronTermLength(1 << 22)))
                    .toList();
            try (Lineup lineup = new Lineup(entry -> entry.subject().open(entry.config()))) {
                lineup.enter(entries);
                return new Trial(effort, progress, null).run(lineup);
            }
        }
    }

    /** A machine whose speed is told. */
    @Nested
    class WhoseFloorMoves {
        private final Queue<Double> floors = new ArrayDeque<>();
        private final List<String> calls = new ArrayList<>();

        @Test
        void repeatsTheRoundsAmidWhichItHasMoved() {
            floors.addAll(List.of(100.0, 110.0, 100.0, 400.0, 400.0, 410.0));

            TrialOutcome outcome = run(2);

            assertThat(outcome.rounds())
                    .extracting(TrialOutcome.Round::floorAfterNs)
                    .containsExactly(110.0, 410.0);
            assertThat(outcome.repeated()).isEqualTo(1);
            assertThat(outcome.isSteady()).isTrue();
        }

        @Test
        void saysSoIfThereAreTooFewOthers() {
            floors.addAll(List.of(100.0, 130.0, 100.0, 130.0, 100.0, 110.0, 130.0, 100.0));

            TrialOutcome outcome = run(2);

            assertThat(outcome.rounds()).hasSize(4);
            assertThat(outcome.isSteady()).isFalse();
        }

        @Test
        void runsAllEntriesInEachRoundAndVerifiesThemLast() {
            floors.addAll(List.of(100.0, 100.0, 100.0, 100.0));

            run(2);

            assertThat(calls)
                    .containsExactly(
                            "warm-up a",
                            "warm-up b",
                            "run a",
                            "run b",
                            "run a",
                            "run b",
                            "verify a",
                            "verify b",
                            "close a",
                            "close b");
        }

        private TrialOutcome run(int rounds) {
            Subject oriel = Subjects.named(Subjects.ORIEL);
            List<Entry> entries = List.of(new Entry("a", oriel, SENDS), new Entry("b", oriel, SENDS));
            Effort effort = new Effort(rounds, 100, 0, 0, true);
            try (Lineup lineup = new Lineup(entry -> new TestContender(entry.label(), calls))) {
                lineup.enter(entries);
                return new Trial(effort, progress, floors::remove).run(lineup);
            }
        }
    }

    private record TestContender(String name, List<String> calls) implements Contender {
        @Override
        public void reopen(ScenarioConfig config) {
            calls.add("reopen " + name);
        }

        @Override
        public Contender.WarmUp warmUp(long limitNs) {
            calls.add("warm-up " + name);
            return new Contender.WarmUp(1, true, 10);
        }

        @Override
        public RunResult run(long operations) {
            calls.add("run " + name);
            return new RunResult(operations, 1_000, null, 0, 0, 0, Map.of());
        }

        @Override
        public long verify(long operations) {
            calls.add("verify " + name);
            return 0;
        }

        @Override
        public String explanation() {
            return "";
        }

        @Override
        public void close() {
            calls.add("close " + name);
        }
    }
}
