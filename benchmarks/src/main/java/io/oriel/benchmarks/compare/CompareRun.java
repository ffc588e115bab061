// SPDX-License-Identifier: Apache-2.0
// Copyright the Oriel authors.
package io.oriel.benchmarks.compare;

import io.oriel.benchmarks.contender.Subject;
import io.oriel.benchmarks.contender.Subjects;
import io.oriel.benchmarks.measure.BenchmarkException;
import io.oriel.benchmarks.measure.ProgressLine;
import io.oriel.benchmarks.rig.Floor;
import io.oriel.benchmarks.rig.Lineup;
import io.oriel.benchmarks.rig.Lineup.Entry;
import io.oriel.benchmarks.rig.Metric;
import io.oriel.benchmarks.rig.Summary;
import io.oriel.benchmarks.rig.Trial;
import io.oriel.benchmarks.rig.Trial.Effort;
import io.oriel.benchmarks.rig.TrialOutcome;
import io.oriel.benchmarks.scenario.ScenarioConfig;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Consumer;
import java.util.function.Predicate;
import org.jspecify.annotations.Nullable;

/** Runs the rows of a comparison, group by group. */
public final class CompareRun {
    private static final String ALLOCATION = "P6";
    /** What is less is of the rig: a byte in many operations. */
    private static final double NOTHING = 0.01;

    private static final int SLOW_ROUNDS = 3;
    private static final int SLOW_RUN_FACTOR = 5;

    private final Effort effort;
    private final ProgressLine progress;
    private final Floor floor;
    private final boolean withRivals;
    private final Consumer<Comparison> listener;
    private final Map<String, String> missing = new LinkedHashMap<>();

    /**
     * Creates a run.
     *
     * @param effort     of each row
     * @param progress   is told what runs
     * @param floor      measured around each round
     * @param withRivals whether rivals take part
     * @param listener   is told each comparison when it has been made
     */
    public CompareRun(
            Effort effort, ProgressLine progress, Floor floor, boolean withRivals, Consumer<Comparison> listener) {
        this.effort = effort;
        this.progress = progress;
        this.floor = floor;
        this.withRivals = withRivals;
        this.listener = listener;
    }

    /**
     * Returns what can be chosen.
     *
     * @return the ids of all rows
     */
    public static List<String> ids() {
        List<String> ids = new ArrayList<>(Rows.ids());
        ids.add(ALLOCATION);
        ids.add(FirstFigure.ID);
        return ids;
    }

    /**
     * Runs rows.
     *
     * @param selection of those that are run, by their ids
     * @param onlyQuick whether those that take long are left out
     * @param isNamed   whether they were asked for one by one; otherwise those that have nothing beside them are left out
     * @return what was seen, in the order of the rows
     */
    public List<Comparison> run(Predicate<String> selection, boolean onlyQuick, boolean isNamed) {
        List<Comparison> comparisons = new ArrayList<>();
        for (List<Row> group : Rows.all()) {
            List<Row> rows = group.stream()
                    .filter(row -> selection.test(row.id())
                            && (row.isQuick() || !onlyQuick)
                            && (isNamed || withRivals || !row.isBesideRivalsAlone()))
                    .toList();
            if (!rows.isEmpty()) {
                comparisons.addAll(runGroup(rows));
            }
        }
        if (selection.test(ALLOCATION)) {
            allocation(comparisons).ifPresent(allocation -> {
                comparisons.add(allocation);
                listener.accept(allocation);
            });
        }
        return comparisons;
    }

    /**
     * Returns what was asked for and is not on this machine.
     *
     * @return the command that installs it, by the name of the subject
     */
    public Map<String, String> missing() {
        return missing;
    }

    /**
     * What Oriel allocated in that row in which it allocated most. Connections may: they are no data path. Rows that seal are told
     * beside it, each with its own number: the JDK's cipher allocates.
     */
    static Optional<Comparison> allocation(List<Comparison> comparisons) {
        return comparisons.stream()
                .filter(CompareRun::isToAllocateNothing)
                .max(Comparator.comparingDouble(CompareRun::allocated))
                .map(worst -> new Comparison(
                        ALLOCATION,
                        "Allocated, at most, without sealing, by " + worst.id(),
                        Metric.ALLOCATED,
                        worst.oriel(),
                        null,
                        "",
                        List.of(),
                        null,
                        NOTHING,
                        null));
    }

