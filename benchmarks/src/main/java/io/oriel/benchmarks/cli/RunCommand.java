// SPDX-License-Identifier: Apache-2.0
// Copyright the Oriel authors.
package io.oriel.benchmarks.cli;

import io.oriel.api.NetworkDirect;
import io.oriel.benchmarks.run.RankRun;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.Spec;

/** Starts the ranks of a program of collectives on this host. */
@Command(
        name = RunCommand.NAME,
        description = {
            "Starts the ranks of a program of collectives on this host, which meet by Communicator.open().",
            "What a rank prints appears behind its number. If one fails the others end with it, and its status is that of"
                    + " the command."
        })
final class RunCommand implements Callable<Integer> {
    static final String NAME = "run";

    private static final Map<String, String> EXAMPLES = Map.of(
            "pi", "io.oriel.examples.pi.MonteCarloPi",
            "heat", "io.oriel.examples.heat.HeatPlate",
            "sort", "io.oriel.examples.sort.SampleSort",
            "kmeans", "io.oriel.examples.kmeans.KMeans");

    @Spec
    @SuppressWarnings("NullAway.Init") // Set before the command runs.
    private CommandSpec spec;

    @Option(names = "-n", paramLabel = "N", required = true, description = "Ranks, 1 to 1024.")
    private int count;

    @Option(names = "--class-path", paramLabel = "PATH", description = "Where a program of your own is.")
    private String classPath = "";

    @Option(
            names = "--bind-to",
            paramLabel = "WHAT",
            description = "core: each rank has one, in turns if there are too few; none (default).")
    private Binding binding = Binding.NONE;

    @Parameters(
            index = "0",
            paramLabel = "PROGRAM",
            description = "An example: pi, heat, sort or kmeans; or a class with a main method.")
    @SuppressWarnings("NullAway.Init") // Set before the command runs.
    private String program;

    @Parameters(index = "1..*", paramLabel = "ARGUMENT", description = "For the program.")
    private List<String> arguments = new ArrayList<>();

    /** What a rank is bound to. */
    enum Binding {
        CORE,
        NONE
    }

    @Override
    public Integer call() {
        NetworkDirect.requireOpenJdkInternals();
        return new RankRun(
                        plan(), spec.commandLine().getOut(), spec.commandLine().getErr())
                .run();
    }

    private RankRun.Plan plan() {
        try {
            return new RankRun.Plan(
                    count, classPath, EXAMPLES.getOrDefault(program, program), arguments, binding == Binding.CORE);
        } catch (IllegalArgumentException e) {
            throw new ParameterException(spec.commandLine(), e.getMessage(), e);
        }
    }
}
