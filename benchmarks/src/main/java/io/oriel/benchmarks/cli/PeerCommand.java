// SPDX-License-Identifier: Apache-2.0
// Copyright the Oriel authors.
package io.oriel.benchmarks.cli;

import io.oriel.benchmarks.peer.ParentPipe;
import io.oriel.benchmarks.peer.PeerServer;
import io.oriel.benchmarks.perf.Subject;
import io.oriel.benchmarks.plan.ScenarioConfig;
import io.oriel.benchmarks.scenario.ControlChannel;
import io.oriel.benchmarks.scenario.Responder;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.ExitCode;

/** The child of {@code perf}: serves over standard input and output, and ends with its input. */
@Command(name = PeerCommand.NAME, hidden = true, description = "The second process of perf; not for people.")
final class PeerCommand implements Callable<Integer> {
    static final String NAME = "peer";

    @Override
    public Integer call() {
        try (ControlChannel channel = ParentPipe.open()) {
            new PeerServer(channel, PeerCommand::responder).serve();
            return ExitCode.OK;
        }
    }

    static Responder responder(String subject, ScenarioConfig config, ControlChannel channel) {
        return Subject.valueOf(subject).responder(config, channel);
    }
}
