// SPDX-License-Identifier: Apache-2.0
// Copyright the Oriel authors.
package io.oriel.shm;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.BufferedReader;
import java.io.BufferedWriter;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;

/** A {@link ChildMain}, as a test sees it. */
public final class TestChild implements AutoCloseable {
    private final Process process;
    private final BufferedReader output;
    private final BufferedWriter input;

    private TestChild(Process process) {
        this.process = process;
        output = process.inputReader(StandardCharsets.UTF_8);
        input = process.outputWriter(StandardCharsets.UTF_8);
    }

    /** Starts a process and waits until its port is open. */
    public static TestChild start(Path directory) {
        TestChild child = new TestChild(launch(List.of(), ChildMain.class, directory.toString()));
        assertThat(child.readLine()).isEqualTo("ready");
        return child;
    }

    /** Starts a JVM with this one's class path. */
    public static Process launch(List<String> prefix, Class<?> main, String... arguments) {
        return launch(prefix, System.getProperty("java.class.path"), main, arguments);
    }

    /** Starts a JVM, by a command that the prefix begins. */
    public static Process launch(List<String> prefix, String classPath, Class<?> main, String... arguments) {
        List<String> command = new ArrayList<>(prefix);
        command.add(Path.of(System.getProperty("java.home"), "bin", "java").toString());
        command.addAll(List.of(
                "-XX:TieredStopAtLevel=1",
                "-XX:+UseSerialGC",
                "-Xmx128m",
                "--add-opens",
                "java.base/jdk.internal.misc=ALL-UNNAMED",
                "-cp",
                classPath,
                main.getName()));
        command.addAll(List.of(arguments));
        try {
            return new ProcessBuilder(command)
                    .redirectError(ProcessBuilder.Redirect.INHERIT)
                    .start();
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    /** Gives a command, and waits for its answer. */
    public String ask(String command) {
        begin(command);
        return readLine();
    }

    public void begin(String command) {
        try {
            input.write(command + "\n");
            input.flush();
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    public String readLine() {
        try {
            return Objects.requireNonNull(output.readLine());
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    public long pid() {
        return process.pid();
    }

    /** Ends the process without giving it a chance to clear up. */
    public void kill() {
        process.destroyForcibly();
    }

    public void signal(String name) {
        try {
            Process kill = new ProcessBuilder("kill", "-" + name, Long.toString(process.pid()))
                    .inheritIO()
                    .start();
            assertThat(kill.waitFor()).isZero();
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        } catch (InterruptedException e) {
            throw new AssertionError(e);
        }
    }

    /** Lets the process close in good order. */
    public void finish() {
        try {
            input.close();
            assertThat(readLine()).isEqualTo("closed");
            assertThat(process.waitFor()).isZero();
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        } catch (InterruptedException e) {
            throw new AssertionError(e);
        }
    }

    @Override
    public void close() {
        process.destroyForcibly();
        try {
            process.waitFor();
        } catch (InterruptedException e) {
            throw new AssertionError(e);
        }
    }
}
