// SPDX-License-Identifier: Apache-2.0
// Copyright the Oriel authors.
package io.oriel.benchmarks.compare;

import io.oriel.api.config.Medium;
import io.oriel.benchmarks.contender.Subject;
import io.oriel.benchmarks.contender.Subjects;
import io.oriel.benchmarks.measure.ProgressLine;
import io.oriel.benchmarks.rig.Lineup;
import io.oriel.benchmarks.rig.Lineup.Entry;
import io.oriel.benchmarks.rig.Summary;
import io.oriel.benchmarks.rig.Trial;
import io.oriel.benchmarks.rig.Trial.Effort;
import io.oriel.benchmarks.scenario.Load;
import io.oriel.benchmarks.scenario.ScenarioConfig;
import io.oriel.benchmarks.scenario.Shape;
import io.oriel.benchmarks.scenario.Shape.Operation;
import io.oriel.benchmarks.scenario.Shape.Pattern;
import java.util.ArrayList;
import java.util.List;
import java.util.function.IntFunction;
import java.util.stream.IntStream;

/** Curves: over sizes, over loads, over endpoints and peers. Each point is one run. */
public final class Sweeps {
    /** The curves of round trips. */
    public static final String LATENCY = "latency";

    /** The curves of streams of long payloads. */
    public static final String BANDWIDTH = "bandwidth";

    /** The curves of round trips that begin at intended times. */
    public static final String TAIL = "tail";

    /** Parts of the capacity at which {@link #overLoads} measures. */
    public static final List<Double> SHARES = List.of(0.1, 0.5, 0.9);

    private static final List<Integer> TAIL_SIZES = List.of(32, 1 << 10, 1 << 16);
    private static final List<Integer> ENDPOINTS = List.of(1, 16, 256, 1024);
    private static final List<Integer> PEERS = List.of(1, 4, 16);
    private static final int TAIL_OUTSTANDING = 64;
    private static final int BANDWIDTH_OUTSTANDING = 16;
    private static final int AERON_TERM = 1 << 24;
    private static final int MIN_SIZE = 8;
    private static final int MAX_SIZE = 4 << 20;
    private static final int SIZE_FACTOR = 8;

    private final Effort effort;
    private final ProgressLine progress;
    private final boolean withRivals;

    /**
     * Creates what measures curves.
     *
     * @param effort     of each point, with one round
     * @param progress   is told what runs
     * @param withRivals whether rivals take part
     */
    public Sweeps(Effort effort, ProgressLine progress, boolean withRivals) {
        this.effort = effort;
        this.progress = progress;
        this.withRivals = withRivals;
    }

    /**
     * Measures round trips and streams from 8 bytes to 4 MiB.
     *
     * @return curves of Oriel's Sends and Writes, and of all that does the like
     */
    public List<Series> overSizes() {
        List<Series> curves = new ArrayList<>();
        List<Integer> sizes = IntStream.iterate(MIN_SIZE, size -> size <= MAX_SIZE, size -> size * SIZE_FACTOR)
                .boxed()
                .toList();
        for (Operation operation : List.of(Operation.SEND, Operation.WRITE)) {
            for (String kind : List.of(LATENCY, BANDWIDTH)) {
                Pattern pattern = kind.equals(LATENCY) ? Pattern.LATENCY : Pattern.BANDWIDTH;
                Load load = kind.equals(LATENCY)
                        ? new Load(1, 1, operation == Operation.WRITE ? 0 : 1, 0)
                        : new Load(1, BANDWIDTH_OUTSTANDING, BANDWIDTH_OUTSTANDING / 2, 0);
                List<ScenarioConfig> configs = sizes.stream()
                        .map(size -> new ScenarioConfig(Medium.SHM, new Shape(operation, pattern, size), load)
                                .withAeronTermLength(AERON_TERM))
                        .toList();
                for (Subject subject : participants(configs.get(0))) {
                    curves.add(new Series(kind, subject.name(), measure(subject, configs, "sizes")));
                }
            }
        }
        return curves;
    }

