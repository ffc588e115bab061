// SPDX-License-Identifier: Apache-2.0
// Copyright the Oriel authors.
package io.oriel.benchmarks.cli;

import io.oriel.api.NdException;
import io.oriel.benchmarks.BenchmarkException;
import java.io.PrintWriter;
import java.util.function.BooleanSupplier;
import picocli.CommandLine;
import picocli.CommandLine.ExitCode;
import picocli.CommandLine.IExecutionExceptionHandler;
import picocli.CommandLine.IParameterExceptionHandler;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.ParseResult;
import picocli.CommandLine.UnmatchedArgumentException;

/** Tells people what went wrong in one line, with the remedy; the stack trace is for those who ask. */
final class ErrorReport implements IExecutionExceptionHandler, IParameterExceptionHandler {
    private static final String NAME = "oriel: ";

    private final BooleanSupplier verbose;

    ErrorReport(BooleanSupplier verbose) {
        this.verbose = verbose;
    }

    @Override
    public int handleParseException(ParameterException e, String[] arguments) {
        PrintWriter err = e.getCommandLine().getErr();
        err.println(NAME + e.getMessage());
        UnmatchedArgumentException.printSuggestions(e, err);
        err.println("Try '" + e.getCommandLine().getCommandSpec().qualifiedName() + " --help'.");
        return ExitCode.USAGE;
    }

    /** Tells whether the message was written for the user: an IllegalArgumentException is a value out of range. */
    private static boolean isUsers(Exception e) {
        return e instanceof BenchmarkException || e instanceof NdException || e instanceof IllegalArgumentException;
    }

    @Override
    public int handleExecutionException(Exception e, CommandLine command, ParseResult result) {
        PrintWriter err = command.getErr();
        if (isUsers(e)) {
            err.println(NAME + e.getMessage());
        } else {
            err.println(NAME + "unexpected " + e);
            if (!verbose.getAsBoolean()) {
                err.println("Add --verbose for the stack trace.");
            }
        }
        if (verbose.getAsBoolean()) {
            e.printStackTrace(err);
        }
        err.flush();
        return ExitCode.SOFTWARE;
    }
}
