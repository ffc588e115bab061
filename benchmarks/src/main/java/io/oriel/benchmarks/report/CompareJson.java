// SPDX-License-Identifier: Apache-2.0
// Copyright the Oriel authors.
package io.oriel.benchmarks.report;

import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.oriel.benchmarks.compare.Comparison;
import io.oriel.benchmarks.compare.Sweeps;
import io.oriel.benchmarks.contender.Subject;
import io.oriel.benchmarks.measure.LatencyNanos;
import io.oriel.benchmarks.measure.RunResult;
import io.oriel.benchmarks.rig.Floor;
import io.oriel.benchmarks.rig.Metric;
import io.oriel.benchmarks.rig.Summary;
import io.oriel.benchmarks.rig.TrialOutcome;
import io.oriel.benchmarks.scenario.Load;
import java.util.DoubleSummaryStatistics;
import java.util.EnumSet;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import org.HdrHistogram.Histogram;
import org.HdrHistogram.HistogramIterationValue;
import org.jspecify.annotations.Nullable;

/**
 * The outcome of {@code compare} for machines. All round trips are full ones. A row's {@code met} says whether its {@code target} or
 * {@code limit} is reached, and is null where it has none, or nothing was seen that could reach it.
 */
public final class CompareJson {
    private static final int TICKS_PER_HALF_DISTANCE = 5;
    private static final double RAREST = 99.999;
    private static final double MAXIMUM = 100;
    private static final Set<Metric> TIMES = EnumSet.of(Metric.P50, Metric.P99, Metric.TIME);

    private final ObjectNode document = JsonFile.object();

    /**
     * Begins a document.
     *
     * @param command that was given
     * @param machine that it ran on
     */
    public CompareJson(String command, Machine machine) {
        JsonFile.sign(document, command, machine);
    }

    /**
     * Adds the rows, and what is missing to run more of them.
     *
     * @param comparisons of all rows
     * @param missing     the commands that install subjects, by their names
     * @param earlier     runs of which this is a repetition
     * @return this
     */
    public CompareJson rows(List<Comparison> comparisons, Map<String, String> missing, EarlierRuns earlier) {
        ArrayNode rows = document.putArray("rows");
        double lowestFloorNs = Comparison.lowestFloorNs(comparisons);
        comparisons.forEach(comparison -> rows.add(row(comparison, lowestFloorNs, earlier)));
        document.put("valid", comparisons.stream().allMatch(Comparison::isValid));
        DoubleSummaryStatistics floors = comparisons.stream()
                .map(Comparison::outcome)
                .filter(Objects::nonNull)
                .flatMapToDouble(TrialOutcome::floorsNs)
                .summaryStatistics();
        if (floors.getCount() > 0) {
            document.putObject("floorNanos").put("min", floors.getMin()).put("max", floors.getMax());
        }
        ArrayNode lacking = document.putArray("missing");
        missing.forEach((name, command) -> lacking.addObject().put("name", name).put("install", command));
        percentiles(comparisons);
        return this;
    }

    private static ObjectNode row(Comparison comparison, double lowestFloorNs, EarlierRuns earlier) {
        ObjectNode node = JsonFile.object();
        node.put("id", comparison.id());
        node.put("work", comparison.work());
        put(node, "oriel", comparison.orielValue());
        put(node, "reference", comparison.referenceValue());
        node.put("referenceName", comparison.name().isEmpty() ? null : comparison.name());
        node.put("unit", comparison.metric().unit());
        put(node, "ratio", comparison.ratio());
        ArrayNode ratios = node.putArray("ratios");
        comparison.ratios().forEach(ratios::add);
        node.put("pairs", comparison.ratios().size());
        put(node, comparison.name().isEmpty() ? "limit" : "target", comparison.target());
        node.put("met", comparison.isMet().orElse(null));
        node.put("valid", comparison.isValid());
        put(node, "floorNanos", comparison.floorNs());
        ArrayNode before = node.putArray("earlierRatios");
        earlier.ratios(comparison).forEach(before::add);
        boolean isAtFloor = !Floor.isHigh(comparison.floorNs(), lowestFloorNs);
        node.put("steady", comparison.isSteady() && isAtFloor && earlier.agree(comparison));
        node.put("settled", comparison.isSettled());
        node.put("missing", comparison.missing());
        if (comparison.outcome() != null) {
            node.put("repeatedPairs", comparison.outcome().repeated());
        }
        @Nullable Summary oriel = comparison.oriel();
        if (oriel != null) {
            put(node, "allocatedBytesPerOperation", oriel.allocatedBytesPerOperation());
            node.put("warmUpMillis", oriel.warmUp().elapsedNs() / 1_000_000);
        }
        return node;
    }

