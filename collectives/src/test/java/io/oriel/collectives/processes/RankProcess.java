// SPDX-License-Identifier: Apache-2.0
// Copyright the Oriel authors.
package io.oriel.collectives.processes;

import static java.util.Objects.requireNonNull;

import io.oriel.api.NetworkDirect;
import java.io.BufferedReader;
import java.io.IOException;
import java.io.PrintWriter;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;

/** A process that runs {@link RankMain}. */
final class RankProcess {
    private final Process process;
    private final PrintWriter orders;
    private final BufferedReader answers;

    private RankProcess(Process process) {
        this.process = process;
        orders = new PrintWriter(process.getOutputStream(), true, StandardCharsets.UTF_8);
        answers = process.inputReader(StandardCharsets.UTF_8);
    }

    static RankProcess start(Path directory, String medium) {
        List<String> command = new ArrayList<>();
        command.add(Path.of(System.getProperty("java.home"), "bin", "java").toString());
        command.addAll(List.of("-XX:TieredStopAtLevel=1", "-XX:+UseSerialGC", "-Xmx256m", "-ea"));
        command.addAll(List.of(NetworkDirect.REQUIRED_JVM_FLAG.split(" ", -1)));
        command.add("-Doriel.sharedMemory.directory=" + directory);
        command.add("-Doriel.medium=" + medium);
        command.addAll(List.of("-cp", System.getProperty("java.class.path"), RankMain.class.getName()));
        try {
            return new RankProcess(new ProcessBuilder(command)
                    .redirectError(ProcessBuilder.Redirect.INHERIT)
                    .start());
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    void tell(String order) {
        orders.println(order);
    }

    String answer() {
        try {
            return requireNonNull(answers.readLine(), "the process has ended");
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    long pid() {
        return process.pid();
    }

    /** Lets it end by itself. */
    void end() throws InterruptedException {
        orders.close();
        process.waitFor();
    }

    void kill() {
        process.destroyForcibly();
    }

    /** Stops it as a signal does, or lets it go on. */
    void signal(String name) {
        try {
            new ProcessBuilder("kill", "-" + name, Long.toString(process.pid()))
                    .start()
                    .waitFor();
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }
}
