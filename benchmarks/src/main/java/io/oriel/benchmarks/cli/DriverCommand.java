// SPDX-License-Identifier: Apache-2.0
// Copyright the Oriel authors.
package io.oriel.benchmarks.cli;

import io.oriel.api.NetworkDirect;
import io.oriel.api.config.OrielConfig;
import io.oriel.benchmarks.BenchmarkException;
import io.oriel.shm.driver.DriverHost;
import java.io.PrintWriter;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Spec;

/** Runs the media driver on its own. */
@Command(
        name = "driver",
        description = {
            "Runs the media driver of this user on its own, until it is told to end, for processes that must outlive"
                    + " each other.",
            "Every Oriel process with the same directory joins it. Directory and sizes are those of the system"
                    + " properties oriel.sharedMemory.directory, oriel.driver.termLength, oriel.driver.mtuLength and"
                    + " oriel.driver.links."
        })
final class DriverCommand implements Runnable {
    @Spec
    @SuppressWarnings("NullAway.Init") // Set before the command runs.
    private CommandSpec spec;

    @Override
    public void run() {
        NetworkDirect.requireOpenJdkInternals();
        PrintWriter out = spec.commandLine().getOut();
        PrintWriter err = spec.commandLine().getErr();
        try {
            DriverHost.run(
                    OrielConfig.fromSystemProperties(),
                    failure -> err.println("oriel: the media driver: " + failure),
                    directory -> out.println("the media driver runs in " + directory + "; end it with Ctrl-C"));
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new BenchmarkException("the media driver was interrupted", e);
        }
    }
}
