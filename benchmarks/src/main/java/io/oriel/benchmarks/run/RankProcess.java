// SPDX-License-Identifier: Apache-2.0
// Copyright the Oriel authors.
package io.oriel.benchmarks.run;

import io.oriel.benchmarks.measure.BenchmarkException;
import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStream;
import java.io.InputStreamReader;
import java.io.PrintWriter;
import java.nio.charset.Charset;
import java.util.concurrent.CompletableFuture;

/** The process of one rank. Each line that it prints appears on this process's output, behind its number. */
final class RankProcess {
    private final int rank;
    private final Process process;
    private final Thread out;
    private final Thread err;

    private RankProcess(int rank, Process process, PrintWriter out, PrintWriter err) {
        this.rank = rank;
        this.process = process;
        this.out = copy(process.getInputStream(), out);
        this.err = copy(process.getErrorStream(), err);
    }

    static RankProcess start(int rank, ProcessBuilder command, PrintWriter out, PrintWriter err) {
        try {
            return new RankProcess(rank, command.start(), out, err);
        } catch (IOException e) {
            throw new BenchmarkException("rank " + rank + " cannot be started: " + e.getMessage(), e);
        }
    }

    private Thread copy(InputStream from, PrintWriter to) {
        Thread thread = new Thread(
                () -> {
                    try (BufferedReader lines =
                            new BufferedReader(new InputStreamReader(from, Charset.defaultCharset()))) {
                        for (String line = lines.readLine(); line != null; line = lines.readLine()) {
                            to.println("[" + rank + "] " + line);
                        }
                    } catch (IOException e) {
                        // The same as the end.
                    }
                },
                "oriel-run-rank-" + rank);
        thread.setDaemon(true);
        thread.start();
        return thread;
    }

    int rank() {
        return rank;
    }

    CompletableFuture<RankProcess> onExit() {
        return process.onExit().thenApply(ended -> this);
    }

    boolean isAlive() {
        return process.isAlive();
    }

    /** Returns the status of a process that has ended; 128 and the signal's number if one has ended it. */
    int status() {
        return process.exitValue();
    }

    void end() {
        process.destroy();
    }

    void kill() {
        process.destroyForcibly();
    }

    /** Waits until all that was printed has appeared. */
    void awaitOutput() throws InterruptedException {
        out.join();
        err.join();
    }
}
