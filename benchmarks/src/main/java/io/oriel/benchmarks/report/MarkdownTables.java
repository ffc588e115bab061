// SPDX-License-Identifier: Apache-2.0
// Copyright the Oriel authors.
package io.oriel.benchmarks.report;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.MissingNode;
import java.util.ArrayList;
import java.util.Collections;
import java.util.DoubleSummaryStatistics;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.TreeMap;
import java.util.function.Function;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.DoubleStream;
import java.util.stream.Stream;
import java.util.stream.StreamSupport;

/** The outcome of a comparison as tables in Markdown. */
final class MarkdownTables {
    private static final String NOTHING = "–";
    private static final Pattern MARKUP = Pattern.compile("[\\\\|`*_\\[\\]]");
    private static final List<String> RARE = List.of("50 %", "90 %", "99 %", "99.9 %", "99.99 %", "max");
    private static final double[] PERCENTILES = {50, 90, 99, 99.9, 99.99, 100};
    private static final List<String> TAIL = List.of("p50", "p90", "p99", "p999", "p9999", "max");
    private static final List<String> TIMES = List.of("ns", "µs", "ms", "s");

    private final JsonNode document;
    private final StringBuilder text = new StringBuilder();

    private MarkdownTables(JsonNode document) {
        this.document = document;
    }

    /**
     * Writes them.
     *
     * @param document in the form of {@code compare}'s
     * @return lines
     */
    static String of(JsonNode document) {
        MarkdownTables tables = new MarkdownTables(document);
        tables.machine();
        tables.rows();
        tables.sizes();
        tables.percentiles();
        tables.tails();
        tables.scale();
        return tables.text.toString();
    }

    private void machine() {
        JsonNode machine = document.path("machine");
        String siblings = machine.path("siblings").asText();
        paragraph(code(document.path("command").asText()) + ", "
                + document.path("date").asText() + ", commit "
                + escape(machine.path("commit").asText("unknown")) + ".");
        paragraph(words(machine, "processors") + " processors, " + words(machine, "model")
                + (siblings.isEmpty() ? "" : ", siblings " + escape(siblings)) + "; governor "
                + words(machine, "governor")
                + "; " + words(machine, "kernel") + "; virtualisation " + words(machine, "virtualisation") + "; "
                + words(machine, "jdk") + ".");
        JsonNode floor = document.path("floorNanos");
        if (floor.isObject()) {
            paragraph("The floor, a bare flag there and back, was " + quantity(floor.path("min"), "ns") + " to "
                    + quantity(floor.path("max"), "ns") + ".");
        }
        if (machine.path("clockReadNanos").isNumber()) {
            paragraph("Each round trip contains one reading of the clock: "
                    + quantity(machine.get("clockReadNanos"), "ns") + ".");
        }
        if (!document.path("valid").asBoolean(true)) {
            paragraph("**This run is not valid.**");
        }
    }

    private void rows() {
        List<List<String>> lines = new ArrayList<>();
        List<String> notes = new ArrayList<>();
        for (JsonNode row : document.path("rows")) {
            String unit = row.path("unit").asText();
            lines.add(List.of(
                    words(row, "id"),
                    words(row, "work"),
                    quantity(row.path("oriel"), unit)
                            + escape(unit.substring(named(unit).length())),
                    reference(row, unit),
                    ratio(row),
                    row.path("limit").isNumber()
                            ? "≤ " + quantity(row.get("limit"), unit)
                            : row.path("target").isNumber()
                                    ? "≤ " + row.get("target").asText()
                                    : NOTHING,
                    verdict(row)));
            if (row.hasNonNull("note")) {
                notes.add("- " + words(row, "id") + " " + words(row, "work") + ": " + words(row, "note"));
            }
        }
        table(2, List.of("#", "Work", "Oriel", "Reference", "Ratio (of the pairs)", "Target", "Result"), lines);
        if (!notes.isEmpty()) {
            paragraph(String.join("\n", notes));
        }
    }

    private static String reference(JsonNode row, String unit) {
        String name = row.hasNonNull("referenceName") ? words(row, "referenceName") + " " : "";
        if (row.hasNonNull("missing")) {
            return name + "is not there: " + code(row.get("missing").asText());
        }
        return name + quantity(row.path("reference"), unit);
    }

    private static String ratio(JsonNode row) {
        if (!row.path("ratio").isNumber()) {
            return NOTHING;
        }
        double ratio = row.get("ratio").asDouble();
        String digits = ratio < 0.1 ? "%.3f" : "%.2f";
        DoubleSummaryStatistics pairs =
                nodes(row.path("ratios")).mapToDouble(JsonNode::asDouble).summaryStatistics();
        String span = format(" (" + digits + "–" + digits + ")", pairs.getMin(), pairs.getMax());
        return format(digits, ratio) + (pairs.getCount() < 2 ? "" : span);
    }

    /** Says nothing of a target that was not asked for. */
    private static String verdict(JsonNode row) {
        return Stream.of(
                        row.path("met").isBoolean() ? row.get("met").asBoolean() ? "met" : "missed" : "",
                        row.path("valid").asBoolean(true) ? "" : "**invalid**",
                        row.path("steady").asBoolean(true) ? "" : "**unsteady**",
                        row.path("settled").asBoolean(true) ? "" : "**not settled**")
                .filter(word -> !word.isEmpty())
                .collect(Collectors.joining(", "));
    }

