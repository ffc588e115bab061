// SPDX-License-Identifier: Apache-2.0
// Copyright the Oriel authors.
package io.oriel.testing.process;

import io.oriel.api.NetworkDirect;
import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.io.OutputStreamWriter;
import java.io.PrintWriter;
import java.io.UncheckedIOException;
import java.net.InetSocketAddress;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HexFormat;
import java.util.List;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;

/** A JVM that runs {@link Child}, or a main class that does, told what to do line by line. It never outlives this process. */
public final class ChildProcess implements AutoCloseable {
    private static final String ENDED = "the child has ended";
    private static final long PATIENCE_SECONDS = 40;

    private final Process process;
    private final Path errors;
    private final PrintWriter input;
    private final BlockingQueue<String> answers = new LinkedBlockingQueue<>();
    private final Thread hook;

    private ChildProcess(Process process, Path errors) {
        this.process = process;
        this.errors = errors;
        input = new PrintWriter(new OutputStreamWriter(process.getOutputStream(), StandardCharsets.UTF_8), true);
        Thread reader = new Thread(this::read, "child-" + process.pid());
        reader.setDaemon(true);
        reader.start();
        hook = new Thread(process::destroyForcibly);
        Runtime.getRuntime().addShutdownHook(hook);
    }

    /** Starts a child. */
    public static ChildProcess start(Class<?> main, List<String> jvmArguments) {
        return startAs(List.of(), System.getProperty("java.class.path"), main, jvmArguments);
    }

