// SPDX-License-Identifier: Apache-2.0
// Copyright the Oriel authors.
package io.oriel.benchmarks.cli;

import com.fasterxml.jackson.databind.node.ObjectNode;
import io.oriel.api.NetworkDirect;
import io.oriel.benchmarks.compare.CompareRun;
import io.oriel.benchmarks.compare.CompareTable;
import io.oriel.benchmarks.compare.Comparison;
import io.oriel.benchmarks.compare.FirstFigure;
import io.oriel.benchmarks.compare.Sweeps;
import io.oriel.benchmarks.measure.ProgressLine;
import io.oriel.benchmarks.report.CompareJson;
import io.oriel.benchmarks.report.EarlierRuns;
import io.oriel.benchmarks.report.Machine;
import io.oriel.benchmarks.report.MarkdownReport;
import io.oriel.benchmarks.rig.Floor;
import io.oriel.benchmarks.rig.Trial.Effort;
import java.io.PrintWriter;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.Callable;
import java.util.concurrent.TimeUnit;
import java.util.function.Predicate;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.ExitCode;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Spec;

/** Compares Oriel with the floor, with raw Aeron and with its rivals, in one run. */
@Command(
        name = "compare",
        description = {
            "Compares Oriel with bare memory, raw Aeron and, with --peers, with its rivals: all rows in one run, each subject"
                    + " in two processes of its own, warmed up until the compilers are idle, in turns. --html FILE writes"
                    + " it as a page to look at, --markdown FILE as tables.",
            "The ratio is Oriel's time divided by the other's: below 1 Oriel is faster. Exits with 0 only if every run was"
                    + " valid."
        })
final class CompareCommand implements Callable<Integer> {
    private static final long RUN_NS = TimeUnit.MILLISECONDS.toNanos(300);
    private static final long QUICK_RUN_NS = TimeUnit.MILLISECONDS.toNanos(200);
    private static final long WARM_UP_NS = TimeUnit.SECONDS.toNanos(8);
    private static final long QUICK_WARM_UP_NS = TimeUnit.SECONDS.toNanos(5);
    private static final long POINT_WARM_UP_NS = TimeUnit.SECONDS.toNanos(4);
    private static final List<String> SWEEPS = List.of("sizes", "tails", "scale");
    private static final int PAIRS = 5;
    private static final int QUICK_PAIRS = 3;

    @Spec
    @SuppressWarnings("NullAway.Init") // Set before the command runs.
    private CommandSpec spec;

    @Option(
            names = "--rows",
            split = ",",
            paramLabel = "ID",
            description =
                    "Only these rows and those that they begin with, such as P1,P4-64K; also one of the curves: sizes,"
                            + " tails, scale.")
    private List<String> rows = new ArrayList<>();

    @Option(
            names = "--curves",
            description = "Curves over sizes, loads, endpoints and peers as well, which take as long as the rows.")
    private boolean curves;

    @Option(names = "--pairs", paramLabel = "N", description = "Pairs of runs; default 5, with --quick 3.")
    private @Nullable Integer pairs;

    @Option(names = "--quick", description = "The rows that matter most, in less than two minutes.")
    private boolean quick;

    @Option(
            names = "--peers",
            description = "Rivals, too: UCX, Open MPI, MPJ Express, Chronicle Queue, Netty, a Unix-domain socket.")
    private boolean peers;

    @Option(
            names = "--repeating",
            paramLabel = "FILE",
            converter = ResultFiles.Earlier.class,
            description =
                    "This run repeats an earlier one, of which this is the --json file: rows whose ratios are more than a"
                            + " tenth apart are marked. Can be given again.")
    private List<ObjectNode> earlier = new ArrayList<>();

    @Mixin
    private final ResultFiles files = new ResultFiles();

    @Option(
            names = "--markdown",
            paramLabel = "FILE",
            description =
                    "Write tables there, such as those of docs/performance.md, in the place of those between its marked"
                            + " lines; the file is made if it is missing.")
    private @Nullable Path markdown;

