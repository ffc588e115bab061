// SPDX-License-Identifier: Apache-2.0
// Copyright the Oriel authors.
package io.oriel.testing.process;

import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.io.OutputStreamWriter;
import java.io.PrintWriter;
import java.io.UncheckedIOException;
import java.lang.ProcessBuilder.Redirect;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;

/**
 * A JVM of its own, told what to do line by line, which can be stopped and killed. It never outlives this process.
 *
 * <p>Threading: one thread at a time; {@link #kill} and {@link #isAlive} any.
 */
public final class ChildJvm implements AutoCloseable {
    private static final long PATIENCE_SECONDS = 40;

    private final Process process;
    private final String name;
    private final Path errors;
    private final PrintWriter input;
    private final BlockingQueue<Line> lines = new LinkedBlockingQueue<>();

    /** What it has written, or that it writes no more. */
    private record Line(String text, boolean isEnd) {}

    private ChildJvm(Process process, String name, Path errors) {
        this.process = process;
        this.name = name + ", process " + process.pid();
        this.errors = errors;
        input = new PrintWriter(new OutputStreamWriter(process.getOutputStream(), StandardCharsets.UTF_8), true);
        Thread reader = new Thread(this::read, "child-" + process.pid());
        reader.setDaemon(true);
        reader.start();
    }

    static ChildJvm start(JvmCommand command) {
        try {
            Path errors = Files.createTempFile("oriel-child", ".log");
            return new ChildJvm(command.launch(Redirect.to(errors.toFile())), command.toString(), errors);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    private void read() {
        try (BufferedReader output =
                new BufferedReader(new InputStreamReader(process.getInputStream(), StandardCharsets.UTF_8))) {
            for (String line; (line = output.readLine()) != null; ) {
                lines.add(new Line(line, false));
            }
        } catch (IOException e) {
            // Killed, or closed at the end.
        }
        lines.add(new Line("", true));
    }

    /**
     * Returns by which number the operating system knows it.
     *
     * @return the number
     */
    public long pid() {
        return process.pid();
    }

    /**
     * Tells whether it runs, stopped or not.
     *
     * @return false once it has ended
     */
    public boolean isAlive() {
        return process.isAlive();
    }

    /**
     * Writes a line to its standard input.
     *
     * @param line without its end
     */
    public void tell(String line) {
        input.println(line);
    }

    /** Ends its standard input. */
    public void endInput() {
        input.close();
    }

    /**
     * Tells whether there is an answer, or will never be one.
     *
     * @return true if {@link #answer()} does not wait
     */
    public boolean hasAnswered() {
        return !lines.isEmpty();
    }

    /**
     * Waits up to 40 s for the next line of its standard output.
     *
     * @return the line
     * @throws AssertionError if none comes, or it has ended: with what it wrote to its standard error
     */
    public String answer() {
        return answer(PATIENCE_SECONDS);
    }

    /**
     * Waits for the next line of its standard output.
     *
     * @param patienceSeconds how long
     * @return the line
     * @throws AssertionError if none comes, or it has ended: with what it wrote to its standard error
     */
    public String answer(long patienceSeconds) {
        try {
            Line line = lines.poll(patienceSeconds, TimeUnit.SECONDS);
            if (line == null || line.isEnd()) {
                throw new AssertionError(
                        name + (line == null ? " has not answered" : " has ended") + "; its errors:\n" + errors());
            }
            return line.text();
        } catch (InterruptedException e) {
            throw new AssertionError(e);
        }
    }

    /** Waits up to 40 s until it has ended, however it does. */
    public void awaitEnd() {
        awaitEnd(PATIENCE_SECONDS);
    }

    private void awaitEnd(long patienceSeconds) {
        try {
            if (!process.waitFor(patienceSeconds, TimeUnit.SECONDS)) {
                throw new AssertionError(name + " has not ended");
            }
        } catch (InterruptedException e) {
            throw new AssertionError(e);
        }
    }

    /**
     * Waits until it ends by itself, with success.
     *
     * @param patienceSeconds how long
     * @return what it has written that was not taken as an answer yet
     * @throws AssertionError if it does not end, or with another status than 0
     */
    public List<String> awaitSuccess(long patienceSeconds) {
        awaitEnd(patienceSeconds);
        try {
            List<String> rest = new ArrayList<>();
            for (Line line = lines.take(); !line.isEnd(); line = lines.take()) {
                rest.add(line.text());
            }
            if (process.exitValue() != 0) {
                throw new AssertionError(
                        name + " ended with " + process.exitValue() + ": " + rest + "; its errors:\n" + errors());
            }
            return rest;
        } catch (InterruptedException e) {
            throw new AssertionError(e);
        }
    }

    /** Kills it at once, as {@code kill -9} does. */
    public void kill() {
        process.destroyForcibly();
    }

    /** Stops all of its threads, as SIGSTOP does; returns when they stand still. */
    public void stop() {
        signal("STOP");
        while (!isStopped()) {
            if (!isAlive()) {
                throw new AssertionError(name + " has ended, and cannot be stopped");
            }
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

    /** Lets it go on after {@link #stop}. */
    public void resume() {
        signal("CONT");
    }

    /**
     * Sends it a signal.
     *
     * @param signal its name, without SIG
     * @throws AssertionError if it cannot be sent
     */
    public void signal(String signal) {
        try {
            Process kill = new ProcessBuilder("sh", "-c", "kill -" + signal + " " + pid())
                    .inheritIO()
                    .start();
            if (kill.waitFor() != 0) {
                throw new AssertionError("kill -" + signal + " of " + name + " failed");
            }
        } catch (IOException | InterruptedException e) {
            throw new AssertionError(e);
        }
    }

    /**
     * Returns what it wrote to its standard error.
     *
     * @return the text so far
     */
    public String errors() {
        try {
            return Files.exists(errors) ? Files.readString(errors) : "(gone)";
        } catch (IOException e) {
            return "(its log cannot be read: " + e + ")";
        }
    }

    @Override
    public String toString() {
        return name;
    }

    /** Kills it, unless it has ended, and waits until it is gone. */
    @Override
    public void close() {
        kill();
        awaitEnd();
        try {
            Files.deleteIfExists(errors);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }
}
