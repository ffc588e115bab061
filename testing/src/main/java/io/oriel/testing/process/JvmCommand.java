// SPDX-License-Identifier: Apache-2.0
// Copyright the Oriel authors.
package io.oriel.testing.process;

import io.oriel.api.NetworkDirect;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.lang.ProcessBuilder.Redirect;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;

/**
 * How to start a JVM: with this one's class path and Java, quick to start, with assertions and the flag that Oriel needs.
 *
 * <p>Threading: immutable, but for the flags of {@link #withOrielProperties}, which are those at the time of that call.
 */
public final class JvmCommand {
    private static final String CLASS_PATH = "java.class.path";
    private static final String ORIEL = "oriel.";
    private static final int HEAP_MEBIBYTES = 128;

    private final Class<?> main;
    private final List<String> arguments;
    private final List<String> prefix;
    private final List<String> flags;
    private final String classPath;
    private final Map<String, String> variables;
    private final boolean isLongLived;

    private JvmCommand(
            Class<?> main,
            List<String> arguments,
            List<String> prefix,
            List<String> flags,
            String classPath,
            Map<String, String> variables,
            boolean isLongLived) {
        this.main = main;
        this.arguments = List.copyOf(arguments);
        this.prefix = List.copyOf(prefix);
        this.flags = List.copyOf(flags);
        this.classPath = classPath;
        this.variables = Map.copyOf(variables);
        this.isLongLived = isLongLived;
    }

    /**
     * Runs a main class.
     *
     * @param main      of the class path
     * @param arguments of its {@code main}
     * @return the command
     */
    public static JvmCommand of(Class<?> main, String... arguments) {
        return new JvmCommand(
                main, List.of(arguments), List.of(), List.of(), System.getProperty(CLASS_PATH), Map.of(), false);
    }

    /**
     * Starts it by another command, as {@code ip netns exec}, {@code setpriv} or {@code prlimit}.
     *
     * @param words before the JVM's
     * @return a changed command
     */
    public JvmCommand behind(List<String> words) {
        return new JvmCommand(main, arguments, words, flags, classPath, variables, isLongLived);
    }

    /**
     * Gives it another class path.
     *
     * @param value its parts, separated by the system's separator
     * @return a changed command
     */
    public JvmCommand withClassPath(String value) {
        return new JvmCommand(main, arguments, prefix, flags, value, variables, isLongLived);
    }

    /**
     * Adds flags, such as {@code -Dname=value}; of two for the same thing the later counts.
     *
     * @param values of the JVM
     * @return a changed command
     */
    public JvmCommand with(List<String> values) {
        List<String> all = new ArrayList<>(flags);
        all.addAll(values);
        return new JvmCommand(main, arguments, prefix, all, classPath, variables, isLongLived);
    }

    /**
     * Passes on the system properties of this JVM that configure Oriel.
     *
     * @return a changed command
     */
    public JvmCommand withOrielProperties() {
        return with(System.getProperties().stringPropertyNames().stream()
                .filter(name -> name.startsWith(ORIEL))
                .sorted()
                .map(name -> "-D" + name + "=" + System.getProperty(name))
                .toList());
    }

    /**
     * Adds variables to its environment, which is else this one's.
     *
     * @param values by name
     * @return a changed command
     */
    public JvmCommand withVariables(Map<String, String> values) {
        return new JvmCommand(main, arguments, prefix, flags, classPath, values, isLongLived);
    }

    /**
     * Lets it compile as it likes: worth it for what runs for many seconds.
     *
     * @return a changed command
     */
    public JvmCommand longLived() {
        return new JvmCommand(main, arguments, prefix, flags, classPath, variables, true);
    }

    /**
     * Returns the command.
     *
     * @return its words
     */
    public List<String> words() {
        List<String> words = new ArrayList<>(prefix);
        words.add(Path.of(System.getProperty("java.home"), "bin", "java").toString());
        if (!isLongLived) {
            words.addAll(List.of("-XX:TieredStopAtLevel=1", "-Xshare:auto")); // quick to start is what counts
        }
        words.addAll(List.of("-XX:+UseSerialGC", "-Xmx" + HEAP_MEBIBYTES + "m", "-ea"));
        words.addAll(List.of(NetworkDirect.REQUIRED_JVM_FLAG.split(" ", -1)));
        words.addAll(flags);
        words.addAll(List.of("-cp", classPath, main.getName()));
        words.addAll(arguments);
        return words;
    }

    /**
     * Starts it, to be talked with line by line. What it writes to its standard error is kept.
     *
     * @return the process
     * @throws UncheckedIOException if it cannot be started
     */
    public ChildJvm start() {
        return ChildJvm.start(this);
    }

    /**
     * Starts it, and leaves its standard input and output to the caller. It ends with this JVM.
     *
     * @param errors where its standard error goes
     * @return the process
     * @throws UncheckedIOException if it cannot be started
     */
    public Process launch(Redirect errors) {
        return launch(Redirect.PIPE, errors);
    }

    /**
     * Starts it, with what it writes to its standard error among what it writes to its standard output. It ends with this JVM.
     *
     * @return the process
     * @throws UncheckedIOException if it cannot be started
     */
    public Process launchMerged() {
        return launch(new ProcessBuilder(words()).redirectErrorStream(true));
    }

    /**
     * Starts it. It ends with this JVM.
     *
     * @param output where its standard output goes
     * @param errors where its standard error goes
     * @return the process
     * @throws UncheckedIOException if it cannot be started
     */
    public Process launch(Redirect output, Redirect errors) {
        return launch(new ProcessBuilder(words()).redirectOutput(output).redirectError(errors));
    }

    private Process launch(ProcessBuilder builder) {
        builder.environment().putAll(variables);
        try {
            Process process = builder.start();
            Thread hook = new Thread(process::destroyForcibly, "end-" + process.pid());
            Runtime.getRuntime().addShutdownHook(hook);
            var unused = process.onExit().thenRun(() -> forget(hook));
            return process;
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    private static void forget(Thread hook) {
        try {
            Runtime.getRuntime().removeShutdownHook(hook);
        } catch (IllegalStateException e) {
            // This JVM is ending: the hook runs, and finds a process that has ended.
        }
    }

    @Override
    public String toString() {
        return main.getSimpleName() + (prefix.isEmpty() ? "" : " by " + String.join(" ", prefix));
    }
}
