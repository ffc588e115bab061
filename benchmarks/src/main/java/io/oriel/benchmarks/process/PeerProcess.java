// SPDX-License-Identifier: Apache-2.0
// Copyright the Oriel authors.
package io.oriel.benchmarks.process;

import io.oriel.benchmarks.measure.BenchmarkException;
import java.io.File;
import java.io.IOException;
import java.lang.management.ManagementFactory;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;

/**
 * The child: a second JVM like this one, with the same java, flags, class path and configuration of Oriel. It never outlives this
 * process.
 */
public final class PeerProcess implements AutoCloseable {
    private static final long GRACE_SECONDS = 10;
    private static final List<String> NOT_INHERITED =
            List.of("-javaagent:", "-agentlib:", "-agentpath:", "-Xrunjdwp", "-Xdebug", "-Dcom.sun.management.");

    /** System properties that count even if they were set after the start. */
    private static final String CONFIGURATION = "oriel.";

    private final Process process;
    private final PipeChannel channel;
    private final Thread hook;

    private PeerProcess(Process process) {
        this.process = process;
        channel = new PipeChannel(process.getInputStream(), process.getOutputStream(), () -> {});
        hook = new Thread(process::destroyForcibly, "oriel-benchmark-kill-peer");
        Runtime.getRuntime().addShutdownHook(hook);
    }

    /**
     * Starts a child. What it prints on standard error appears on this process's.
     *
     * @param mainClass to start
     * @param flags     of the JVM, beside those of this one
     * @param arguments of its main method
     * @return the running child
     * @throws BenchmarkException if it cannot be started
     */
    public static PeerProcess start(Class<?> mainClass, List<String> flags, String... arguments) {
        try {
            return new PeerProcess(new ProcessBuilder(command(mainClass, flags, arguments))
                    .redirectError(ProcessBuilder.Redirect.INHERIT)
                    .start());
        } catch (IOException e) {
            throw new BenchmarkException("the second process cannot be started: " + e.getMessage(), e);
        }
    }

    /**
     * Puts the command of a second JVM together.
     *
     * @param mainClass to start
     * @param flags     of the JVM, beside those of this one
     * @param arguments of its main method
     * @return the words of the command
     */
    public static List<String> command(Class<?> mainClass, List<String> flags, String... arguments) {
        return commandWith("", mainClass, flags, List.of(arguments));
    }

    /**
     * Puts the command of a second JVM together.
     *
     * @param classPath searched before that of this one; or empty
     * @param mainClass to start
     * @param flags     of the JVM, beside those of this one
     * @param arguments of its main method
     * @return the words of the command
     */
    public static List<String> commandWith(
            String classPath, Class<?> mainClass, List<String> flags, List<String> arguments) {
        List<String> command = new ArrayList<>();
        command.add(Path.of(System.getProperty("java.home"), "bin", "java").toString());
        for (String flag : ManagementFactory.getRuntimeMXBean().getInputArguments()) {
            if (NOT_INHERITED.stream().noneMatch(flag::startsWith)) {
                command.add(flag);
            }
        }
        for (String name : System.getProperties().stringPropertyNames()) {
            String flag = "-D" + name + "=" + System.getProperty(name);
            if (name.startsWith(CONFIGURATION) && !command.contains(flag)) {
                command.add(flag);
            }
        }
        command.addAll(flags);
        String own = System.getProperty("java.class.path");
        command.addAll(List.of("-cp", classPath.isEmpty() ? own : classPath + File.pathSeparator + own));
        command.add(mainClass.getName());
        command.addAll(arguments);
        return command;
    }

    /**
     * Returns the pipe to the child.
     *
     * @return the channel
     */
    public ControlChannel channel() {
        return channel;
    }

    /** Kills the child at once, as {@code kill -9} does. */
    public void kill() {
        process.destroyForcibly();
    }

    /** Closes the pipe, which ends the child; kills it if that takes too long. */
    @Override
    public void close() {
        channel.close();
        try {
            if (!process.waitFor(GRACE_SECONDS, TimeUnit.SECONDS)) {
                process.destroyForcibly();
            }
        } catch (InterruptedException e) {
            process.destroyForcibly();
            Thread.currentThread().interrupt();
        }
        removeHook();
    }

    private void removeHook() {
        try {
            Runtime.getRuntime().removeShutdownHook(hook);
        } catch (IllegalStateException e) {
            // This process is ending already; the hook runs, and finds the child gone.
        }
    }
}
