// SPDX-License-Identifier: Apache-2.0
// Copyright the Oriel authors.
package io.oriel.testing.architecture;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.regex.MatchResult;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

/** The page on counters that wrap names every field that is counted up or down, with its width. */
final class CountersWrapPageTest {
    private static final Path ROOT = Path.of("..");
    private static final List<String> MODULES =
            List.of("engine", "shm-transport", "udp-transport", "collectives", "service", "testing");

    private static final Pattern NO_CODE =
            Pattern.compile("/\\*.*?\\*/|//[^\\n]*|\"(?:\\\\.|[^\"\\\\])*\"|'(?:\\\\.|[^'\\\\])'", Pattern.DOTALL);
    private static final Pattern TYPE = Pattern.compile("\\b(?:class|record|interface|enum)\\s+(\\w+)");
    private static final Pattern FIELD = Pattern.compile(
            "\\b(byte|short|int|long|AtomicInteger|AtomicLong)(?:\\[])? (\\w+)(?: = (.*))?$", Pattern.DOTALL);
    private static final Pattern NAMED = Pattern.compile("`(\\w+\\.\\w+)`");
    private static final Pattern ROW = Pattern.compile("(?m)^\\| `(\\w+\\.\\w+)` \\| (\\d+) \\|.*$");
    private static final Pattern TEST = Pattern.compile("`(\\w+Test)`");
    private static final Pattern COMPARISON =
            Pattern.compile("(?:[(!&|=?:]|return) ?[\\w.]*(?:nanoTime\\(\\)|nowNs) [<>][^;{]*");
    private static final Map<String, Integer> BITS =
            Map.of("byte", 8, "short", 16, "int", 32, "AtomicInteger", 32, "long", 64, "AtomicLong", 64);

    /** A field: its width, or a constant's value; and whether it is counted. */
    private record Field(int bits, boolean isCounted) {}

    private final Map<String, Field> fields = new TreeMap<>();
    private final List<String> comparisons = new ArrayList<>();

    CountersWrapPageTest() throws IOException {
        for (String module : MODULES) {
            try (Stream<Path> files = Files.walk(ROOT.resolve(module).resolve("src/main/java"))) {
                files.filter(each -> each.toString().endsWith(".java")).forEach(this::read);
            }
        }
    }

    @Test
    void namesEveryCounter() throws IOException {
        TreeSet<String> counted = new TreeSet<>();
        fields.forEach((name, field) -> {
            if (field.isCounted()) {
                counted.add(name);
            }
        });

        assertThat(counted).hasSizeGreaterThan(100);
        counted.removeAll(named());
        assertThat(counted).as("counters that the page does not name").isEmpty();
    }

    @Test
    void namesNothingThatIsNotThere() throws IOException {
        assertThat(fields.keySet()).containsAll(named());
    }

    @Test
    void statesWidthsAsTheyAre() throws IOException {
        List<MatchResult> rows = ROW.matcher(page()).results().toList();

        assertThat(rows).hasSizeGreaterThan(30);
        assertThat(rows)
                .allSatisfy(row -> assertThat(fields)
                        .extractingByKey(row.group(1))
                        .extracting(Field::bits)
                        .as(row.group(1))
                        .isEqualTo(Integer.parseInt(row.group(2))));
    }

    @Test
    void namesTestsThatThereAre() throws IOException {
        TreeSet<String> tests = new TreeSet<>();
        for (String module : MODULES) {
            try (Stream<Path> files = Files.walk(ROOT.resolve(module).resolve("src/test/java"))) {
                files.forEach(each -> tests.add(each.getFileName().toString().replace(".java", "")));
            }
        }

        assertThat(tests)
                .containsAll(TEST.matcher(page())
                        .results()
                        .map(each -> each.group(1))
                        .toList());
    }

    @Test
    void codeComparesTimesByTheirDifference() {
        assertThat(comparisons).as("comparisons of points in time").isEmpty();
    }

    private static Set<String> named() throws IOException {
        TreeSet<String> named = new TreeSet<>();
        NAMED.matcher(page()).results().forEach(each -> named.add(each.group(1)));
        return named;
    }

    private static String page() throws IOException {
        return Files.readString(ROOT.resolve("docs/counters-wrap.md"));
    }

    /** Notes the fields of a file: what ends with a semicolon, right in the braces of a type. */
    private void read(Path file) {
        String code = code(file);
        if (!file.startsWith(ROOT.resolve("testing"))) { // its time is simulated, and begins at 1 s
            COMPARISON.matcher(code).results().forEach(each -> comparisons.add(file + ": " + each.group()));
        }
        Deque<String> types = new ArrayDeque<>();
        int begin = 0;
        for (int at = 0; at < code.length(); at++) {
            char each = code.charAt(at);
            if (each == '{') {
                Matcher type = TYPE.matcher(code.substring(begin, at));
                types.push(type.find() ? type.group(1) : "");
            } else if (each == '}') {
                types.pop();
            } else if (each == ';' && !types.isEmpty() && !types.peek().isEmpty()) {
                note(types.peek(), code.substring(begin, at), code);
            }
            begin = "{};".indexOf(each) < 0 ? begin : at + 1;
        }
    }

    private static String code(Path file) {
        try {
            return NO_CODE.matcher(Files.readString(file)).replaceAll("0");
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    private void note(String type, String declaration, String code) {
        Matcher field = FIELD.matcher(declaration.strip());
        if (!field.find()) {
            return;
        }
        String name = field.group(2);
        String value = field.group(3);
        if (!declaration.contains("static final")) {
            fields.put(
                    type + "." + name,
                    new Field(Objects.requireNonNull(BITS.get(field.group(1))), isCounted(name, code)));
        } else if (value != null && value.matches("\\d+")) {
            fields.put(type + "." + name, new Field(Integer.parseInt(value), false));
        }
    }

    private static boolean isCounted(String name, String code) {
        String element = "\\b" + name + "(?:\\[[^\\n]*?])?";
        return Pattern.compile(element + "(?:\\+\\+|--| [+-]= )"
                        + "|(?:\\+\\+|--)(?:\\w+\\.)*" + name + "\\b"
                        + "|\\b" + name + " = [^;]*\\b" + name + " [+-] "
                        + "|\\b" + name + "(?:\\.|::)(?:increment|decrement|getAndInc|getAndDec|getAndAdd|addAnd)")
                .matcher(code)
                .find();
    }
}
