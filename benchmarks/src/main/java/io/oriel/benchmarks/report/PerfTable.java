// SPDX-License-Identifier: Apache-2.0
// Copyright the Oriel authors.
package io.oriel.benchmarks.report;

import io.oriel.api.config.Medium;
import io.oriel.benchmarks.measure.LatencyNanos;
import io.oriel.benchmarks.perf.PerfOutcome;
import io.oriel.benchmarks.perf.PerfPlan;
import io.oriel.benchmarks.perf.Summary;
import io.oriel.benchmarks.plan.Load;
import io.oriel.benchmarks.plan.Pattern;
import io.oriel.benchmarks.plan.Shape;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.function.Function;
import java.util.function.ToDoubleFunction;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/** The outcome of {@code perf} for people: a line for each number, a column for each subject. */
public final class PerfTable {
    private static final String COLUMN = "%16s";
    private static final String NAME = "  %-24s";

    private final PerfOutcome outcome;
    private final List<String> lines = new ArrayList<>();

    private PerfTable(PerfOutcome outcome) {
        this.outcome = outcome;
    }

    /**
     * Makes the table.
     *
     * @param outcome     to tell of
     * @param clockCostNs what a reading of the clock costs
     * @return lines, without a line break after the last
     */
    public static String of(PerfOutcome outcome, double clockCostNs) {
        PerfTable table = new PerfTable(outcome);
        table.heading();
        table.numbers();
        table.notes(clockCostNs);
        return String.join(System.lineSeparator(), table.lines);
    }

    private void heading() {
        PerfPlan plan = outcome.plan();
        Shape shape = plan.scenario().shape();
        Load load = plan.scenario().load();
        add(
                "%s %s of %,d bytes over %s, two processes, %s",
                JsonFile.lower(shape.operation()),
                JsonFile.lower(shape.pattern()),
                shape.sizeBytes(),
                JsonFile.lower(plan.scenario().medium()),
                load.ratePerSecond() > 0
                        ? String.format(Locale.ROOT, "open loop at %,d a second", load.ratePerSecond())
                        : "closed loop");
        add("%s", outcome.explanation());
        add(
                "endpoints %d, outstanding on each %d, completions of %s",
                load.endpoints(), load.outstanding(), signalled(load));
        add(
                "%,d operations a run, %s, after %,d to warm up; %,d verified byte by byte",
                plan.iterations(),
                plan.reference() == null ? runs(plan) : plan.runs() + " pairs of runs in turns",
                plan.warmup(),
                plan.verified());
        lines.add("");
    }

    private static String signalled(Load load) {
        return switch (load.signalEvery()) {
            case 0 -> "no request";
            case 1 -> "every request";
            default -> "one request in " + load.signalEvery();
        };
    }

    private static String runs(PerfPlan plan) {
        return plan.runs() == 1 ? "one run" : plan.runs() + " runs";
    }

    private void numbers() {
        Medium medium = outcome.plan().scenario().medium();
        String columns = outcome.summaries().stream()
                .map(summary -> String.format(COLUMN, summary.subject().label(medium)))
                .collect(Collectors.joining());
        @Nullable Double ratio = outcome.ratio();
        add(NAME + "%s%s", "", columns, ratio == null ? "" : String.format(COLUMN, "ratio"));
        if (outcome.oriel().latency() != null) {
            String what = what();
            latency(what + " p50 ns", LatencyNanos::p50);
            latency(what + " p90 ns", LatencyNanos::p90);
            latency(what + " p99 ns", LatencyNanos::p99);
            latency(what + " p99.9 ns", LatencyNanos::p999);
            latency(what + " max ns", LatencyNanos::max);
            latency(what + " mean ns", LatencyNanos::mean);
        }
        if (isWakeup()) {
            row("idle CPU %", summary -> format("%.2f", 100 * summary.idleCpuShare()));
        }
        row("operations/s", summary -> format("%,.0f", summary.operationsPerSecond()));
        int size = outcome.plan().scenario().shape().sizeBytes();
        row("MB/s", summary -> format("%,.1f", summary.operationsPerSecond() * size / 1e6));
        row("allocated B/operation", summary -> format("%.3f", summary.allocatedBytesPerOperation()));
        row("back-pressure", summary -> format("%,d", summary.backPressure()));
        row("errors", summary -> format("%,d", summary.errors()));
        row("verified", summary -> summary.verified() ? "yes" : "NO");
    }

    private String what() {
        if (isWakeup()) {
            return "wake-up";
        }
        return outcome.plan().scenario().load().ratePerSecond() > 0 ? "latency" : "round trip";
    }

    private boolean isWakeup() {
        return outcome.plan().scenario().shape().pattern() == Pattern.WAKEUP;
    }

    private void notes(double clockCostNs) {
        @Nullable Double ratio = outcome.ratio();
        lines.add("");
        if (ratio != null) {
            add(
                    "ratio %.3f: Oriel's time / %s's time, below 1 Oriel is faster",
                    ratio,
                    outcome.summaries()
                            .get(1)
                            .subject()
                            .label(outcome.plan().scenario().medium()));
        }
        if (outcome.plan().scenario().shape().pattern() == Pattern.LATENCY) {
            add("each round trip contains one reading of the clock: %.0f ns", clockCostNs);
        }
        if (isWakeup()) {
            lines.add("wake-up: from the post of the Send to the return of the peer's await, one way");
            lines.add(
                    outcome.plan().noHalt()
                            ? "idle processors were not halted meanwhile"
                            : "idle processors may be halted meanwhile, and take long to go on; see --no-halt");
            lines.add("idle CPU: of one processor, both processes and the driver together, while both wait");
        }
    }

    private void latency(String name, ToDoubleFunction<LatencyNanos> component) {
        List<Double> values = new ArrayList<>();
        StringBuilder cells = new StringBuilder();
        for (Summary summary : outcome.summaries()) {
            @Nullable LatencyNanos latency = summary.latency();
            double value = latency == null ? Double.NaN : component.applyAsDouble(latency);
            values.add(value);
            cells.append(String.format(Locale.ROOT, "%,16.0f", value));
        }
        if (values.size() > 1) {
            cells.append(String.format(Locale.ROOT, "%16.2f", values.get(0) / values.get(1)));
        }
        add(NAME + "%s", name, cells);
    }

    private void row(String name, Function<Summary, String> cell) {
        String cells = outcome.summaries().stream()
                .map(summary -> String.format(COLUMN, cell.apply(summary)))
                .collect(Collectors.joining());
        add(NAME + "%s", name, cells);
    }

    private void add(String format, Object... arguments) {
        lines.add(format(format, arguments).stripTrailing());
    }

    private static String format(String format, Object... arguments) {
        return String.format(Locale.ROOT, format, arguments);
    }
}
