// SPDX-License-Identifier: Apache-2.0
// Copyright the Oriel authors.
package io.oriel.benchmarks.run;

import io.oriel.benchmarks.measure.BenchmarkException;
import io.oriel.benchmarks.process.PeerProcess;
import io.oriel.benchmarks.process.Processors;
import java.io.IOException;
import java.io.PrintWriter;
import java.io.UncheckedIOException;
import java.net.DatagramSocket;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;
import java.util.stream.Collectors;

/** One run of a program: all its ranks, until the last has ended. If one fails, the others get a moment to say why they do. */
public final class RankRun {
    /** In which the others may notice that one has gone. */
    private static final long NOTICE_SECONDS = 2;

    /** In which they may obey. */
    private static final long END_SECONDS = 3;

    private final Plan plan;
    private final PrintWriter out;
    private final PrintWriter err;
    private final List<RankProcess> ranks = new ArrayList<>();
    private final BlockingQueue<RankProcess> ended = new LinkedBlockingQueue<>();

    /**
     * Prepares a run.
     *
     * @param plan what runs
     * @param out  takes what ranks print
     * @param err  takes what ranks print on their standard error
     */
    public RankRun(Plan plan, PrintWriter out, PrintWriter err) {
        this.plan = plan;
        this.out = out;
        this.err = err;
    }

    /**
     * Starts the ranks, and waits until all have ended.
     *
     * @return 0 if all have ended with it; else the status of the first that has not
     */
    public int run() {
        Thread hook = new Thread(() -> ranks.forEach(RankProcess::kill), "oriel-run-kill-ranks");
        Runtime.getRuntime().addShutdownHook(hook);
        try {
            start();
            return await();
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new BenchmarkException("interrupted while ranks run", e);
        } finally {
            ranks.forEach(RankProcess::kill);
            Runtime.getRuntime().removeShutdownHook(hook);
        }
    }

    private void start() {
        Map<String, String> common = Map.of(
                "ORIEL_SIZE", Integer.toString(plan.count()),
                "ORIEL_ROOT", "127.0.0.1:" + freePort(),
                "ORIEL_JOB", ProcessHandle.current().pid() + "." + System.nanoTime());
        for (int rank = 0; rank < plan.count(); rank++) {
            List<String> command = new ArrayList<>(plan.isBoundToCore() ? bind(rank) : List.of());
            command.addAll(
                    PeerProcess.commandWith(plan.classPath(), RankMain.class, List.of(), plan.programAndArguments()));
            ProcessBuilder builder = new ProcessBuilder(command);
            builder.environment().putAll(common);
            builder.environment().put("ORIEL_RANK", Integer.toString(rank));
            RankProcess process = RankProcess.start(rank, builder, out, err);
            ranks.add(process);
            CompletableFuture<Void> unused = process.onExit().thenAccept(ended::add);
        }
    }

    private static List<String> bind(int rank) {
        try {
            List<List<Integer>> cores = Processors.cores();
            String core =
                    cores.get(rank % cores.size()).stream().map(String::valueOf).collect(Collectors.joining(","));
            return List.of("taskset", "-c", core);
        } catch (IOException e) {
            throw new BenchmarkException("ranks cannot be bound to cores: " + e.getMessage(), e);
        }
    }

    private static int freePort() {
        try (DatagramSocket socket = new DatagramSocket(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0))) {
            return socket.getLocalPort();
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    private int await() throws InterruptedException {
        for (int count = 0; count < ranks.size(); count++) {
            RankProcess first = ended.take();
            first.awaitOutput();
            if (first.status() != 0) {
                endOthers(first, ranks.size() - count - 1);
                return first.status();
            }
        }
        return 0;
    }

    private void endOthers(RankProcess first, int others) throws InterruptedException {
        err.println("oriel: rank " + first.rank() + " has ended with status " + first.status()
                + (others > 0 ? "; the others end with it" : ""));
        int left = await(others, NOTICE_SECONDS);
        ranks.stream().filter(RankProcess::isAlive).forEach(RankProcess::end);
        left = await(left, END_SECONDS);
        ranks.stream().filter(RankProcess::isAlive).forEach(RankProcess::kill);
        await(left, END_SECONDS);
    }

    /** Waits for some that run; returns how many still do. */
    private int await(int count, long seconds) throws InterruptedException {
        long endNs = System.nanoTime() + TimeUnit.SECONDS.toNanos(seconds);
        int left = count;
        while (left > 0) {
            RankProcess process = ended.poll(endNs - System.nanoTime(), TimeUnit.NANOSECONDS);
            if (process == null) {
                return left;
            }
            process.awaitOutput();
            left--;
        }
        return 0;
    }

    /**
     * What runs.
     *
     * @param count         of ranks, 1 to {@value #MAX_COUNT}
     * @param classPath     where the program is, beside Oriel; or empty
     * @param program       its class
     * @param arguments     of its main method
     * @param isBoundToCore whether each rank has a core of its own, as far as there are some
     */
    public record Plan(int count, String classPath, String program, List<String> arguments, boolean isBoundToCore) {
        /** Ranks at most. */
        public static final int MAX_COUNT = 1024;

        /**
         * Checks the values.
         *
         * @throws IllegalArgumentException if one is out of its range
         */
        public Plan {
            if (count < 1 || count > MAX_COUNT) {
                throw new IllegalArgumentException("-n must be in 1.." + MAX_COUNT + ", was " + count);
            }
            arguments = List.copyOf(arguments);
        }

        List<String> programAndArguments() {
            List<String> words = new ArrayList<>(List.of(program));
            words.addAll(arguments);
            return words;
        }
    }
}