    @Override
    public Integer call() {
        NetworkDirect.requireOpenJdkInternals();
        requireKnownRows();
        if (markdown != null) {
            MarkdownReport.requirePlace(markdown);
        }
        PrintWriter out = spec.commandLine().getOut();
        Machine machine = Machine.current();
        out.println(machine.line());
        out.println();
        CompareJson result = new CompareJson(Main.typed(spec), machine);
        List<Comparison> comparisons;
        try (ProgressLine progress = new ProgressLine()) {
            comparisons = compare(progress, result, out);
            write(result); // what may be interrupted later is not lost
            if (sweep(progress, result)) {
                write(result);
            }
        }
        return comparisons.stream().allMatch(Comparison::isValid) ? ExitCode.OK : ExitCode.SOFTWARE;
    }

    private void write(CompareJson result) {
        files.write(result.document());
        if (markdown != null) {
            MarkdownReport.write(result.document(), markdown);
        }
    }

    private List<Comparison> compare(ProgressLine progress, CompareJson result, PrintWriter out) {
        Predicate<String> selection = id -> rows.isEmpty() || rows.stream().anyMatch(row -> isOf(id, row));
        if (CompareRun.ids().stream().noneMatch(selection)) {
            return List.of();
        }
        out.println(CompareTable.heading());
        try (Floor floor = new Floor()) {
            CompareRun run = new CompareRun(effort(), progress, floor, peers, comparison -> {
                out.println(CompareTable.line(comparison));
                out.flush();
            });
            List<Comparison> comparisons = new ArrayList<>(run.run(selection, quick, !rows.isEmpty()));
            if (selection.test(FirstFigure.ID) && (!quick || rows.contains(FirstFigure.ID))) {
                firstFigure(progress, out).ifPresent(comparisons::add);
            }
            EarlierRuns repeated = new EarlierRuns(earlier);
            result.rows(comparisons, run.missing(), repeated);
            CompareTable.slowRows(comparisons).forEach(out::println);
            repeated.differences(comparisons).forEach(out::println);
            run.missing().forEach((name, command) -> out.println(name + " is missing; install it with: " + command));
            return comparisons;
        }
    }

    private static Optional<Comparison> firstFigure(ProgressLine progress, PrintWriter out) {
        progress.label("a fresh clone");
        Optional<Comparison> comparison = Optional.ofNullable(FirstFigure.measure());
        progress.label("");
        out.println(
                comparison.map(CompareTable::line).orElse(FirstFigure.ID + ": this is not a clone of a repository"));
        return comparison;
    }

    /** Measures the curves that are asked for; false if none is. */
    private boolean sweep(ProgressLine progress, CompareJson result) {
        Sweeps sweeps = new Sweeps(new Effort(1, 0, RUN_NS, POINT_WARM_UP_NS, false), progress, peers);
        if (isAsked("sizes")) {
            result.sizes(sweeps.overSizes());
        }
        if (isAsked("tails")) {
            result.tails(sweeps.overLoads(), Sweeps.SHARES);
        }
        if (isAsked("scale")) {
            List<Sweeps.Series> endpoints = sweeps.overEndpoints();
            result.scale("endpoints", endpoints.get(0), endpoints.get(1));
            List<Sweeps.Series> processes = sweeps.overPeers();
            result.scale("peers", processes.get(0), processes.get(1));
        }
        return SWEEPS.stream().anyMatch(this::isAsked);
    }

    private boolean isAsked(String sweep) {
        return curves || rows.contains(sweep);
    }

    private static boolean isOf(String id, String row) {
        return id.equals(row) || id.startsWith(row + "-");
    }

    private void requireKnownRows() {
        for (String row : rows) {
            if (!SWEEPS.contains(row) && CompareRun.ids().stream().noneMatch(id -> isOf(id, row))) {
                throw new ParameterException(
                        spec.commandLine(),
                        "no row is called '" + row + "'; there are " + String.join(", ", CompareRun.ids()) + ", "
                                + String.join(", ", SWEEPS));
            }
        }
    }

    private Effort effort() {
        int rounds = pairs != null ? pairs : quick ? QUICK_PAIRS : PAIRS;
        try {
            return quick
                    ? new Effort(rounds, 0, QUICK_RUN_NS, QUICK_WARM_UP_NS, true)
                    : new Effort(rounds, 0, RUN_NS, WARM_UP_NS, true);
        } catch (IllegalArgumentException e) {
            throw new ParameterException(spec.commandLine(), e.getMessage(), e);
        }
    }
}
