// SPDX-License-Identifier: Apache-2.0
// Copyright the Oriel authors.
package io.oriel.benchmarks.process;

import io.oriel.benchmarks.measure.BenchmarkException;
import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStream;
import java.io.InputStreamReader;
import java.io.OutputStream;
import java.io.PrintStream;
import java.net.InetAddress;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;
import org.jspecify.annotations.Nullable;

/**
 * Lines over the pipe between parent and child. A daemon thread of its own waits, blocked, for what comes in.
 *
 * <p>Each line has a mark, since the JVM may print on standard output, too; what has none goes to standard error.
 */
public final class PipeChannel implements ControlChannel {
    /** Stands in the queue, and stays there, once the other process has closed its end. */
    private static final String END = "\u0000end";

    private static final String MARK = "oriel> ";
    private static final long GRACE_NS = TimeUnit.SECONDS.toNanos(8);

    private final LinkedBlockingQueue<String> lines = new LinkedBlockingQueue<>();
    private final PrintStream out;

    /**
     * Opens a channel.
     *
     * @param in    what the other process says
     * @param out   what it hears; closed with the channel
     * @param onEnd runs on the waiting thread when the other process has closed its end
     */
    public PipeChannel(InputStream in, OutputStream out, Runnable onEnd) {
        this.out = new PrintStream(out, true, StandardCharsets.ISO_8859_1);
        Thread reader = new Thread(() -> read(in, onEnd), "oriel-benchmark-pipe");
        reader.setDaemon(true);
        reader.start();
    }

    /**
     * Opens the pipe to the parent. From now on what is printed goes to standard error, and this process ends, whatever
     * it is doing, some seconds after its standard input.
     *
     * @return the channel
     */
    public static ControlChannel toParent() {
        PrintStream out = System.out;
        System.setOut(System.err);
        return new PipeChannel(System.in, out, PipeChannel::endSoon);
    }

    private static void endSoon() {
        long deadline = System.nanoTime() + GRACE_NS;
        while (System.nanoTime() - deadline < 0) {
            LockSupport.parkNanos(deadline - System.nanoTime());
        }
        Runtime.getRuntime().halt(1);
    }

    @Override
    public void send(String line) {
        out.println(MARK + line);
    }

    @Override
    public String receive(Duration limit) {
        @Nullable String line;
        try {
            line = lines.poll(limit.toNanos(), TimeUnit.NANOSECONDS);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new BenchmarkException("interrupted while waiting for the other process", e);
        }
        if (line == null) {
            throw new BenchmarkException("the other process has not answered for " + limit.toSeconds() + " s");
        }
        if (line.equals(END)) {
            lines.add(END);
            throw ended();
        }
        return line;
    }

    @Override
    public boolean hasMessage() {
        return !lines.isEmpty();
    }

    @Override
    public void checkPeer() {
        @Nullable String line = lines.peek();
        if (line == null) {
            return;
        }
        if (line.equals(END)) {
            throw ended();
        }
        if (line.startsWith(FAILED)) {
            throw ControlChannel.failure(line);
        }
    }

    @Override
    public InetAddress localAddress() {
        return InetAddress.getLoopbackAddress();
    }

    @Override
    public void close() {
        out.close();
    }

    private void read(InputStream in, Runnable onEnd) {
        try (BufferedReader reader = new BufferedReader(new InputStreamReader(in, StandardCharsets.ISO_8859_1))) {
            @Nullable String line;
            while ((line = reader.readLine()) != null) {
                if (line.startsWith(MARK)) {
                    lines.add(line.substring(MARK.length()));
                } else {
                    System.err.println(line);
                }
            }
        } catch (IOException e) {
            // A broken pipe is the end of the other process, which is reported below.
        }
        lines.add(END);
        onEnd.run();
    }

    private static BenchmarkException ended() {
        return new BenchmarkException(
                "the other process has ended; what it printed before is on standard error, above this line");
    }
}
