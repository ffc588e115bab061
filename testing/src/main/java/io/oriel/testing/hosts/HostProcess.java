// SPDX-License-Identifier: Apache-2.0
// Copyright the Oriel authors.
package io.oriel.testing.hosts;

import io.oriel.api.NetworkDirect;
import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.io.OutputStreamWriter;
import java.io.PrintWriter;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;

/** A JVM on one of the hosts, talked to line by line. */
public final class HostProcess {
    private static final String ENDED = "the process has ended";

    private final Process process;
    private final String name;
    private final Path errors;
    private final PrintWriter input;
    private final BlockingQueue<String> lines = new LinkedBlockingQueue<>();

    private HostProcess(Process process, String name, Path errors) {
        this.process = process;
        this.name = name;
        this.errors = errors;
        input = new PrintWriter(new OutputStreamWriter(process.getOutputStream(), StandardCharsets.UTF_8), true);
        Thread reader = new Thread(this::read, name);
        reader.setDaemon(true);
        reader.start();
    }

    static HostProcess start(
            Host host, Class<?> main, List<String> flags, List<String> arguments, Map<String, String> variables) {
        List<String> command = new ArrayList<>(host.prefix());
        command.add(Path.of(System.getProperty("java.home"), "bin", "java").toString());
        // They live for seconds: quick to start is what counts.
        command.addAll(List.of("-XX:TieredStopAtLevel=1", "-XX:+UseSerialGC", "-Xmx256m", "-ea"));
        command.addAll(List.of(NetworkDirect.REQUIRED_JVM_FLAG.split(" ", -1)));
        command.add("-Doriel.sharedMemory.directory=" + host.directory());
        command.addAll(flags);
        command.addAll(List.of("-cp", System.getProperty("java.class.path"), main.getName()));
        command.addAll(arguments);
        try {
            Path errors = Files.createTempFile("oriel-host", ".log");
            ProcessBuilder builder = new ProcessBuilder(command).redirectError(errors.toFile());
            builder.environment().putAll(variables);
            Process process = builder.start();
            return new HostProcess(process, main.getSimpleName() + " on " + host.namespace(), errors);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    private void read() {
        try (BufferedReader output =
                new BufferedReader(new InputStreamReader(process.getInputStream(), StandardCharsets.UTF_8))) {
            for (String line; (line = output.readLine()) != null; ) {
                lines.add(line);
            }
        } catch (IOException e) {
            // Killed, or closed at the end.
        }
        lines.add(ENDED);
    }

    /** Gives an order without waiting for the answer. */
    public void tell(String order) {
        input.println(order);
    }

    /** Waits for the next line of standard output. */
    public String answer(long patienceSeconds) {
        try {
            String line = lines.poll(patienceSeconds, TimeUnit.SECONDS);
            if (line == null || line.equals(ENDED)) {
                throw new AssertionError(name + (line == null ? " has not answered" : " has ended"));
            }
            return line;
        } catch (InterruptedException e) {
            throw new AssertionError(e);
        }
    }

    /** Waits until it ends by itself, with success; returns what it has written and was not yet answered. */
    public List<String> awaitEnd(long patienceSeconds) {
        try {
            if (!process.waitFor(patienceSeconds, TimeUnit.SECONDS)) {
                throw new AssertionError(name + " has not ended");
            }
            List<String> rest = new ArrayList<>();
            for (String line = lines.take(); !line.equals(ENDED); line = lines.take()) {
                rest.add(line);
            }
            if (process.exitValue() != 0) {
                throw new AssertionError(name + " ended with " + process.exitValue() + ": " + rest);
            }
            return rest;
        } catch (InterruptedException e) {
            throw new AssertionError(e);
        }
    }

    /** Says what it wrote to standard error. */
    String errors() {
        try {
            return name + ":\n" + Files.readString(errors);
        } catch (IOException e) {
            return name + ": its log cannot be read: " + e;
        }
    }

    void kill() {
        try {
            process.destroyForcibly().waitFor();
            Files.deleteIfExists(errors);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        } catch (InterruptedException e) {
            throw new AssertionError(e);
        }
    }
}
