// SPDX-License-Identifier: Apache-2.0
// Copyright the Oriel authors.
package io.oriel.testing.conformance.rules;

import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStream;
import java.io.InputStreamReader;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * Reads a chapter of the catalogue. README.md beside the catalogue describes the format; a line is continued by lines
 * that begin with two spaces and no word of the format.
 */
final class CatalogueReader {
    private static final String CONTINUED = "  ";
    private static final Pattern OPERATION = Pattern.compile("## ([a-z0-9-]+) \\| (.+)");
    private static final Pattern FIELD = Pattern.compile("(v1|v2|NDK|Oriel|support|note): (.+)");
    private static final Pattern RULE = Pattern.compile("- ([a-z0-9-]+) \\[([A-Za-z0-9 ]+)] (.+)");
    private static final Pattern SOURCE = Pattern.compile(
            "v1|v2|NDK|Bind|Invalidate|SendAndInvalidate|MemoryWindow|NdkInvalidate|WinOF|Oriel|S[0-9]{2}");
    private static final Pattern DETAIL = Pattern.compile("(.+?)(?: (not applicable|also): (.+))?");

    private final List<Operation> operations = new ArrayList<>();
    private final Map<String, String> fields = new HashMap<>();
    private final List<Rule> rules = new ArrayList<>();
    private Rule.Kind kind = Rule.Kind.CALL;
    private String operation = "";

    private CatalogueReader() {}

    /** Reads one file. */
    static Chapter chapter(String name) {
        CatalogueReader reader = new CatalogueReader();
        StringBuilder text = new StringBuilder();
        List<String> lines = lines(name);
        for (String line : lines.subList(1, lines.size())) {
            if (!reader.read(line)) {
                require(reader.operation.isEmpty(), line);
                text.append(line).append('\n');
            }
        }
        reader.endOperation();
        require(lines.get(0).startsWith("# "), lines.get(0));
        return new Chapter(lines.get(0).substring(2), text.toString(), reader.operations);
    }

    /** Returns the lines of a file without empty ones, continued lines joined. */
    static List<String> lines(String name) {
        List<String> lines = new ArrayList<>();
        try (InputStream file = Objects.requireNonNull(CatalogueReader.class.getResourceAsStream(name + ".txt"), name);
                BufferedReader reader = new BufferedReader(new InputStreamReader(file, StandardCharsets.UTF_8))) {
            for (String line = reader.readLine(); line != null; line = reader.readLine()) {
                if (line.startsWith(CONTINUED)) {
                    int last = lines.size() - 1;
                    lines.set(last, lines.get(last) + " " + line.strip());
                } else if (!line.isBlank()) {
                    lines.add(line);
                }
            }
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
        return lines;
    }

    /** Complains about a line. */
    static void require(boolean condition, String line) {
        if (!condition) {
            throw new IllegalArgumentException("the catalogue cannot contain: " + line);
        }
    }

    private boolean read(String line) {
        Matcher matcher = OPERATION.matcher(line);
        if (matcher.matches()) {
            endOperation();
            operation = matcher.group(1);
            fields.put("title", matcher.group(2));
            return true;
        }
        matcher = FIELD.matcher(line);
        if (matcher.matches()) {
            fields.put(matcher.group(1), matcher.group(2));
            return true;
        }
        for (Rule.Kind each : Rule.Kind.values()) {
            if (line.equals(each.key() + ":")) {
                kind = each;
                return true;
            }
        }
        matcher = RULE.matcher(line);
        if (matcher.matches()) {
            addRule(matcher.group(1), matcher.group(2), matcher.group(3));
            return true;
        }
        return false;
    }

    private void addRule(String id, String sources, String text) {
        List<String> from = List.of(sources.split(" "));
        from.forEach(each -> require(SOURCE.matcher(each).matches(), each + " as a source"));
        Matcher detail = DETAIL.matcher(text);
        require(detail.matches(), text);
        boolean also = "also".equals(detail.group(2));
        boolean notApplicable = detail.group(2) != null && !also;
        rules.add(new Rule(
                operation + "." + id,
                kind,
                from,
                detail.group(1),
                notApplicable ? detail.group(3) : "",
                also ? proofs(detail.group(3)) : List.of()));
    }

    private static List<Proof> proofs(String tests) {
        return Arrays.stream(tests.split(", "))
                .map(each -> each.split("#", 2))
                .map(each -> new Proof(each[0], each[1]))
                .toList();
    }

    private void endOperation() {
        if (operation.isEmpty()) {
            return;
        }
        operations.add(new Operation(
                operation,
                field("title"),
                new Operation.Names(field("v1"), field("v2"), field("NDK"), field("Oriel")),
                support(field("support")),
                fields.getOrDefault("note", ""),
                rules));
        fields.clear();
        rules.clear();
        kind = Rule.Kind.CALL;
    }

    private String field(String name) {
        String value = fields.get(name);
        require(value != null, operation + " without " + name);
        return Objects.requireNonNull(value);
    }

    private static Support support(String key) {
        return Arrays.stream(Support.values())
                .filter(each -> each.key().equals(key))
                .findFirst()
                .orElseThrow(() -> new IllegalArgumentException("no support is called " + key));
    }
}
