// SPDX-License-Identifier: Apache-2.0
// Copyright the Oriel authors.
package io.oriel.benchmarks.rival;

import io.oriel.api.config.Medium;
import io.oriel.benchmarks.contender.Contender;
import io.oriel.benchmarks.contender.Subject;
import io.oriel.benchmarks.measure.BenchmarkException;
import io.oriel.benchmarks.measure.RunResult;
import io.oriel.benchmarks.scenario.ScenarioConfig;
import io.oriel.benchmarks.scenario.Shape;
import io.oriel.benchmarks.scenario.Shape.Operation;
import io.oriel.benchmarks.scenario.Shape.Pattern;
import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.nio.file.attribute.PosixFilePermissions;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.ArrayList;
import java.util.HexFormat;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import org.HdrHistogram.Histogram;
import org.jspecify.annotations.Nullable;

/**
 * Open MPI, by a program of our own, {@code rounds.c}, which is compiled when it is first needed and kept under a name made from its
 * source.
 */
public final class OpenMpiSubject implements Subject, ProgramContender.Program {
    private static final List<String> COMMANDS = List.of("mpicc", "gcc", "mpirun", "timeout");
    private static final String SOURCE = "rounds.c";
    private static final String COMPILER = "mpicc";
    private static final String LAUNCHER = "mpirun";
    private static final long HIGHEST_NS = TimeUnit.MINUTES.toNanos(1);
    private static final int SIGNIFICANT_DIGITS = 3;

    private final Path directory;
    private final List<String> compilerFlags;

    /** Creates the subject; its program is kept in the user's cache. */
    public OpenMpiSubject() {
        this(Path.of(System.getProperty("user.home"), ".cache", "oriel"));
    }

    /** A subject that keeps its program in a directory, which only this user should be able to write. */
    OpenMpiSubject(Path directory, String... compilerFlags) {
        this.directory = directory;
        this.compilerFlags = List.of(compilerFlags);
    }

    @Override
    public String name() {
        return "openmpi";
    }

    @Override
    public boolean canDo(ScenarioConfig config) {
        Shape shape = config.shape();
        boolean isCollective = shape.operation().isCollective()
                && !shape.operation().isComposed()
                && shape.pattern() == Pattern.LATENCY
                && config.load().totalOutstanding() == 1;
        boolean isMessages = shape.operation() == Operation.SEND
                && config.load().peers() == 1
                && (shape.pattern() == Pattern.LATENCY || shape.pattern().isStream());
        return (isCollective || isMessages)
                && config.load().ratePerSecond() == 0
                && config.medium() != Medium.AUTO
                && !config.sealsDatagrams();
    }

    @Override
    public @Nullable String missing() {
        return missing(System.getenv("PATH"));
    }

    /** Looks for the programs in these folders. */
    static @Nullable String missing(String path) {
        return RivalProcess.areInstalled(COMMANDS, path) ? null : "apt-get install openmpi-bin libopenmpi-dev gcc";
    }

    @Override
    public Contender open(ScenarioConfig config) {
        return new ProgramContender(this, config);
    }

    @Override
    public RunResult run(ScenarioConfig config, long operations, boolean thorough) {
        boolean isStream = config.shape().pattern().isStream();
        return run(
                config.medium(),
                config.load().peers() + 1,
                isStream ? "stream" : mode(config.shape().operation()),
                Integer.toString(config.shape().sizeBytes()),
                Integer.toString(isStream ? config.load().totalOutstanding() : 1),
                Long.toString(operations),
                thorough ? "1" : "0");
    }

    private static String mode(Operation operation) {
        return operation.isCollective() ? Subject.lower(operation).replace("_", "") : "pingpong";
    }

    /** Runs the program over Open MPI's shared memory or in the place of UDP over TCP. */
    RunResult run(Medium medium, int ranks, String... arguments) {
        List<String> command = new ArrayList<>(launch(medium, ranks));
        command.add(compiled().toString());
        command.addAll(List.of(arguments));
        return parse(RivalProcess.run(LAUNCHER, command, Map.of()));
    }

    @Override
    public String explanation(ScenarioConfig config) {
        return "Open MPI over " + (config.medium() == Medium.UDP ? "TCP" : "its shared memory");
    }

