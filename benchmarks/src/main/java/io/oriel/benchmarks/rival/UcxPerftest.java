// SPDX-License-Identifier: Apache-2.0
// Copyright the Oriel authors.
package io.oriel.benchmarks.rival;

import io.oriel.api.config.Medium;
import io.oriel.benchmarks.BenchmarkException;
import io.oriel.benchmarks.measure.LatencyNanos;
import io.oriel.benchmarks.measure.Median;
import io.oriel.benchmarks.measure.RunResult;
import io.oriel.benchmarks.scenario.Operation;
import io.oriel.benchmarks.scenario.Pattern;
import io.oriel.benchmarks.scenario.ScenarioConfig;
import io.oriel.benchmarks.scenario.Shape;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;

/**
 * Runs of {@code ucx_perftest}: a server and a client.
 *
 * <p>It tells one percentile of a test, and that of its last 2,048 operations alone. Therefore a run whose latency counts is cut into
 * parts, which ask for several percentiles in turns. A ping-pong is told as half of a round trip, and doubled here; a Get is told
 * whole, one at a time.
 */
final class UcxPerftest implements ProgramContender.Program {
    private static final String COMMAND = "ucx_perftest";
    private static final double NANOS_PER_MICRO = 1_000;
    private static final double NANOS_PER_SECOND = 1e9;
    private static final double[] RANKS = {50, 90, 50, 99, 50, 90, 50, 99};
    private static final long MAX_WARM_UP = 10_000;
    /** Columns of its comma-separated values. */
    private static final int ITERATIONS = 1;

    private static final int PERCENTILE = 2;
    private static final int OVERALL_RATE = 8;
    private static final int COLUMNS = 9;

    private final String test;
    private final ScenarioConfig config;

    /** Prepares runs of one test. */
    UcxPerftest(String test, ScenarioConfig config) {
        this.test = test;
        this.config = config;
    }

    /** Runs a test, whose payloads the program cannot check. */
    @Override
    public RunResult run(long operations, boolean thorough) {
        if (thorough) {
            return RunResult.told(operations, 0, null);
        }
        Path parts = null;
        try {
            parts = Files.createTempFile("oriel-ucx", ".txt");
            Files.write(parts, parts(operations));
            return parse(run(parts), config.shape());
        } catch (IOException e) {
            throw new BenchmarkException("the parts of a test cannot be written for " + COMMAND + ": " + e, e);
        } finally {
            if (parts != null) {
                parts.toFile().delete();
            }
        }
    }

    @Override
    public String explanation() {
        return COMMAND + " -t " + test + " over " + environment().get("UCX_TLS") + ", which checks no payload";
    }

    /** The tests of a run, a line each: a name, and the options of the test. */
    private List<String> parts(long operations) {
        Shape shape = config.shape();
        boolean isTimed = shape.pattern() == Pattern.LATENCY;
        int count = isTimed ? (int) Math.min(RANKS.length, operations) : 1;
        List<String> parts = new ArrayList<>();
        for (int i = 0; i < count; i++) {
            long share = operations / count + (i < operations % count ? 1 : 0);
            String part = rank(i) + " -t " + test + " -s " + shape.sizeBytes() + " -n " + share + " -w "
                    + Math.min(MAX_WARM_UP, share);
            parts.add(
                    isTimed
                            ? part + " -R " + rank(i)
                            : part + " -O " + config.load().totalOutstanding());
        }
        return parts;
    }

    private static String rank(int part) {
        return Double.toString(RANKS[part]);
    }

    private List<String> run(Path parts) {
        Cores cores = Cores.choose();
        String port = Integer.toString(freePort());
        List<String> options = List.of("-b", parts.toString(), "-p", port, "-f", "-v");
        List<String> server = new ArrayList<>(cores.first());
        server.addAll(List.of("stdbuf", "-oL", COMMAND));
        server.addAll(options);
        List<String> client = new ArrayList<>(cores.second());
        client.addAll(List.of(COMMAND, InetAddress.getLoopbackAddress().getHostAddress()));
        client.addAll(options);
        try (RivalProcess waiting = RivalProcess.start(COMMAND, server, environment())) {
            waiting.await("Waiting for connection");
            return RivalProcess.run(COMMAND, client, environment());
        }
    }

    /** Its fastest shared memory up to 64 KiB, and no slower beyond, is posix alone: cma costs system calls. */
    private Map<String, String> environment() {
        return config.medium() == Medium.UDP
                ? Map.of("UCX_TLS", "tcp", "UCX_NET_DEVICES", "lo")
                : Map.of("UCX_TLS", "posix");
    }

    private static int freePort() {
        try (ServerSocket socket = new ServerSocket(0, 1, InetAddress.getLoopbackAddress())) {
            return socket.getLocalPort();
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    /** Reads what the client has printed. */
    static RunResult parse(List<String> lines, Shape shape) {
        boolean isPingPong = shape.pattern() == Pattern.LATENCY && shape.operation() != Operation.READ;
        double halves = isPingPong ? 2 : 1;
        long operations = 0;
        double elapsedNs = 0;
        List<String[]> parts = new ArrayList<>();
        for (String line : lines) {
            String[] cells = line.split(",", -1);
            if (cells.length == COLUMNS && cells[0].matches("[0-9.]+")) {
                long iterations = Long.parseLong(cells[ITERATIONS].strip());
                operations += iterations;
                elapsedNs += iterations * halves * NANOS_PER_SECOND / rate(cells[OVERALL_RATE]);
                parts.add(cells);
            }
        }
        if (operations == 0) {
            throw new BenchmarkException(COMMAND + " has told no result, but: " + String.join(" | ", lines));
        }
        LatencyNanos latency = new LatencyNanos(
                percentile(parts, 50, halves),
                percentile(parts, 90, halves),
                percentile(parts, 99, halves),
                Double.NaN,
                Double.NaN,
                Double.NaN,
                elapsedNs / operations);
        return RunResult.told(
                operations, Math.max(1, Math.round(elapsedNs)), shape.pattern() == Pattern.LATENCY ? latency : null);
    }

    /** A part that took less than its clock can tell has an infinite rate. */
    private static double rate(String cell) {
        return cell.matches("[0-9.]+") ? Double.parseDouble(cell) : Double.POSITIVE_INFINITY;
    }

    private static double percentile(List<String[]> parts, double rank, double halves) {
        double[] values = parts.stream()
                .filter(cells -> Double.parseDouble(cells[0]) == rank)
                .mapToDouble(cells -> halves * NANOS_PER_MICRO * Double.parseDouble(cells[PERCENTILE]))
                .toArray();
        return values.length == 0 ? Double.NaN : Math.rint(Median.of(values));
    }
}
