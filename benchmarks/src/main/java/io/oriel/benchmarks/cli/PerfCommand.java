// SPDX-License-Identifier: Apache-2.0
// Copyright the Oriel authors.
package io.oriel.benchmarks.cli;

import io.oriel.api.NetworkDirect;
import io.oriel.benchmarks.measure.ClockCost;
import io.oriel.benchmarks.oriel.MessageChannels;
import io.oriel.benchmarks.peer.JavaCommand;
import io.oriel.benchmarks.peer.PeerProcess;
import io.oriel.benchmarks.peer.PeerServer;
import io.oriel.benchmarks.perf.PerfOutcome;
import io.oriel.benchmarks.perf.PerfPlan;
import io.oriel.benchmarks.perf.PerfRun;
import io.oriel.benchmarks.report.Build;
import io.oriel.benchmarks.report.JsonFile;
import io.oriel.benchmarks.report.PerfJson;
import io.oriel.benchmarks.report.PerfTable;
import io.oriel.benchmarks.scenario.ControlChannel;
import java.net.InetSocketAddress;
import java.nio.file.Path;
import java.util.List;
import java.util.concurrent.Callable;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.ExitCode;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Spec;

/** Measures latency, rate or bandwidth between two processes. */
@Command(
        name = "perf",
        description = {
            "Measures Sends, Writes and Reads between two processes: this one and one that it starts, or two terminals"
                    + " with --listen and --connect.",
            "Payloads are checked by sample in timed runs and byte by byte afterwards. Without options: latency of"
                    + " Sends of 32 bytes."
        })
final class PerfCommand implements Callable<Integer> {
    @Spec
    @SuppressWarnings("NullAway.Init") // Set before the command runs.
    private CommandSpec spec;

    @Mixin
    private final PerfOptions options = new PerfOptions();

    @Option(names = "--json", paramLabel = "FILE", description = "Write the result there, too.")
    private @Nullable Path json;

    @Option(
            names = "--listen",
            paramLabel = "ADDRESS",
            description = "host:port or port. Wait for one --connect and do the responder's half; all other options"
                    + " but --transport are the other terminal's. Over udp, an address that the other host reaches.",
            converter = AddressConverter.class)
    private @Nullable InetSocketAddress listen;

    @Option(
            names = "--connect",
            paramLabel = "ADDRESS",
            description = "host:port or port of a --listen in another terminal; measure with it.",
            converter = AddressConverter.class)
    private @Nullable InetSocketAddress connect;

    @Override
    public Integer call() {
        NetworkDirect.requireOpenJdkInternals();
        if (listen != null && connect != null) {
            throw new ParameterException(
                    spec.commandLine(), "--listen and --connect are for two terminals; choose one");
        }
        if (listen != null) {
            return serve(listen);
        }
        PerfPlan plan = options.plan(spec.commandLine());
        if (connect != null) {
            try (ControlChannel channel = MessageChannels.connect(options.medium(), connect)) {
                return measure(plan, channel);
            }
        }
        try (PeerProcess peer = PeerProcess.start(JavaCommand.of(Main.class, List.of(PeerCommand.NAME)))) {
            return measure(plan, peer.channel());
        }
    }

    private int serve(InetSocketAddress address) {
        try (ControlChannel channel = MessageChannels.listen(
                options.medium(),
                address,
                bound -> spec.commandLine().getErr().println("listening on " + AddressConverter.print(bound)))) {
            new PeerServer(channel, PeerCommand::responder).serve();
        }
        return ExitCode.OK;
    }

    private int measure(PerfPlan plan, ControlChannel channel) {
        PerfOutcome outcome = new PerfRun(plan, channel, System.err).run();
        spec.commandLine().getOut().println(PerfTable.of(outcome, ClockCost.measureNs()));
        if (json != null) {
            JsonFile.write(PerfJson.of(outcome, Build.jdk(), Build.commit()), json);
        }
        return outcome.verified() ? ExitCode.OK : ExitCode.SOFTWARE;
    }
}