    /**
     * Measures round trips at a tenth, a half and nine tenths of what both Oriel and raw Aeron can do, from intended times.
     *
     * @return curves of both, for each size
     */
    public List<Series> overLoads() {
        List<Series> curves = new ArrayList<>();
        for (int size : TAIL_SIZES) {
            Shape echo = new Shape(Operation.SEND, Pattern.ECHO, size);
            Load closed = new Load(1, TAIL_OUTSTANDING, 1, 0);
            ScenarioConfig config = new ScenarioConfig(Medium.SHM, echo, closed).withAeronTermLength(AERON_TERM);
            List<Subject> both = List.of(Subjects.named(Subjects.ORIEL), Subjects.named("aeron"));
            double capacity = both.stream()
                    .mapToDouble(subject ->
                            measure(subject, List.of(config), "capacity").get(0).operationsPerSecond())
                    .min()
                    .orElseThrow();
            List<ScenarioConfig> loads = SHARES.stream()
                    .map(share -> config.withLoad(closed.withRatePerSecond(Math.max(1, (long) (share * capacity)))))
                    .toList();
            both.forEach(subject -> curves.add(new Series(TAIL, subject.name(), measure(subject, loads, "loads"))));
        }
        return curves;
    }

    /**
     * Measures polls, messages and what each endpoint needs, with more and more of them between the same two processes.
     *
     * @return curves named polls and messages
     */
    public List<Series> overEndpoints() {
        Subject oriel = Subjects.named(Subjects.ORIEL);
        Load one = new Load(1, 1, 1, 0);
        return List.of(
                new Series(
                        "polls",
                        oriel.name(),
                        measure(oriel, over(ENDPOINTS, poll(one), one::withEndpoints), "endpoints")),
                new Series(
                        "messages",
                        oriel.name(),
                        measure(
                                oriel,
                                over(
                                        ENDPOINTS,
                                        new ScenarioConfig(
                                                Medium.SHM, new Shape(Operation.SEND, Pattern.LATENCY, 32), one),
                                        one::withEndpoints),
                                "endpoints")));
    }

    /**
     * Measures polls, Writes and what each link needs, with more and more processes on the other side, which sleep.
     *
     * @return curves named polls and writes
     */
    public List<Series> overPeers() {
        Subject oriel = Subjects.named(Subjects.ORIEL);
        Load one = new Load(1, 1, 1, 0);
        ScenarioConfig writes = new ScenarioConfig(Medium.SHM, new Shape(Operation.WRITE, Pattern.RATE, MIN_SIZE), one);
        return List.of(
                new Series("polls", oriel.name(), measure(oriel, over(PEERS, poll(one), one::withPeers), "peers")),
                new Series("writes", oriel.name(), measure(oriel, over(PEERS, writes, one::withPeers), "peers")));
    }

    private static ScenarioConfig poll(Load load) {
        return new ScenarioConfig(Medium.SHM, new Shape(Operation.SEND, Pattern.POLL, 1), load);
    }

    private static List<ScenarioConfig> over(List<Integer> counts, ScenarioConfig config, IntFunction<Load> load) {
        return counts.stream().map(count -> config.withLoad(load.apply(count))).toList();
    }

    private List<Subject> participants(ScenarioConfig config) {
        List<String> names = new ArrayList<>(List.of(Subjects.ORIEL, "memory", "aeron"));
        if (withRivals) {
            Subjects.whoCan(config).stream()
                    .filter(name -> !names.contains(name))
                    .forEach(names::add);
        }
        return names.stream()
                .map(Subjects::named)
                .filter(subject -> subject.canDo(config) && subject.missing() == null)
                .toList();
    }

    private List<Summary> measure(Subject subject, List<ScenarioConfig> configs, String what) {
        progress.prefix(what + ", ");
        try (Lineup lineup = new Lineup(entry -> entry.subject().open(entry.config()))) {
            Trial trial = new Trial(effort, progress, null);
            List<Summary> points = new ArrayList<>();
            for (ScenarioConfig config : configs) {
                lineup.enter(List.of(new Entry(subject, config)));
                points.add(trial.run(lineup).summaries().get(0));
            }
            return points;
        } finally {
            progress.prefix("");
        }
    }

    /**
     * Runs of one subject that differ in one thing: the points of a curve.
     *
     * @param kind    what the curve shows, such as latency
     * @param subject whose it is
     * @param points  its runs, in order
     */
    public record Series(String kind, String subject, List<Summary> points) {}
}
