// SPDX-License-Identifier: Apache-2.0
// Copyright the Oriel authors.
package io.oriel.benchmarks.rival;

import io.oriel.api.config.Medium;
import io.oriel.benchmarks.contender.Contender;
import io.oriel.benchmarks.contender.Subject;
import io.oriel.benchmarks.measure.BenchmarkException;
import io.oriel.benchmarks.measure.LatencyNanos;
import io.oriel.benchmarks.measure.Median;
import io.oriel.benchmarks.measure.RunResult;
import io.oriel.benchmarks.scenario.ScenarioConfig;
import io.oriel.benchmarks.scenario.Shape;
import io.oriel.benchmarks.scenario.Shape.Operation;
import io.oriel.benchmarks.scenario.Shape.Pattern;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * UCX by its own {@code ucx_perftest}, a server and a client; over posix shared memory, or in the place of UDP over TCP.
 *
 * <p>It tells one percentile of a test, and that of its last 2,048 operations alone. Therefore a run whose latency counts is cut into
 * parts, which ask for several percentiles in turns. A ping-pong is told as half of a round trip, and doubled here; a Get is told
 * whole, one at a time.
 */
public final class UcxSubject implements Subject, ProgramContender.Program {
    private static final List<String> COMMANDS = List.of("ucx_perftest", "taskset", "stdbuf", "timeout");
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

    private final String name;
    private final String message;
    private final Set<Operation> operations;

    /**
     * Creates a subject.
     *
     * @param name       what it is called
     * @param message    the tests of its Sends: active messages, or messages that are matched with posted receives by tags, as MPI's
     * @param operations that it is asked for
     */
    public UcxSubject(String name, String message, Operation... operations) {
        this.name = name;
        this.message = message;
        this.operations = Set.of(operations);
    }

    @Override
    public String name() {
        return name;
    }

    /** Over TCP a Get waits for a server that looks once a millisecond, which says nothing of UCX. */
    @Override
    public boolean canDo(ScenarioConfig config) {
        Shape shape = config.shape();
        boolean isKnown = shape.pattern() == Pattern.LATENCY || shape.pattern().isStream();
        return isKnown
                && operations.contains(shape.operation())
                && config.load().ratePerSecond() == 0
                && config.medium() != Medium.AUTO
                && !config.sealsDatagrams()
                && (shape.operation() != Operation.READ || config.medium() == Medium.SHM);
    }

    @Override
    public @Nullable String missing() {
        return missing(System.getenv("PATH"));
    }

    /** Looks for the programs in these folders. */
    static @Nullable String missing(String path) {
        return RivalProcess.areInstalled(COMMANDS, path) ? null : "apt-get install ucx-utils";
    }

    @Override
    public boolean verifies() {
        return false;
    }

    @Override
    public Contender open(ScenarioConfig config) {
        return new ProgramContender(this, config);
    }

    /** Runs a test, whose payloads the program cannot check. */
    @Override
    public RunResult run(ScenarioConfig config, long count, boolean thorough) {
        if (thorough) {
            return RunResult.told(count, 0, null);
        }
        Path parts = null;
        try {
            parts = Files.createTempFile("oriel-ucx", ".txt");
            Files.write(parts, parts(config, count));
            return parse(run(config, parts), config.shape());
        } catch (IOException e) {
            throw new BenchmarkException("the parts of a test cannot be written for " + COMMAND + ": " + e, e);
        } finally {
            if (parts != null) {
                parts.toFile().delete();
            }
        }
    }

    @Override
    public String explanation(ScenarioConfig config) {
        return COMMAND + " -t " + test(config.shape()) + " over "
                + environment(config.medium()).get("UCX_TLS") + ", which checks no payload";
    }

    private String test(Shape shape) {
        boolean isStream = shape.pattern().isStream();
        return switch (shape.operation()) {
            case SEND -> message + (isStream ? "_bw" : "_lat");
            case WRITE -> isStream ? "ucp_put_bw" : "ucp_put_lat";
            default -> "ucp_get";
        };
    }

    /** The tests of a run, a line each: a name, and the options of the test. */
    private List<String> parts(ScenarioConfig config, long operationCount) {
        Shape shape = config.shape();
        boolean isTimed = shape.pattern() == Pattern.LATENCY;
        int count = isTimed ? (int) Math.min(RANKS.length, operationCount) : 1;
        List<String> parts = new ArrayList<>();
        for (int i = 0; i < count; i++) {
            long share = operationCount / count + (i < operationCount % count ? 1 : 0);
            String part = rank(i) + " -t " + test(shape) + " -s " + shape.sizeBytes() + " -n " + share + " -w "
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

    private static List<String> run(ScenarioConfig config, Path parts) {
        RivalProcess.Cores cores = RivalProcess.Cores.choose();
        String port = Integer.toString(freePort());
        List<String> options = List.of("-b", parts.toString(), "-p", port, "-f", "-v");
        List<String> server = new ArrayList<>(cores.first());
        server.addAll(List.of("stdbuf", "-oL", COMMAND));
        server.addAll(options);
        List<String> client = new ArrayList<>(cores.second());
        client.addAll(List.of(COMMAND, InetAddress.getLoopbackAddress().getHostAddress()));
        client.addAll(options);
        try (RivalProcess waiting = RivalProcess.start(COMMAND, server, environment(config.medium()))) {
            waiting.await("Waiting for connection");
            return RivalProcess.run(COMMAND, client, environment(config.medium()));
        }
    }

    /** Its fastest shared memory up to 64 KiB, and no slower beyond, is posix alone: cma costs system calls. */
    private static Map<String, String> environment(Medium medium) {
        return medium == Medium.UDP ? Map.of("UCX_TLS", "tcp", "UCX_NET_DEVICES", "lo") : Map.of("UCX_TLS", "posix");
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
