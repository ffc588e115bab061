// SPDX-License-Identifier: Apache-2.0
// Copyright the Oriel authors.
package io.oriel.benchmarks.report;

import io.oriel.benchmarks.contender.Subject;
import io.oriel.benchmarks.measure.LatencyNanos;
import io.oriel.benchmarks.rig.Metric;
import io.oriel.benchmarks.rig.Summary;
import io.oriel.benchmarks.rig.TrialOutcome;
import io.oriel.benchmarks.scenario.Load;
import io.oriel.benchmarks.scenario.ScenarioConfig;
import io.oriel.benchmarks.scenario.Shape;
import io.oriel.benchmarks.scenario.Shape.Pattern;
import java.util.ArrayList;
import java.util.DoubleSummaryStatistics;
import java.util.List;
import java.util.Locale;
import java.util.function.Function;
import java.util.function.ToDoubleFunction;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.jspecify.annotations.Nullable;

/** The outcome of {@code perf} for people: a line for each number, a column for each entry and each ratio. */
public final class PerfTable {
    private static final String COLUMN = "%16s";
    private static final String NAME = "  %-24s";

    private final TrialOutcome outcome;
    private final ScenarioConfig scenario;
    private final List<String> lines = new ArrayList<>();

    private PerfTable(TrialOutcome outcome) {
        this.outcome = outcome;
        scenario = outcome.summaries().get(0).entry().config();
    }

    /**
     * Makes the tables.
     *
     * @param outcomes    to tell of: one, or one for each size
     * @param machine     that they were measured on
     * @param noHalt      true if idle processors were not halted
     * @return lines, without a line break after the last
     */
    public static String of(List<TrialOutcome> outcomes, Machine machine, boolean noHalt) {
        List<String> lines = new ArrayList<>();
        for (TrialOutcome outcome : outcomes) {
            PerfTable table = new PerfTable(outcome);
            table.heading();
            table.numbers();
            table.notes(machine.clockReadNs(), noHalt);
            lines.addAll(table.lines);
            lines.add("");
        }
        lines.add(machine.line());
        return String.join(System.lineSeparator(), lines);
    }

    private void heading() {
        Shape shape = scenario.shape();
        Load load = scenario.load();
        add(
                "%s %s of %,d bytes over %s, %s, %s",
                Subject.lower(shape.operation()),
                Subject.lower(shape.pattern()),
                shape.sizeBytes(),
                Subject.lower(scenario.medium()),
                outcome.summaries().size() == 1 ? "two processes" : "two processes for each column",
                load.ratePerSecond() > 0
                        ? String.format(Locale.ROOT, "open loop at %,d a second", load.ratePerSecond())
                        : "closed loop");
        add("%s", outcome.summaries().get(0).explanation());
        add(
                "endpoints %d, outstanding on each %d, completions of %s",
                load.endpoints(), load.outstanding(), signalled(load));
        add(
                "%s of %,d operations; each payload of a pass of its own verified byte by byte",
                outcome.rounds().size() == 1 ? "one run" : outcome.rounds().size() + " runs in turns",
                outcome.summaries().get(0).runs().get(0).operations());
        lines.add("");
    }

    private static String signalled(Load load) {
        return switch (load.signalEvery()) {
            case 0 -> "no request";
            case 1 -> "every request";
            default -> "one request in " + load.signalEvery();
        };
    }

    private void numbers() {
        String columns = outcome.summaries().stream()
                .map(summary -> String.format(COLUMN, summary.entry().label()))
                .collect(Collectors.joining());
        String ratios = IntStream.range(1, outcome.summaries().size())
                .mapToObj(i -> String.format(
                        COLUMN, "/ " + outcome.summaries().get(i).entry().label()))
                .collect(Collectors.joining());
        add(NAME + "%s%s", "", columns, ratios);
        if (outcome.summaries().get(0).latency() != null) {
            String what = what();
            latency(what + " p50 ns", LatencyNanos::p50);
            latency(what + " p90 ns", LatencyNanos::p90);
            latency(what + " p99 ns", LatencyNanos::p99);
            latency(what + " p99.9 ns", LatencyNanos::p999);
            latency(what + " p99.99 ns", LatencyNanos::p9999);
            latency(what + " max ns", LatencyNanos::max);
            latency(what + " mean ns", LatencyNanos::mean);
        }
        if (isWakeup()) {
            row("idle CPU %", summary -> format("%.2f", summary.median(Metric.IDLE_CPU)));
        }
        int size = scenario.shape().sizeBytes();
        row("operations/s", summary -> format("%,.0f", summary.operationsPerSecond()));
        if (scenario.shape().pattern() != Pattern.MIXED) { // the long ones are not counted
            row("MB/s", summary -> format("%,.1f", summary.operationsPerSecond() * size / 1e6));
        }
        row("allocated B/operation", summary -> number("%.3f", summary.allocatedBytesPerOperation()));
        row("back-pressure", summary -> format("%,d", summary.backPressure()));
        row("errors", summary -> checked(summary, format("%,d", summary.errors())));
        row("verified", summary -> checked(summary, summary.verified() ? "yes" : "NO"));
        row("warm-up s", summary -> format("%.1f", summary.warmUp().elapsedNs() / 1e9));
        row("settled", summary -> summary.warmUp().isSettled() ? "yes" : "NO");
    }

