// SPDX-License-Identifier: Apache-2.0
// Copyright the Oriel authors.
package io.oriel.benchmarks.rival;

import io.oriel.benchmarks.measure.BenchmarkException;
import io.oriel.benchmarks.process.Processors;
import java.io.BufferedReader;
import java.io.File;
import java.io.IOException;
import java.io.InputStreamReader;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;

/** A running program that is not ours. What it prints is kept. It ends with this process, and in any case after a time. */
final class RivalProcess implements AutoCloseable {
    private static final String LIMIT_SECONDS = "1200";
    private static final int LIMIT_REACHED = 124;
    private static final long GRACE_SECONDS = 5;
    private static final int TOLD_LINES = 12;

    private final String name;
    private final Process process;
    private final BufferedReader output;
    private final List<String> lines = new ArrayList<>();
    private final Thread hook;

    private RivalProcess(String name, List<String> command, Map<String, String> environment) {
        this.name = name;
        List<String> limited = new ArrayList<>(List.of("timeout", "--kill-after=5", LIMIT_SECONDS));
        limited.addAll(command);
        ProcessBuilder builder = new ProcessBuilder(limited).redirectErrorStream(true);
        builder.environment().putAll(environment);
        try {
            process = builder.start();
        } catch (IOException e) {
            throw new BenchmarkException(name + " cannot be started: " + e.getMessage(), e);
        }
        output = new BufferedReader(new InputStreamReader(process.getInputStream(), StandardCharsets.UTF_8));
        hook = new Thread(process::destroy, "oriel-benchmark-end-rival");
        Runtime.getRuntime().addShutdownHook(hook);
    }

    /** Starts a program. */
    static RivalProcess start(String name, List<String> command, Map<String, String> environment) {
        return new RivalProcess(name, command, environment);
    }

    /** Runs a program to its end; returns what it has printed. */
    static List<String> run(String name, List<String> command, Map<String, String> environment) {
        try (RivalProcess program = start(name, command, environment)) {
            return program.finish();
        }
    }

    /** Tells whether each of the commands is in a folder of the PATH. */
    static boolean areInstalled(List<String> commands, String path) {
        return commands.stream()
                .allMatch(command -> Arrays.stream(path.split(File.pathSeparator))
                        .anyMatch(folder -> Files.isExecutable(Path.of(folder, command))));
    }

    /** Waits for a line. */
    void await(String beginning) {
        @Nullable String line;
        do {
            line = next();
            if (line == null) {
                throw failed("has ended");
            }
        } while (!line.startsWith(beginning));
    }

    /** Waits for the end; returns all lines. */
    List<String> finish() {
        while (next() != null) {
            // Kept.
        }
        int exitValue = exitValue();
        if (exitValue == LIMIT_REACHED) {
            throw failed("has not ended for " + LIMIT_SECONDS + " s");
        }
        if (exitValue != 0) {
            throw failed("has ended with " + exitValue);
        }
        return lines;
    }

    private int exitValue() {
        try {
            return process.waitFor();
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw failed("was waited for in vain");
        }
    }

    private @Nullable String next() {
        try {
            @Nullable String line = output.readLine();
            if (line != null) {
                lines.add(line);
            }
            return line;
        } catch (IOException e) {
            throw failed("cannot be read (" + e + ")");
        }
    }

    private BenchmarkException failed(String how) {
        List<String> last = lines.subList(Math.max(0, lines.size() - TOLD_LINES), lines.size());
        return new BenchmarkException(name + " " + how
                + (last.isEmpty() ? " without a word" : ", and has printed: " + String.join(" | ", last)));
    }

    @Override
    public void close() {
        process.destroy();
        try {
            if (!process.waitFor(GRACE_SECONDS, TimeUnit.SECONDS)) {
                process.destroyForcibly();
            }
        } catch (InterruptedException e) {
            process.destroyForcibly();
            Thread.currentThread().interrupt();
        }
        try {
            Runtime.getRuntime().removeShutdownHook(hook);
        } catch (IllegalStateException e) {
            // This process is ending, and the hook runs.
        }
    }

    /**
     * Where the two processes of a rival run: on one processor each, because both on one would take turns at the scheduler's pace.
     *
     * @param first  words before the command of the one process
     * @param second words before the command of the other
     */
    record Cores(List<String> first, List<String> second) {
        /** Chooses two processors that this process may use, of two cores if there are; none if there are not two. */
        static Cores choose() {
            try {
                List<Integer> processors = Processors.allowed();
                if (processors.size() < 2) {
                    return new Cores(List.of(), List.of());
                }
                List<List<Integer>> cores = Processors.cores();
                int second = cores.size() > 1 ? cores.get(1).get(0) : processors.get(1);
                return new Cores(pin(processors.get(0)), pin(second));
            } catch (IOException e) {
                return new Cores(List.of(), List.of());
            }
        }

        private static List<String> pin(int processor) {
            return List.of("taskset", "-c", Integer.toString(processor));
        }
    }
}
