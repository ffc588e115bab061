// SPDX-License-Identifier: Apache-2.0
// Copyright the Oriel authors.
package io.oriel.benchmarks.report;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.oriel.benchmarks.contender.RunLine;
import io.oriel.benchmarks.measure.BenchmarkException;
import io.oriel.benchmarks.rig.Metric;
import io.oriel.benchmarks.scenario.Shape.Pattern;
import java.util.ArrayList;
import java.util.DoubleSummaryStatistics;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;

/** The document of {@code perf} in the form of {@code compare}'s, so that both are shown in one way. */
final class PerfDocument {
    private static final double MEGA = 1e6;
    private static final long KIBI = 1 << 10;
    private static final long MEBI = 1 << 20;
    private static final List<String> OF_THE_WHOLE = List.of("command", "date", "machine");
    private static final List<String> OF_ROWS = List.of("pairs", "repeatedPairs", "steady");
    private static final List<String> RATIOS = List.of("ratio", "ratios");

    private final List<JsonNode> results = new ArrayList<>();
    private final ObjectNode comparison = JsonFile.object();

    private PerfDocument(ObjectNode perf) {
        if (perf.has("results")) {
            perf.get("results").forEach(results::add);
        } else {
            results.add(perf);
        }
        OF_THE_WHOLE.stream().filter(perf::has).forEach(name -> comparison.set(name, perf.get(name)));
    }

    /**
     * Returns a document in the form of a comparison's.
     *
     * @param document of {@code compare}, which is returned itself, or of {@code perf}
     * @throws BenchmarkException if it is of neither
     */
    static ObjectNode comparison(ObjectNode document) {
        if (document.has("rows")) {
            return document;
        }
        if (!document.has("results") && !document.has("pattern")) {
            throw new BenchmarkException("a document must be a result of compare or perf, was one of "
                    + String.join(", ", (Iterable<String>) document::fieldNames));
        }
        PerfDocument perf = new PerfDocument(document);
        perf.overall();
        perf.rows();
        perf.sizes();
        perf.percentiles();
        return perf.comparison;
    }

    private void overall() {
        comparison.put(
                "valid",
                results.stream().allMatch(result -> result.path("valid").asBoolean(true)));
        DoubleSummaryStatistics floors = results.stream()
                .flatMap(result -> Stream.of(result.at("/floorNanos/min"), result.at("/floorNanos/max")))
                .filter(JsonNode::isNumber)
                .mapToDouble(JsonNode::doubleValue)
                .summaryStatistics();
        if (floors.getCount() > 0) {
            comparison.putObject("floorNanos").put("min", floors.getMin()).put("max", floors.getMax());
        }
    }

    private void rows() {
        ArrayNode rows = comparison.putArray("rows");
        for (JsonNode result : results) {
            JsonNode references = result.path("references");
            for (JsonNode reference : references) {
                ObjectNode row = row(result)
                        .put("reference", value(reference))
                        .put("referenceName", subject(reference))
                        .put("settled", isSettled(result) && isSettled(reference))
                        .put("valid", isValid(result) && isValid(reference));
                RATIOS.stream().filter(reference::has).forEach(name -> row.set(name, reference.get(name)));
                rows.add(row);
            }
            if (references.isEmpty()) {
                rows.add(row(result).put("settled", isSettled(result)).put("valid", isValid(result)));
            }
        }
    }

    private static ObjectNode row(JsonNode result) {
        ObjectNode row = JsonFile.object()
                .put("work", work(result))
                .put("oriel", value(result))
                .put("unit", (hasLatency(result) ? Metric.P50 : Metric.TIME).unit());
        OF_ROWS.stream().filter(result::has).forEach(name -> row.set(name, result.get(name)));
        return row;
    }