    private static String checked(Summary summary, String text) {
        return summary.entry().subject().verifies() ? text : "-";
    }

    private String what() {
        return switch (scenario.shape().pattern()) {
            case WAKEUP -> "wake-up";
            case CONNECT, MEET -> "connection";
            case RATE -> "latency";
            default -> scenario.load().ratePerSecond() > 0 ? "latency" : "round trip";
        };
    }

    private boolean isWakeup() {
        return scenario.shape().pattern() == Pattern.WAKEUP;
    }

    private void notes(double clockReadNs, boolean noHalt) {
        lines.add("");
        List<Summary> summaries = outcome.summaries();
        Metric metric = PerfJson.metric(summaries.get(0));
        for (int i = 1; i < summaries.size(); i++) {
            add(
                    "ratio %.3f: Oriel's time / %s's time, below 1 Oriel is faster; of the %s, median of the pairs",
                    outcome.ratio(metric, 0, i),
                    summaries.get(i).entry().label(),
                    metric == Metric.P50 ? "p50" : "time an operation");
        }
        floor();
        summaries.forEach(this::doubts);
        if (scenario.shape().pattern() == Pattern.LATENCY) {
            add("each round trip contains one reading of the clock: %.0f ns", clockReadNs);
        }
        if (isWakeup()) {
            lines.add("wake-up: from the post of the Send to the return of the peer's await, one way");
            lines.add(
                    noHalt
                            ? "idle processors were not halted meanwhile"
                            : "idle processors may be halted meanwhile, and take long to go on; see --no-halt");
            lines.add("idle CPU: of one processor, both processes together, while both wait");
        }
    }

    private void floor() {
        DoubleSummaryStatistics floors = outcome.floorsNs().summaryStatistics();
        if (floors.getCount() > 0) {
            add(
                    "the floor, a bare flag there and back, was %.0f to %.0f ns; it moved in %d pairs, %s",
                    floors.getMin(),
                    floors.getMax(),
                    outcome.repeated(),
                    outcome.isSteady() ? "which were repeated" : "TOO MANY to be left out: measure again");
        }
    }

    /** What makes the numbers of an entry doubtful, or misleading. */
    private void doubts(Summary summary) {
        String label = summary.entry().label();
        if (!summary.warmUp().isSettled()) {
            add("%s NEVER SETTLED: its compilers still worked when it was measured", label);
        }
        @Nullable LatencyNanos latency = summary.latency();
        if (latency != null && latency.isSkewed()) {
            add(
                    "%s: the mean is %.1f times the median, because of few that are long%s"
                            + " (processors taken away by the host, mostly)",
                    label,
                    latency.mean() / latency.p50(),
                    Double.isNaN(latency.max()) ? "" : format(": the slowest was %,.0f ns", latency.max()));
        }
        if (!summary.isValid()) {
            add("%s is NOT VALID: wrong payloads, or back-pressure where one request at a time is measured", label);
        }
    }

    private void latency(String name, ToDoubleFunction<LatencyNanos> component) {
        List<Double> values = new ArrayList<>();
        StringBuilder cells = new StringBuilder();
        for (Summary summary : outcome.summaries()) {
            @Nullable LatencyNanos latency = summary.latency();
            double value = latency == null ? Double.NaN : component.applyAsDouble(latency);
            values.add(value);
            cells.append(String.format(COLUMN, number("%,.0f", value)));
        }
        for (int i = 1; i < values.size(); i++) {
            cells.append(String.format(COLUMN, number("%.2f", values.get(0) / values.get(i))));
        }
        add(NAME + "%s", name, cells);
    }

    private void row(String name, Function<Summary, String> cell) {
        String cells = outcome.summaries().stream()
                .map(summary -> String.format(COLUMN, cell.apply(summary)))
                .collect(Collectors.joining());
        add(NAME + "%s", name, cells);
    }

    private static String number(String format, double value) {
        return Double.isNaN(value) ? "-" : format(format, value);
    }

    private void add(String format, Object... arguments) {
        lines.add(format(format, arguments).stripTrailing());
    }

    private static String format(String format, Object... arguments) {
        return String.format(Locale.ROOT, format, arguments);
    }
}
