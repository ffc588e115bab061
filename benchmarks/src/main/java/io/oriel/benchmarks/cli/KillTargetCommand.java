// SPDX-License-Identifier: Apache-2.0
// Copyright the Oriel authors.
package io.oriel.benchmarks.cli;

import io.oriel.api.config.Medium;
import io.oriel.benchmarks.kill.KillTarget;
import io.oriel.benchmarks.peer.ParentPipe;
import io.oriel.benchmarks.scenario.ControlChannel;
import picocli.CommandLine.Command;
import picocli.CommandLine.Parameters;

/** The child of {@code kill}. */
@Command(name = KillTargetCommand.NAME, hidden = true, description = "The second process of kill; not for people.")
final class KillTargetCommand implements Runnable {
    static final String NAME = "kill-target";

    @Parameters(index = "0", description = "Medium.")
    private Medium medium = Medium.SHM;

    @Parameters(index = "1", description = "Sends that will be outstanding.")
    private int outstanding;

    @Override
    public void run() {
        try (ControlChannel channel = ParentPipe.open()) {
            KillTarget.run(channel, medium, outstanding);
        }
    }
}
