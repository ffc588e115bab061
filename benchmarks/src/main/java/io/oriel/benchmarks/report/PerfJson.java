// SPDX-License-Identifier: Apache-2.0
// Copyright the Oriel authors.
package io.oriel.benchmarks.report;

import com.fasterxml.jackson.databind.node.ObjectNode;
import io.oriel.api.config.Medium;
import io.oriel.benchmarks.perf.PerfOutcome;
import io.oriel.benchmarks.perf.PerfPlan;
import io.oriel.benchmarks.perf.Subject;
import io.oriel.benchmarks.perf.Summary;
import io.oriel.benchmarks.plan.Pattern;
import io.oriel.benchmarks.plan.Shape;
import org.jspecify.annotations.Nullable;

/**
 * The outcome of {@code perf} for machines. All times are of full round trips, but for wake-ups, which go one way; with several runs each number is the
 * median over them, but the maximum is the largest and the allocation that of the worst run.
 */
public final class PerfJson {
    private static final int PROCESSES = 2;

    private PerfJson() {}

    /**
     * Makes the document.
     *
     * @param outcome to tell of
     * @param jdk     that it was measured on
     * @param commit  of what was measured; null if it is not known
     * @return the document
     */
    public static ObjectNode of(PerfOutcome outcome, String jdk, @Nullable String commit) {
        PerfPlan plan = outcome.plan();
        ObjectNode document = summary(plan, outcome.oriel());
        @Nullable Summary reference = outcome.reference();
        if (reference != null) {
            document.set("reference", summary(plan, reference));
            document.put("ratio", outcome.ratio());
        }
        document.put("jdk", jdk);
        document.put("commit", commit);
        document.put("endpoints", plan.scenario().load().endpoints());
        document.put("outstanding", plan.scenario().load().outstanding());
        document.put("pairs", reference == null ? 0 : plan.runs());
        return document;
    }

    private static ObjectNode summary(PerfPlan plan, Summary summary) {
        Shape shape = plan.scenario().shape();
        Medium medium = plan.scenario().medium();
        ObjectNode node = JsonFile.object();
        node.put(
                "transport",
                summary.subject() == Subject.ORIEL
                        ? JsonFile.lower(medium)
                        : summary.subject().label(medium));
        node.put("op", JsonFile.lower(shape.operation()));
        node.put("pattern", JsonFile.lower(shape.pattern()));
        node.put("sizeBytes", shape.sizeBytes());
        node.put("iterations", plan.iterations());
        node.put("processes", PROCESSES);
        node.set("latencyNanos", JsonFile.latency(summary.latency()));
        node.put("operationsPerSecond", summary.operationsPerSecond());
        node.put("bytesPerSecond", summary.operationsPerSecond() * shape.sizeBytes());
        node.put("allocatedBytesPerOperation", summary.allocatedBytesPerOperation());
        if (shape.pattern() == Pattern.WAKEUP) {
            node.put("idleCpuShare", summary.idleCpuShare());
            node.put("noHalt", plan.noHalt());
        }
        node.put("errors", summary.errors());
        node.put("verified", summary.verified());
        return node;
    }
}