    /** A curve for each subject and each work that was done with several sizes. */
    private void sizes() {
        Map<String, ObjectNode> curves = new LinkedHashMap<>();
        for (JsonNode result : results) {
            for (JsonNode each : summaries(result)) {
                String kind = hasLatency(each) ? "latency" : "bandwidth";
                String op = each.path("op").asText() + beside(result);
                ObjectNode curve = curves.computeIfAbsent(kind + op + pattern(each) + subject(each), key -> {
                    ObjectNode made = JsonFile.object()
                            .put("kind", kind)
                            .put("op", op)
                            .put("subject", subject(each))
                            .put("unit", hasLatency(each) ? "ns, " + pattern(each) + ", p50" : "MB/s");
                    made.putArray("points");
                    return made;
                });
                curve.withArray("points")
                        .addObject()
                        .put("sizeBytes", each.path("sizeBytes").asLong())
                        .put(
                                "value",
                                hasLatency(each)
                                        ? value(each)
                                        : each.path("bytesPerSecond").asDouble() / MEGA);
            }
        }
        ArrayNode sizes = comparison.putArray("sizes");
        curves.values().stream().filter(curve -> curve.get("points").size() > 1).forEach(sizes::add);
    }

    private void percentiles() {
        ArrayNode percentiles = comparison.putArray("percentiles");
        for (JsonNode result : results) {
            for (JsonNode each : summaries(result)) {
                if (each.has("histogram")) {
                    ObjectNode curve =
                            percentiles.addObject().put("work", work(result)).put("subject", subject(each));
                    CompareJson.points(
                            curve.putArray("points"),
                            RunLine.decode(each.get("histogram").asText()));
                }
            }
        }
    }

    private static List<JsonNode> summaries(JsonNode result) {
        List<JsonNode> summaries = new ArrayList<>(List.of(result));
        result.path("references").forEach(summaries::add);
        return summaries;
    }

    private static String work(JsonNode result) {
        String op = result.path("op").asText();
        return op.substring(0, 1).toUpperCase(Locale.ROOT) + op.substring(1) + " of "
                + size(result.path("sizeBytes").asLong()) + ", " + pattern(result) + beside(result);
    }

    private static String pattern(JsonNode result) {
        String pattern = result.path("pattern").asText();
        return switch (pattern) {
            case "latency" -> "round trip";
            case "rate" -> "stream";
            case "wakeup" -> "wake-up";
            case "connect" -> "connection";
            case "meet" -> "first connection";
            default -> pattern;
        };
    }

    /** What else tells a work from others. */
    private static String beside(JsonNode result) {
        StringBuilder words = new StringBuilder();
        if (!result.path("transport").asText("shm").equals("shm")) {
            words.append(" over ").append(result.path("transport").asText());
        }
        if (result.path("endpoints").asInt(1) > 1) {
            words.append(", ").append(result.path("endpoints").asInt()).append(" endpoints");
        }
        long rate = result.path("ratePerSecond").asLong();
        return rate == 0
                ? words.toString()
                : words.append(String.format(Locale.ROOT, ", %,d a second", rate))
                        .toString();
    }

    static String size(long bytes) {
        if (bytes >= MEBI && bytes % MEBI == 0) {
            return bytes / MEBI + " MiB";
        }
        return bytes >= KIBI && bytes % KIBI == 0 ? bytes / KIBI + " KiB" : bytes + " bytes";
    }

    private static String subject(JsonNode summary) {
        return summary.path("subject").asText();
    }

    private static boolean hasLatency(JsonNode summary) {
        return summary.path("latencyNanos").isObject();
    }

    private static double value(JsonNode summary) {
        return hasLatency(summary)
                ? summary.at("/latencyNanos/p50").asDouble()
                : TimeUnit.SECONDS.toNanos(1)
                        / summary.path("operationsPerSecond").asDouble();
    }

    /** Whether the numbers of a subject may be believed, whatever those of the others may be. */
    private static boolean isValid(JsonNode summary) {
        return summary.path("verified").asBoolean()
                && (summary.path("backPressure").asLong() == 0
                        || !Pattern.valueOf(summary.path("pattern").asText().toUpperCase(Locale.ROOT))
                                .isOneByOne());
    }

    private static boolean isSettled(JsonNode summary) {
        return summary.path("settled").asBoolean(true);
    }
}
