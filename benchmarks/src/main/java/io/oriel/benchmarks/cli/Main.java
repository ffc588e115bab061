// SPDX-License-Identifier: Apache-2.0
// Copyright the Oriel authors.
package io.oriel.benchmarks.cli;

import io.oriel.api.NdException;
import io.oriel.api.NetworkDirect;
import io.oriel.api.config.OrielConfig;
import io.oriel.benchmarks.measure.BenchmarkException;
import io.oriel.shm.driver.DriverHost;
import java.io.PrintWriter;
import java.nio.charset.Charset;
import java.util.function.BooleanSupplier;
import picocli.CommandLine;
import picocli.CommandLine.Command;
import picocli.CommandLine.ExitCode;
import picocli.CommandLine.IExecutionExceptionHandler;
import picocli.CommandLine.IParameterExceptionHandler;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.ParseResult;
import picocli.CommandLine.ScopeType;
import picocli.CommandLine.Spec;
import picocli.CommandLine.UnmatchedArgumentException;

/** The command line of Oriel. */
@Command(
        name = "oriel",
        description =
                "Network Direct for the JVM: measures it, looks at it, runs its driver and programs of several ranks.",
        mixinStandardHelpOptions = true,
        version = "0.1.0-SNAPSHOT",
        scope = ScopeType.INHERIT,
        subcommands = {
            PerfCommand.class,
            CompareCommand.class,
            KillCommand.class,
            RunCommand.class,
            KeyCommand.class,
            IdentityCommand.class
        })
public final class Main implements Runnable {
    @Spec
    @SuppressWarnings("NullAway.Init") // Set before the command runs.
    private CommandSpec spec;

    @Option(names = "--verbose", description = "Print the stack trace of an error.", scope = ScopeType.INHERIT)
    private boolean verbose;

    private Main() {}

    /**
     * Runs a command and ends the JVM with its exit code: 0 for success, 1 for a failure, 2 for wrong arguments.
     *
     * @param arguments of the command line
     */
    public static void main(String[] arguments) {
        PrintWriter out = new PrintWriter(System.out, true, Charset.defaultCharset());
        PrintWriter err = new PrintWriter(System.err, true, Charset.defaultCharset());
        System.exit(execute(out, err, arguments));
    }

    /**
     * Runs a command.
     *
     * @param out       for results
     * @param err       for mistakes
     * @param arguments of the command line
     * @return the exit code
     */
    static int execute(PrintWriter out, PrintWriter err, String... arguments) {
        Main main = new Main();
        ErrorReport report = new ErrorReport(() -> main.verbose);
        CommandLine command = new CommandLine(main);
        command.getSubcommands() // what follows a program is its own
                .forEach((name, each) -> each.setStopAtPositional(name.equals(RunCommand.NAME)));
        return command.setOut(out)
                .setErr(err)
                .setCaseInsensitiveEnumValuesAllowed(true)
                .setParameterExceptionHandler(report)
                .setExecutionExceptionHandler(report)
                .execute(arguments);
    }

    /** The command line as it was given, for those who want to repeat it. */
    static String typed(CommandSpec command) {
        String options = System.getenv().getOrDefault("ORIEL_JVM_OPTS", "");
        return (options.isBlank() ? "" : "ORIEL_JVM_OPTS='" + options + "' ") + "bin/oriel "
                + String.join(" ", command.root().commandLine().getParseResult().originalArgs());
    }

    @Command(name = "info", description = "Shows the JVM, the directories, the drivers and the adapters of this host.")
    void info() {
        NetworkDirect.requireOpenJdkInternals();
        spec.commandLine().getOut().println(InfoReport.of(OrielConfig.fromSystemProperties()));
    }

    // Commands that are methods are listed in the order of their Java names.
    @Command(
            name = "driver",
            description = {
                "Runs the media driver of this user on its own, until it is told to end, for processes that must outlive"
                        + " each other.",
                "Every Oriel process with the same directory joins it. Directory and sizes are those of the system"
                        + " properties oriel.sharedMemory.directory, oriel.driver.termLength, oriel.driver.mtuLength and"
                        + " oriel.driver.links."
            })
    void runDriver() {
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

    @Override
    public void run() {
        throw new ParameterException(spec.commandLine(), "a command is missing");
    }

    /** Tells people what went wrong in one line, with the remedy; the stack trace is for those who ask. */
    private static final class ErrorReport implements IExecutionExceptionHandler, IParameterExceptionHandler {
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
}