    /** Ranks have a core each, or, where there are too few, yield. */
    private static List<String> launch(Medium medium, int ranks) {
        List<String> words = new ArrayList<>(List.of(LAUNCHER, "-np", Integer.toString(ranks)));
        boolean haveCores = ranks <= Runtime.getRuntime().availableProcessors();
        words.addAll(
                haveCores
                        ? List.of("--bind-to", "core")
                        : List.of("--bind-to", "none", "--oversubscribe", "--mca", "mpi_yield_when_idle", "1"));
        if (isRoot()) {
            words.add("--allow-run-as-root");
        }
        words.addAll(List.of("--mca", "pml", "ob1"));
        words.addAll(
                medium == Medium.UDP
                        ? List.of("--mca", "btl", "tcp,self", "--mca", "btl_tcp_if_include", "lo")
                        : List.of("--mca", "btl", "vader,self"));
        return words;
    }

    private static boolean isRoot() {
        try {
            return Files.getAttribute(Path.of("/proc/self"), "unix:uid").equals(0);
        } catch (IOException e) {
            return false;
        }
    }

    /** Returns the program, compiled now if it was not before. */
    Path compiled() {
        try (InputStream in = OpenMpiSubject.class.getResourceAsStream(SOURCE)) {
            if (in == null) {
                throw new IllegalStateException(SOURCE + " must be beside this class");
            }
            byte[] source = in.readAllBytes();
            Path program = directory.resolve("rounds-" + digest(source, String.join(" ", compilerFlags)));
            if (!Files.isExecutable(program)) {
                compile(source, program);
            }
            return program;
        } catch (IOException e) {
            throw new BenchmarkException("the program for Open MPI cannot be kept in " + directory + ": " + e, e);
        }
    }

    /** Compiles into a directory of its own, so that two that do the same at the same time do not meet. */
    private void compile(byte[] source, Path program) throws IOException {
        System.err.println("compiling the program for Open MPI, which will be kept as " + program);
        Files.createDirectories(
                directory, PosixFilePermissions.asFileAttribute(PosixFilePermissions.fromString("rwx------")));
        Path work = Files.createTempDirectory(directory, "compile");
        Path file = work.resolve(SOURCE);
        Path made = work.resolve("rounds");
        try {
            Files.write(file, source);
            List<String> command = new ArrayList<>(List.of(COMPILER, "-std=c11", "-D_GNU_SOURCE", "-O3"));
            command.addAll(compilerFlags);
            command.addAll(List.of("-o", made.toString(), file.toString()));
            RivalProcess.run(COMPILER, command, Map.of());
            Files.move(made, program, StandardCopyOption.ATOMIC_MOVE);
        } finally {
            Files.deleteIfExists(made);
            Files.deleteIfExists(file);
            Files.delete(work);
        }
    }

    private static String digest(byte[] source, String flags) {
        try {
            MessageDigest digest = MessageDigest.getInstance("SHA-256");
            digest.update(source);
            return HexFormat.of().formatHex(digest.digest(flags.getBytes(StandardCharsets.UTF_8)), 0, Long.BYTES);
        } catch (NoSuchAlgorithmException e) {
            throw new IllegalStateException("every JDK has SHA-256", e);
        }
    }

    /** Reads what rank 0 has printed. */
    static RunResult parse(List<String> lines) {
        Histogram histogram = new Histogram(HIGHEST_NS, SIGNIFICANT_DIGITS);
        long operations = 0;
        long elapsedNs = 0;
        long errors = 0;
        for (String line : lines) {
            String[] words = line.split(" ", -1);
            switch (words[0]) {
                case "operations" -> operations = Long.parseLong(words[1]);
                case "elapsed" -> elapsedNs = Long.parseLong(words[1]);
                case "errors" -> errors = Long.parseLong(words[1]);
                case "latency" ->
                    histogram.recordValueWithCount(
                            Math.min(HIGHEST_NS, Long.parseLong(words[1])), Long.parseLong(words[2]));
                default -> {
                    // A warning of Open MPI's.
                }
            }
        }
        if (operations == 0) {
            throw new BenchmarkException(
                    "the program for Open MPI has told no result, but: " + String.join(" | ", lines));
        }
        return new RunResult(
                operations,
                elapsedNs,
                histogram.getTotalCount() == 0 ? null : histogram,
                Double.NaN,
                errors,
                0,
                Map.of());
    }
}
