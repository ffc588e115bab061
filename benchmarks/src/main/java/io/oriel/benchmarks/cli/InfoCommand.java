// SPDX-License-Identifier: Apache-2.0
// Copyright the Oriel authors.
package io.oriel.benchmarks.cli;

import io.oriel.api.NetworkDirect;
import io.oriel.api.config.OrielConfig;
import io.oriel.benchmarks.report.InfoReport;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Spec;

/** Shows what there is. */
@Command(name = "info", description = "Shows the JVM, the directories, the drivers and the adapters of this host.")
final class InfoCommand implements Runnable {
    @Spec
    @SuppressWarnings("NullAway.Init") // Set before the command runs.
    private CommandSpec spec;

    @Override
    public void run() {
        NetworkDirect.requireOpenJdkInternals();
        spec.commandLine().getOut().println(InfoReport.of(OrielConfig.fromSystemProperties()));
    }
}