    /** A table for each kind of work: a line for each size, a column for each subject. */
    private void sizes() {
        grouped(
                        "sizes",
                        curve -> curve.path("op").asText() + ", "
                                + curve.path("kind").asText() + ", "
                                + curve.path("unit").asText())
                .forEach((title, curves) -> {
                    Map<Long, List<String>> lines = new TreeMap<>();
                    for (int i = 0; i < curves.size(); i++) {
                        String unit = curves.get(i).path("unit").asText();
                        for (JsonNode point : curves.get(i).path("points")) {
                            lines.computeIfAbsent(
                                            point.path("sizeBytes").asLong(),
                                            size -> new ArrayList<>(line(
                                                    PerfDocument.size(size),
                                                    Collections.nCopies(curves.size(), NOTHING))))
                                    .set(i + 1, quantity(point.path("value"), unit));
                        }
                    }
                    heading(title);
                    List<String> subjects = curves.stream()
                            .map(curve -> words(curve, "subject"))
                            .toList();
                    table(1, line("Size", subjects), lines.values());
                });
    }

    private void percentiles() {
        grouped("percentiles", curve -> curve.path("work").asText()).forEach((work, curves) -> {
            heading(work + ", percentiles");
            table(
                    1,
                    line("Subject", RARE),
                    curves.stream()
                            .map(curve -> line(
                                    words(curve, "subject"),
                                    DoubleStream.of(PERCENTILES)
                                            .mapToObj(each -> quantity(at(curve.path("points"), each), "ns"))
                                            .toList()))
                            .toList());
        });
    }

    /** What so many took at most; where the curve ends before, there is nothing that tells. */
    private static JsonNode at(JsonNode points, double percentile) {
        return nodes(points)
                .filter(point -> point.path("percentile").asDouble() >= percentile)
                .findFirst()
                .map(point -> point.path("nanos"))
                .orElse(MissingNode.getInstance());
    }

    private void tails() {
        grouped("tails", tail -> PerfDocument.size(tail.path("sizeBytes").asLong()))
                .forEach((size, tails) -> {
                    heading(size + " at a fixed rate, from when a message should have left");
                    table(
                            1,
                            line("Rate, subject", RARE),
                            tails.stream()
                                    .map(tail -> line(
                                            format(
                                                    "%.0f %%, %,d a second, %s",
                                                    100 * tail.path("share").asDouble(),
                                                    tail.path("ratePerSecond").asLong(),
                                                    words(tail, "subject")),
                                            latencies(tail.path("latencyNanos"))))
                                    .toList());
                });
    }

    private static List<String> latencies(JsonNode nanos) {
        return TAIL.stream().map(name -> quantity(nanos.path(name), "ns")).toList();
    }

    private void scale() {
        grouped("scale", point -> point.path("kind").asText()).forEach((kind, points) -> {
            heading("scale over " + kind);
            table(
                    0,
                    List.of(escape(kind), "A message", "An idle poll", "To set up all", "Memory of each"),
                    points.stream()
                            .map(point -> List.of(
                                    format("%,d", point.path("count").asLong()),
                                    quantity(point.path("messageNanos"), "ns"),
                                    quantity(point.path("pollNanos"), "ns"),
                                    quantity(point.path("setUpMillis"), "ms"),
                                    point.path("bytesEach").isNumber()
                                            ? PerfDocument.size(
                                                    point.get("bytesEach").asLong())
                                            : NOTHING))
                            .toList());
        });
    }

    private Map<String, List<JsonNode>> grouped(String name, Function<JsonNode, String> key) {
        return nodes(document.path(name)).collect(Collectors.groupingBy(key, LinkedHashMap::new, Collectors.toList()));
    }

    private static Stream<JsonNode> nodes(JsonNode array) {
        return StreamSupport.stream(array.spliterator(), false);
    }

    private void heading(String title) {
        paragraph("### " + escape(title.substring(0, 1).toUpperCase(Locale.ROOT) + title.substring(1)));
    }

    private void paragraph(String words) {
        text.append(text.isEmpty() ? "" : "\n").append(words).append('\n');
    }

    /** A table whose first columns are of words, and all others of numbers. */
    private void table(int words, List<String> heads, Iterable<List<String>> lines) {
        StringBuilder table = new StringBuilder("| " + String.join(" | ", heads) + " |\n|" + "---|".repeat(words)
                + "--:|".repeat(heads.size() - words));
        lines.forEach(
                cells -> table.append("\n| ").append(String.join(" | ", cells)).append(" |"));
        paragraph(table.toString());
    }

    private static List<String> line(String first, List<String> others) {
        return Stream.concat(Stream.of(first), others.stream()).toList();
    }

    /** A number with its unit; what the unit is of is left out. */
    private static String quantity(JsonNode number, String unit) {
        if (!number.isNumber()) {
            return NOTHING;
        }
        double value = number.asDouble();
        String name = named(unit);
        for (int i = TIMES.indexOf(name); i >= 0 && i < TIMES.size() - 1 && value >= 1000; i++) {
            value /= 1000;
            name = TIMES.get(i + 1);
        }
        int decimals = value >= 100 || value == Math.rint(value) ? 0 : value >= 10 ? 1 : 2;
        return format("%,." + decimals + "f %s", value, name);
    }

    private static String named(String unit) {
        return unit.split(",? ", 2)[0];
    }

    private static String words(JsonNode node, String name) {
        return escape(node.path(name).asText());
    }

    private static String code(String words) {
        return "`" + words.replace('`', '\'').replace("|", "\\|").replace('\n', ' ') + "`";
    }

    private static String escape(String words) {
        String plain = words.replace("&", "&amp;").replace("<", "&lt;").replace('\n', ' ');
        return MARKUP.matcher(plain).replaceAll("\\\\$0");
    }

    private static String format(String format, Object... arguments) {
        return String.format(Locale.ROOT, format, arguments);
    }
}