    /** Starts another main class, to run for long; its errors come out here. */
    public static Process startOptimized(Class<?> main, String... arguments) {
        List<String> command = new ArrayList<>();
        command.add(Path.of(System.getProperty("java.home"), "bin", "java").toString());
        command.addAll(List.of("-XX:+UseSerialGC", "-Xmx128m", "-ea"));
        command.addAll(List.of(NetworkDirect.REQUIRED_JVM_FLAG.split(" ", -1)));
        command.addAll(List.of("-cp", System.getProperty("java.class.path"), main.getName()));
        command.addAll(List.of(arguments));
        try {
            Process started = new ProcessBuilder(command)
                    .redirectError(ProcessBuilder.Redirect.INHERIT)
                    .start();
            Runtime.getRuntime().addShutdownHook(new Thread(started::destroyForcibly));
            return started;
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    /** Starts a child as another user would: by a command before the JVM's, and with another class path. */
    public static ChildProcess startAs(
            List<String> prefix, String classPath, Class<?> main, List<String> jvmArguments) {
        List<String> command = new ArrayList<>(prefix);
        command.add(Path.of(System.getProperty("java.home"), "bin", "java").toString());
        // They live for a second: quick to start is what counts.
        command.addAll(List.of("-XX:TieredStopAtLevel=1", "-XX:+UseSerialGC", "-Xmx128m", "-Xshare:auto", "-ea"));
        command.addAll(List.of(NetworkDirect.REQUIRED_JVM_FLAG.split(" ", -1)));
        command.addAll(jvmArguments);
        command.addAll(List.of("-cp", classPath, main.getName()));
        try {
            Path errors = Files.createTempFile("oriel-child", ".log");
            return new ChildProcess(
                    new ProcessBuilder(command).redirectError(errors.toFile()).start(), errors);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    private void read() {
        try (BufferedReader output =
                new BufferedReader(new InputStreamReader(process.getInputStream(), StandardCharsets.UTF_8))) {
            for (String line; (line = output.readLine()) != null; ) {
                answers.add(line);
            }
        } catch (IOException e) {
            // Killed, or closed at the end.
        }
        answers.add(ENDED);
    }

    public long pid() {
        return process.pid();
    }

    /** Gives an order without waiting for the answer. */
    public void tell(String order) {
        input.println(order);
    }

    public boolean hasAnswered() {
        return !answers.isEmpty();
    }

    /** Waits for the next answer. */
    public String answer() {
        try {
            String answer = answers.poll(PATIENCE_SECONDS, TimeUnit.SECONDS);
            if (answer == null || answer.equals(ENDED)) {
                throw new AssertionError(answer == null ? "the child has not answered" : ENDED);
            }
            return answer;
        } catch (InterruptedException e) {
            throw new AssertionError(e);
        }
    }

    public String ask(String order) {
        tell(order);
        return answer();
    }

    /** Gives an order that is to be answered with a certain word. */
    public void order(String order, String expected) {
        String answer = ask(order);
        if (!answer.equals(expected)) {
            throw new AssertionError("the child was told '" + order + "' and answered '" + answer + "'");
        }
    }

    public void order(String order) {
        order(order, "done");
    }

    // Orders that take several steps.

    public InetSocketAddress listen() {
        return listen("listen");
    }

    /** Has the child listen at a certain address. */
    public InetSocketAddress listen(InetSocketAddress wanted) {
        return listen("listen " + wanted.getAddress().getHostAddress() + " " + wanted.getPort());
    }

    private InetSocketAddress listen(String order) {
        String[] address = ask(order).split(" ", -1);
        return new InetSocketAddress(address[0], Integer.parseInt(address[1]));
    }

    public void beginConnect(InetSocketAddress listener) {
        order("begin-connect " + listener.getAddress().getHostAddress() + " " + listener.getPort(), "begun");
    }

    /** Connects a party of this process to the child, which listens. */
    public void accept(Party party) {
        accept(party, listen());
    }

    /** Connects a party of this process to the child, which listens at an address. */
    public void accept(Party party, InetSocketAddress listener) {
        order("begin-request", "begun");
        CompletableFuture<Void> connecting = party.connect(listener);
        order("end", "SUCCESS");
        order("begin-accept", "begun");
        Outcomes.requireSuccess(connecting);
        Outcomes.requireSuccess(party.complete());
        order("end", "SUCCESS");
    }

    /** Connects the child to a party of this process, which listens. */
    public void connectTo(Party party) {
        connectTo(party, party.listen());
    }

    public void connectTo(Party party, InetSocketAddress listener) {
        CompletableFuture<Void> request = party.request();
        beginConnect(listener);
        Outcomes.requireSuccess(request);
        CompletableFuture<Void> accepted = party.accept();
        order("end", "SUCCESS");
        order("begin-complete", "begun");
        Outcomes.requireSuccess(accepted);
        order("end", "SUCCESS");
    }

    /** Gives a party a window on the child's memory. */
    public void grant(Party party) {
        party.openWindow(HexFormat.of().parseHex(ask("bind")));
    }

    public void openWindow(byte[] descriptor) {
        order("open-window " + HexFormat.of().formatHex(descriptor));
    }

    /** Kills the child at once. */
    public void kill() {
        process.destroyForcibly();
    }

    /** Tells the child to end, and leaves its standard input open. */
    public void terminate() {
        signal("TERM");
    }

    /** Waits until the killed child is gone. */
    public void awaitEnd() {
        try {
            if (!process.waitFor(PATIENCE_SECONDS, TimeUnit.SECONDS)) {
                throw new AssertionError("the child has not ended");
            }
        } catch (InterruptedException e) {
            throw new AssertionError(e);
        }
    }

    /** Stops all of the child's threads. */
    public void stop() {
        signal("STOP");
        while (!isStopped()) {
            Thread.onSpinWait();
        }
    }

    private boolean isStopped() {
        try (Stream<Path> threads = Files.list(Path.of("/proc", Long.toString(pid()), "task"))) {
            for (Path thread : threads.toList()) {
                String stat = Files.readString(thread.resolve("stat"));
                if (stat.charAt(stat.lastIndexOf(')') + 2) != 'T') {
                    return false;
                }
            }
            return true;
        } catch (IOException e) {
            return false; // a thread has just ended
        }
    }

    /** Lets the child go on. */
    public void resume() {
        signal("CONT");
    }

    private void signal(String name) {
        try {
            Process kill = new ProcessBuilder("sh", "-c", "kill -" + name + " " + pid()).start();
            if (kill.waitFor() != 0) {
                throw new AssertionError("kill -" + name + " failed");
            }
        } catch (IOException | InterruptedException e) {
            throw new AssertionError(e);
        }
    }

    /** Returns what the child wrote to its standard error. */
    public String errors() {
        try {
            return Files.exists(errors) ? Files.readString(errors) : "(gone)";
        } catch (IOException e) {
            return "(its log cannot be read: " + e + ")";
        }
    }

    @Override
    public void close() {
        process.destroyForcibly();
        awaitEnd();
        Runtime.getRuntime().removeShutdownHook(hook);
        try {
            Files.deleteIfExists(errors);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }
}
