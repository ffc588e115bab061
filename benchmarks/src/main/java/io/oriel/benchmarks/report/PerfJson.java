// SPDX-License-Identifier: Apache-2.0
// Copyright the Oriel authors.
package io.oriel.benchmarks.report;

import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.oriel.benchmarks.contender.RunLine;
import io.oriel.benchmarks.contender.Subject;
import io.oriel.benchmarks.rig.Metric;
import io.oriel.benchmarks.rig.Summary;
import io.oriel.benchmarks.rig.TrialOutcome;
import io.oriel.benchmarks.scenario.ScenarioConfig;
import io.oriel.benchmarks.scenario.Shape;
import io.oriel.benchmarks.scenario.Shape.Pattern;
import java.util.DoubleSummaryStatistics;
import java.util.List;
import org.HdrHistogram.Histogram;
import org.jspecify.annotations.Nullable;

/**
 * The outcome of {@code perf} for machines. All times are of full round trips, but for wake-ups, which go one way; with several runs
 * each number is the median over them, but the maximum is the largest and the allocation that of the worst run.
 */
public final class PerfJson {
    private static final int PROCESSES = 2;

    private PerfJson() {}

    /**
     * Makes the document.
     *
     * @param command  that was given
     * @param outcomes to tell of: one, or one for each size
     * @param machine  that they were measured on
     * @param noHalt   true if idle processors were not halted
     * @return the outcome; with several an object whose {@code results} they are
     */
    public static ObjectNode of(String command, List<TrialOutcome> outcomes, Machine machine, boolean noHalt) {
        ObjectNode document = outcomes.size() == 1 ? outcome(outcomes.get(0), noHalt) : JsonFile.object();
        if (outcomes.size() != 1) {
            ArrayNode results = document.putArray("results");
            outcomes.forEach(outcome -> results.add(outcome(outcome, noHalt)));
        }
        JsonFile.sign(document, command, machine);
        return document;
    }

    private static ObjectNode outcome(TrialOutcome outcome, boolean noHalt) {
        List<Summary> summaries = outcome.summaries();
        ObjectNode document = summary(summaries.get(0));
        if (summaries.get(0).entry().config().shape().pattern() == Pattern.WAKEUP) {
            document.put("noHalt", noHalt);
        }
        ArrayNode references = document.putArray("references");
        Metric metric = metric(summaries.get(0));
        for (int i = 1; i < summaries.size(); i++) {
            ObjectNode reference = summary(summaries.get(i)).put("ratio", outcome.ratio(metric, 0, i));
            ArrayNode ratios = reference.putArray("ratios");
            outcome.ratios(metric, 0, i).forEach(ratios::add);
            references.add(reference);
        }
        document.put("pairs", summaries.size() == 1 ? 0 : outcome.rounds().size());
        document.put("repeatedPairs", outcome.repeated());
        document.put("steady", outcome.isSteady());
        DoubleSummaryStatistics floor = outcome.floorsNs().summaryStatistics();
        if (floor.getCount() > 0) {
            document.putObject("floorNanos").put("min", floor.getMin()).put("max", floor.getMax());
        }
        document.put("valid", outcome.isValid());
        return document;
    }

    /** The number by which entries are compared where nothing else is said. */
    static Metric metric(Summary summary) {
        return summary.latency() != null ? Metric.P50 : Metric.TIME;
    }

    /** What there is to say of one entry. */
    static ObjectNode summary(Summary summary) {
        ScenarioConfig config = summary.entry().config();
        Shape shape = config.shape();
        ObjectNode node = JsonFile.object();
        node.put("subject", summary.entry().label());
        node.put("transport", Subject.lower(config.medium()));
        node.put("op", Subject.lower(shape.operation()));
        node.put("pattern", Subject.lower(shape.pattern()));
        node.put("sizeBytes", shape.sizeBytes());
        node.put("endpoints", config.load().endpoints());
        node.put("outstanding", config.load().outstanding());
        node.put("ratePerSecond", config.load().ratePerSecond());
        node.put("operations", summary.runs().get(0).operations());
        node.put("runs", summary.runs().size());
        node.put("processes", PROCESSES);
        node.put("explanation", summary.explanation());
        node.put("settled", summary.warmUp().isSettled());
        node.put("warmUpMillis", summary.warmUp().elapsedNs() / 1_000_000);
        node.set("latencyNanos", JsonFile.latency(summary.latency()));
        node.put("operationsPerSecond", summary.operationsPerSecond());
        node.put("bytesPerSecond", summary.operationsPerSecond() * shape.sizeBytes());
        if (!Double.isNaN(summary.allocatedBytesPerOperation())) {
            node.put("allocatedBytesPerOperation", summary.allocatedBytesPerOperation());
        }
        if (shape.pattern() == Pattern.WAKEUP) {
            node.put("idleCpuShare", summary.median(Metric.IDLE_CPU) / 100);
        }
        node.put("backPressure", summary.backPressure());
        if (summary.entry().subject().verifies()) {
            node.put("errors", summary.errors());
            node.put("verified", summary.verified());
        }
        @Nullable Histogram histogram = summary.histogram();
        if (histogram != null) {
            node.put("histogram", RunLine.encode(histogram));
        }
        return node;
    }
}