    private static boolean isToAllocateNothing(Comparison comparison) {
        @Nullable Summary oriel = comparison.oriel();
        if (oriel == null) {
            return false;
        }
        ScenarioConfig config = oriel.entry().config();
        return !config.shape().pattern().isConnecting() && !config.sealsDatagrams();
    }

    private static double allocated(Comparison comparison) {
        @Nullable Summary oriel = comparison.oriel();
        double bytes = oriel == null ? Double.NaN : oriel.median(Metric.ALLOCATED);
        return Double.isNaN(bytes) ? 0 : bytes;
    }

    private List<Comparison> runGroup(List<Row> rows) {
        List<Comparison> comparisons = new ArrayList<>();
        try (Lineup lineup = new Lineup(entry -> entry.subject().open(entry.config()))) {
            @Nullable TrialOutcome outcome = null;
            for (Row row : rows) {
                List<Entry> entries = entries(row);
                if (outcome == null || !entries(outcome).containsAll(entries)) {
                    progress.prefix(row.id() + ", ");
                    lineup.enter(entries);
                    outcome = new Trial(effortOf(row), progress, floor::measureNs).run(lineup);
                }
                comparisons.addAll(compare(row, outcome));
            }
        } catch (BenchmarkException e) {
            throw new BenchmarkException(
                    "the rows " + rows.stream().map(Row::id).toList() + " cannot be run: " + e.getMessage(), e);
        } finally {
            progress.prefix("");
        }
        comparisons.forEach(listener);
        return comparisons;
    }

    /** Operations that take long by themselves are run for longer, but not as often. */
    private Effort effortOf(Row row) {
        return switch (row.config().shape().pattern()) {
            case WAKEUP, CONNECT, MEET ->
                new Effort(
                        Math.min(SLOW_ROUNDS, effort.rounds()),
                        0,
                        SLOW_RUN_FACTOR * effort.runNs(),
                        effort.warmUpLimitNs(),
                        true);
            default -> effort;
        };
    }

    private List<Entry> entries(Row row) {
        List<Entry> entries = new ArrayList<>();
        entries.add(new Entry(Subjects.named(Subjects.ORIEL), row.config()));
        for (Row.Target target : row.targets()) {
            if (takesPart(target)) {
                entries.add(entry(target));
            }
        }
        return entries;
    }

    private static Entry entry(Row.Target target) {
        return new Entry(target.label(), Subjects.named(target.subject()), target.config());
    }

    private boolean takesPart(Row.Target target) {
        if (target.isRival() && !withRivals) {
            return false;
        }
        Subject subject = Subjects.named(target.subject());
        @Nullable String command = subject.missing();
        if (command != null) {
            missing.put(subject.name(), command);
        }
        return command == null && subject.canDo(target.config());
    }

    private static List<Entry> entries(TrialOutcome outcome) {
        return outcome.summaries().stream().map(Summary::entry).toList();
    }

    private List<Comparison> compare(Row row, TrialOutcome outcome) {
        List<Entry> entries = entries(outcome);
        int oriel = entries.indexOf(new Entry(Subjects.named(Subjects.ORIEL), row.config()));
        Summary ours = outcome.summaries().get(oriel);
        List<Comparison> comparisons = new ArrayList<>();
        if (!Double.isNaN(row.limit()) || row.targets().isEmpty()) {
            comparisons.add(new Comparison(
                    row.id(), row.work(), row.metric(), ours, null, "", List.of(), outcome, row.limit(), null));
        }
        for (Row.Target target : row.targets()) {
            if (takesPart(target)) {
                int other = entries.indexOf(entry(target));
                comparisons.add(new Comparison(
                        row.id(),
                        row.work(),
                        row.metric(),
                        ours,
                        outcome.summaries().get(other),
                        target.label(),
                        outcome.ratios(row.metric(), oriel, other),
                        outcome,
                        target.ratio(),
                        null));
            } else if (missing.containsKey(target.subject()) && withRivals) {
                comparisons.add(new Comparison(
                        row.id(),
                        row.work(),
                        row.metric(),
                        ours,
                        null,
                        target.label(),
                        List.of(),
                        null,
                        target.ratio(),
                        missing.get(target.subject())));
            }
        }
        return comparisons;
    }
}
