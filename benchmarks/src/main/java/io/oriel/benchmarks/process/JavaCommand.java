// SPDX-License-Identifier: Apache-2.0
// Copyright the Oriel authors.
package io.oriel.benchmarks.process;

import java.lang.management.ManagementFactory;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;

/** The command line of a second JVM like this one: same java, flags, class path and configuration of Oriel. */
public final class JavaCommand {
    private static final List<String> NOT_INHERITED =
            List.of("-javaagent:", "-agentlib:", "-agentpath:", "-Xrunjdwp", "-Xdebug", "-Dcom.sun.management.");

    /** System properties that count even if they were set after the start. */
    private static final String CONFIGURATION = "oriel.";

    private JavaCommand() {}

    /**
     * Puts the command together.
     *
     * @param mainClass to start
     * @param arguments of its main method
     * @return the words of the command
     */
    public static List<String> of(Class<?> mainClass, List<String> arguments) {
        return of(mainClass, List.of(), arguments);
    }

    /**
     * Puts the command together.
     *
     * @param mainClass to start
     * @param flags     of the JVM, beside those of this one
     * @param arguments of its main method
     * @return the words of the command
     */
    public static List<String> of(Class<?> mainClass, List<String> flags, List<String> arguments) {
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
        command.add("-cp");
        command.add(System.getProperty("java.class.path"));
        command.add(mainClass.getName());
        command.addAll(arguments);
        return command;
    }
}
