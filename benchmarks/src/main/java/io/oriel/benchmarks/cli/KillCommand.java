// SPDX-License-Identifier: Apache-2.0
// Copyright the Oriel authors.
package io.oriel.benchmarks.cli;

import io.oriel.api.NetworkDirect;
import io.oriel.api.config.Medium;
import io.oriel.benchmarks.kill.KillRun;
import io.oriel.benchmarks.measure.ProgressLine;
import io.oriel.benchmarks.report.JsonFile;
import io.oriel.benchmarks.report.KillReport;
import io.oriel.benchmarks.report.Machine;
import java.nio.file.Path;
import java.util.concurrent.Callable;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.ExitCode;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Spec;

/** Measures how soon the death of a process is known to its peer. */
@Command(
        name = "kill",
        description = {
            "Kills a second process, as kill -9 does, while requests to it are outstanding, and measures the time until"
                    + " all of them have completed here.",
            "Checks that each completed once: the oldest Send IO_TIMEOUT, all else CANCELED."
        })
final class KillCommand implements Callable<Integer> {
    @Spec
    @SuppressWarnings("NullAway.Init") // Set before the command runs.
    private CommandSpec spec;

    @Option(names = "--transport", description = "Medium: shm (default) or udp.")
    private Medium medium = Medium.SHM;

    @Option(names = "--rounds", paramLabel = "N", description = "Kills; default 20.")
    private int rounds = 20;

    @Option(
            names = "--outstanding",
            paramLabel = "M",
            description = "Sends, and as many Receives, that are outstanding; default 64.")
    private int outstanding = 64;

    @Option(names = "--json", paramLabel = "FILE", description = "Write the result there, too.")
    private @Nullable Path json;

    @Override
    public Integer call() {
        NetworkDirect.requireOpenJdkInternals();
        KillRun.Plan plan = plan();
        KillRun.Outcome outcome;
        try (ProgressLine progress = new ProgressLine()) {
            outcome = new KillRun(plan, progress).run();
        }
        spec.commandLine().getOut().println(KillReport.table(outcome));
        if (json != null) {
            JsonFile.write(KillReport.json(outcome, Machine.current()), json);
        }
        return outcome.faults().isEmpty() ? ExitCode.OK : ExitCode.SOFTWARE;
    }

    private KillRun.Plan plan() {
        try {
            return new KillRun.Plan(medium, rounds, outstanding);
        } catch (IllegalArgumentException e) {
            throw new ParameterException(spec.commandLine(), e.getMessage(), e);
        }
    }
}