    private void percentiles(List<Comparison> comparisons) {
        ArrayNode curves = document.putArray("percentiles");
        Set<Summary> seen = new HashSet<>();
        for (Comparison comparison : comparisons) {
            if (TIMES.contains(comparison.metric())) {
                percentiles(curves, comparison, comparison.oriel(), seen);
                percentiles(curves, comparison, comparison.reference(), seen);
            }
        }
    }

    private static void percentiles(
            ArrayNode curves, Comparison comparison, @Nullable Summary summary, Set<Summary> seen) {
        if (summary == null || !summary.entry().config().shape().pattern().isOneByOne()) {
            return;
        }
        @Nullable Histogram histogram = summary.histogram();
        if (histogram == null || !seen.add(summary)) {
            return;
        }
        ObjectNode curve = curves.addObject()
                .put("rowId", comparison.id())
                .put("work", comparison.work())
                .put("subject", summary.entry().label());
        points(curve.putArray("points"), histogram);
    }

    /** The curve of a histogram: what is rarer than one in 100,000 is left out, but for the maximum, which is its last point. */
    static void points(ArrayNode points, Histogram histogram) {
        for (HistogramIterationValue value : histogram.percentiles(TICKS_PER_HALF_DISTANCE)) {
            double percentile = value.getPercentileLevelIteratedTo();
            if (percentile <= RAREST || percentile == MAXIMUM) {
                points.addObject().put("percentile", percentile).put("nanos", value.getValueIteratedTo());
            }
        }
    }

    /**
     * Adds the curves over sizes.
     *
     * @param curves of {@link Sweeps#overSizes}
     * @return this
     */
    public CompareJson sizes(List<Sweeps.Series> curves) {
        ArrayNode sizes = document.putArray("sizes");
        for (Sweeps.Series series : curves) {
            boolean isLatency = series.kind().equals(Sweeps.LATENCY);
            ObjectNode curve = sizes.addObject()
                    .put("kind", series.kind())
                    .put(
                            "op",
                            Subject.lower(series.points()
                                    .get(0)
                                    .entry()
                                    .config()
                                    .shape()
                                    .operation()))
                    .put("subject", series.subject())
                    .put("unit", isLatency ? "ns, round trip, p50" : "MB/s");
            ArrayNode points = curve.putArray("points");
            for (Summary point : series.points()) {
                int size = point.entry().config().shape().sizeBytes();
                points.addObject()
                        .put("sizeBytes", size)
                        .put("value", isLatency ? point.median(Metric.P50) : point.operationsPerSecond() * size / 1e6);
            }
        }
        return this;
    }

    /**
     * Adds the latencies under loads.
     *
     * @param curves of {@link Sweeps#overLoads}
     * @param shares of the capacity, in the order of the points
     * @return this
     */
    public CompareJson tails(List<Sweeps.Series> curves, List<Double> shares) {
        ArrayNode tails = document.putArray("tails");
        for (Sweeps.Series series : curves) {
            for (int i = 0; i < series.points().size(); i++) {
                Summary point = series.points().get(i);
                @Nullable LatencyNanos latency = point.latency();
                ObjectNode node = tails.addObject()
                        .put("sizeBytes", point.entry().config().shape().sizeBytes())
                        .put("share", shares.get(i))
                        .put("ratePerSecond", point.entry().config().load().ratePerSecond())
                        .put("subject", series.subject());
                node.set("latencyNanos", JsonFile.latency(latency));
                node.put("valid", point.verified());
            }
        }
        return this;
    }

    /**
     * Adds what many endpoints, or many peers, cost.
     *
     * @param kind     "endpoints" or "peers"
     * @param polls    empty polls, one point for each count
     * @param messages messages, one point for each count
     * @return this
     */
    public CompareJson scale(String kind, Sweeps.Series polls, Sweeps.Series messages) {
        ArrayNode scale = document.withArray("scale");
        for (int i = 0; i < polls.points().size(); i++) {
            Summary poll = polls.points().get(i);
            Summary message = messages.points().get(i);
            RunResult run = poll.runs().get(0);
            Load load = poll.entry().config().load();
            ObjectNode node = scale.addObject()
                    .put("kind", kind)
                    .put("count", load.endpoints() * load.peers())
                    .put("pollNanos", poll.median(Metric.TIME))
                    .put("messageNanos", message.median(PerfJson.metric(message)));
            put(node, "setUpMillis", run.figure(RunResult.SET_UP_NS) / 1e6);
            put(node, "bytesEach", run.figure(RunResult.BYTES_EACH));
        }
        return this;
    }

    /**
     * Ends the document.
     *
     * @return the document
     */
    public ObjectNode document() {
        return document;
    }

    private static void put(ObjectNode node, String name, double value) {
        if (Double.isNaN(value)) {
            node.putNull(name);
        } else {
            node.put(name, value);
        }
    }
}
