// SPDX-License-Identifier: Apache-2.0
// Copyright the Oriel authors.
package io.oriel.benchmarks.cli;

import io.oriel.benchmarks.measure.BenchmarkException;
import io.oriel.udp.keys.Identities;
import java.io.IOException;
import java.nio.file.Path;
import java.util.concurrent.Callable;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.ExitCode;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.Spec;

/** Makes and changes files with an identity and its peers. */
@Command(
        name = "identity",
        description = {
            "Makes a file with an identity for a process that seals what it says to other hosts, or shows the one that is"
                    + " there.",
            "With identities on both sides, two meet who have each other's public key in their files, beside a pre-shared key."
        })
final class IdentityCommand implements Callable<Integer> {
    @Spec
    @SuppressWarnings("NullAway.Init") // Set before the command runs.
    private CommandSpec spec;

    @Parameters(paramLabel = "FILE", description = "The file; mode 0600.")
    @SuppressWarnings("NullAway.Init") // Set before the command runs.
    private Path file;

    @Option(
            names = "--allow",
            arity = "2",
            paramLabel = "NAME KEY",
            description = "Have to do with the peer that has this public key, by this name.")
    private String @Nullable [] allowed;

    @Option(names = "--remove", paramLabel = "NAME", description = "Have nothing to do with this peer any more.")
    private @Nullable String removed;

    @Override
    public Integer call() {
        try {
            Identities changed = Identities.change(file, before -> changed(before.orElseGet(Identities::draw)));
            spec.commandLine().getOut().println("public key " + changed.openText() + ", peers " + changed.names());
        } catch (IOException e) {
            throw new BenchmarkException("the identity file " + file + " cannot be written: " + e.getMessage(), e);
        }
        return ExitCode.OK;
    }

    private Identities changed(Identities before) {
        Identities changed = before;
        if (allowed != null) {
            changed = changed.with(allowed[0], allowed[1]);
        }
        return removed == null ? changed : changed.without(removed);
    }
}
