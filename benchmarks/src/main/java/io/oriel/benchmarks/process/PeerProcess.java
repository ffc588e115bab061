// SPDX-License-Identifier: Apache-2.0
// Copyright the Oriel authors.
package io.oriel.benchmarks.process;

import io.oriel.benchmarks.BenchmarkException;
import io.oriel.benchmarks.scenario.ControlChannel;
import java.io.IOException;
import java.util.List;
import java.util.concurrent.TimeUnit;

/** The child: a second JVM that does the responders' half. It never outlives this process. */
public final class PeerProcess implements AutoCloseable {
    private static final long GRACE_SECONDS = 10;

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
     * @param command from {@link JavaCommand}
     * @return the running child
     * @throws BenchmarkException if it cannot be started
     */
    public static PeerProcess start(List<String> command) {
        try {
            return new PeerProcess(new ProcessBuilder(command)
                    .redirectError(ProcessBuilder.Redirect.INHERIT)
                    .start());
        } catch (IOException e) {
            throw new BenchmarkException("the second process cannot be started: " + e.getMessage(), e);
        }
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
