// SPDX-License-Identifier: Apache-2.0
// Copyright the Oriel authors.
package io.oriel.testing.hosts;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;

/** A command of the system that has been started. */
final class Command {
    private final List<String> words;
    private final Process process;

    private Command(List<String> words, Process process) {
        this.words = words;
        this.process = process;
    }

    /** Starts a command that reads a text. */
    static Command start(String text, List<String> words) {
        try {
            Process process =
                    new ProcessBuilder(words).redirectErrorStream(true).start();
            process.getOutputStream().write(text.getBytes(StandardCharsets.UTF_8));
            process.getOutputStream().close();
            return new Command(words, process);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    /** Runs a command; returns what it wrote. */
    static String run(List<String> words) {
        return start("", words).await();
    }

    /** Runs a command in a namespace; returns what it wrote. */
    static String runIn(Host host, String... words) {
        return startIn(host, "", words).await();
    }

    static Command startIn(Host host, String text, String... words) {
        List<String> all = new ArrayList<>(host.prefix());
        all.addAll(List.of(words));
        return start(text, all);
    }

    /** Waits for its end, which must be a good one; returns what it wrote. */
    String await() {
        try {
            String output = new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
            int status = process.waitFor();
            if (status != 0) {
                throw new IllegalStateException(words + " ended with " + status + ": " + output);
            }
            return output;
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        } catch (InterruptedException e) {
            process.destroyForcibly();
            throw new IllegalStateException(e);
        }
    }
}
