// SPDX-License-Identifier: Apache-2.0
// Copyright the Oriel authors.
package io.oriel.benchmarks.rig;

import io.oriel.benchmarks.contender.Contender;
import io.oriel.benchmarks.measure.ProgressLine;
import io.oriel.benchmarks.measure.RunResult;
import io.oriel.benchmarks.rig.Lineup.Entry;
import io.oriel.benchmarks.scenario.ScenarioConfig;
import io.oriel.benchmarks.scenario.Shape;
import io.oriel.benchmarks.scenario.Shape.Operation;
import java.util.ArrayList;
import java.util.List;
import java.util.function.DoubleSupplier;
import org.jspecify.annotations.Nullable;

/**
 * A measurement of several entries beside each other: warms each up, runs them in turns (A B A B ...), verifies them last.
 *
 * <p>Verification comes last so that the compiler has not seen its branches when the clock runs.
 */
public final class Trial {
    private static final long MAX_VERIFIED = 100_000;
    private static final long MAX_VERIFIED_BYTES = 256L << 20;
    private static final long MAX_VERIFIED_ROUNDS = 256;
    private static final long MAX_VERIFIED_SLOWLY = 100;

    private final Effort effort;
    private final ProgressLine progress;
    private final @Nullable DoubleSupplier floor;

    /**
     * Creates a measurement.
     *
     * @param effort   how much is run
     * @param progress is told what runs
     * @param floor    measures it, around each round; null for none
     */
    public Trial(Effort effort, ProgressLine progress, @Nullable DoubleSupplier floor) {
        this.effort = effort;
        this.progress = progress;
        this.floor = floor;
    }

    /**
     * Measures.
     *
     * @param lineup who takes part, in the order of each round
     * @return what was measured
     */
    public TrialOutcome run(Lineup lineup) {
        List<Entry> entries = lineup.entries();
        List<Contender> contenders = lineup.contenders();
        List<Contender.WarmUp> warmUps = new ArrayList<>();
        for (int i = 0; i < contenders.size(); i++) {
            progress.label(entries.get(i).label() + ", warm-up");
            warmUps.add(contenders.get(i).warmUp(effort.warmUpLimitNs()));
        }
        List<TrialOutcome.Round> rounds = new ArrayList<>();
        List<TrialOutcome.Round> moved = new ArrayList<>();
        while (rounds.size() < effort.rounds() && rounds.size() + moved.size() < 2 * effort.rounds()) {
            TrialOutcome.Round round = round(entries, contenders, warmUps, rounds.size() + 1);
            (round.hasFloorMoved() ? moved : rounds).add(round);
        }
        boolean isSteady = rounds.size() == effort.rounds();
        if (!isSteady) {
            rounds.addAll(moved);
        }
        List<Summary> summaries = new ArrayList<>();
        for (int i = 0; i < contenders.size(); i++) {
            Entry entry = entries.get(i);
            progress.label(entry.label() + ", verification");
            long wrong = contenders
                    .get(i)
                    .verify(verified(entry.config(), rounds.get(0).results().get(i)));
            int index = i;
            List<RunResult> runs =
                    rounds.stream().map(round -> round.results().get(index)).toList();
            summaries.add(new Summary(entry, contenders.get(i).explanation(), warmUps.get(i), runs, wrong));
        }
        progress.label("");
        return new TrialOutcome(effort, summaries, List.copyOf(rounds), moved.size(), isSteady);
    }

    private TrialOutcome.Round round(
            List<Entry> entries, List<Contender> contenders, List<Contender.WarmUp> warmUps, int number) {
        double before = floor == null ? Double.NaN : floor.getAsDouble();
        List<RunResult> results = new ArrayList<>();
        for (int i = 0; i < contenders.size(); i++) {
            progress.label(entries.get(i).label() + ", run " + number + " of " + effort.rounds());
            results.add(contenders.get(i).run(effort.operations(warmUps.get(i).operationNs())));
        }
        return new TrialOutcome.Round(results, before, floor == null ? Double.NaN : floor.getAsDouble());
    }

    /** Returns how many operations have every byte of their payload checked. */
    static long verified(ScenarioConfig config, RunResult timed) {
        Shape shape = config.shape();
        long count = Math.min(timed.operations(), MAX_VERIFIED);
        return switch (shape.pattern()) {
            case WAKEUP, POLL, CONNECT, MEET -> Math.min(count, MAX_VERIFIED_SLOWLY);
            case LATENCY, ECHO, LOOKUP, MIXED, REQUEST -> Math.min(count, bySize(shape));
            case RATE, BANDWIDTH ->
                shape.operation() == Operation.WRITE
                        ? Math.min(
                                Math.min(count, bySize(shape)),
                                MAX_VERIFIED_ROUNDS * config.load().totalOutstanding())
                        : Math.min(count, bySize(shape));
        };
    }

    private static long bySize(Shape shape) {
        return Math.max(1, MAX_VERIFIED_BYTES / shape.sizeBytes());
    }

    /**
     * How much is run.
     *
     * @param rounds        timed runs of each entry
     * @param iterations    operations of each; 0 for as many as take {@code runNs}
     * @param runNs         how long each takes, if {@code iterations} is 0
     * @param warmUpLimitNs after which warming up is given up; 0 for none
     * @param watchesFloor  whether the floor is measured around each round, and rounds amid which it has moved are repeated
     */
    public record Effort(int rounds, long iterations, long runNs, long warmUpLimitNs, boolean watchesFloor) {
        /**
         * Checks the counts.
         *
         * @throws IllegalArgumentException if one is out of its range
         */
        public Effort {
            requireAtLeast("rounds", rounds, 1);
            requireAtLeast("iterations", iterations, 0);
            requireAtLeast("runNs", runNs, iterations > 0 ? 0 : 1);
            requireAtLeast("warmUpLimitNs", warmUpLimitNs, 0);
        }

        /** Returns the operations of a run, given how long one took at last. */
        long operations(double operationNs) {
            return iterations > 0 ? iterations : Math.max(1, (long) (runNs / operationNs));
        }

        private static void requireAtLeast(String name, long value, long min) {
            if (value < min) {
                throw new IllegalArgumentException(name + " must be at least " + min + ", was " + value);
            }
        }
    }
}
