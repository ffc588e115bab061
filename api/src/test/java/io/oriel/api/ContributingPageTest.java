// SPDX-License-Identifier: Apache-2.0
// Copyright the Oriel authors.
package io.oriel.api;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

/** What the page for contributors tells to type is there. */
class ContributingPageTest {
    private static final Path ROOT = Path.of("..");
    private static final List<String> MODULES = List.of(
            "api",
            "engine",
            "testing",
            "shm-transport",
            "udp-transport",
            "collectives",
            "service",
            "examples",
            "benchmarks");
    private static final Pattern PROPERTY = Pattern.compile("-D(oriel\\.[A-Za-z.]+)=");
    private static final Pattern SELECTED = Pattern.compile("-D(?:it\\.)?test='?([A-Za-z,#]+)");
    private static final Pattern ROW = Pattern.compile("^\\| `([A-Z]\\w+(?:Test|IT))` \\|", Pattern.MULTILINE);

    @Test
    void namesPropertiesThatAreRead() throws IOException {
        Set<String> named = matches(PROPERTY, page() + Files.readString(ROOT.resolve(".ci/run")));
        Set<String> unread = new TreeSet<>(named);

        for (String text : List.of(sources(), poms())) {
            unread.removeIf(text::contains);
        }

        assertThat(named).contains("oriel.test.whole", "oriel.test.kills");
        assertThat(unread).isEmpty();
    }

    @Test
    void namesTestsThatExist() throws IOException {
        Set<String> named = matches(ROW, page());
        matches(SELECTED, page())
                .forEach(list -> Stream.of(list.split(","))
                        .map(each -> each.replaceFirst("#.*", ""))
                        .forEach(named::add));
        named.removeAll(Set.of("none", "XTest", "XIT")); // which stand for none, and for any

        Set<String> existing = new TreeSet<>();
        javaSources()
                .forEach(source -> existing.add(source.getFileName().toString().replace(".java", "")));

        assertThat(existing).containsAll(named);
        assertThat(named).contains("KillIT", "ModelTest", "TwoHostsIT");
    }

    private static String page() throws IOException {
        return Files.readString(ROOT.resolve("CONTRIBUTING.md"));
    }

    private static String sources() {
        return javaSources().stream().map(ContributingPageTest::read).collect(Collectors.joining());
    }

    private static String poms() {
        return Stream.concat(Stream.of("."), MODULES.stream())
                .map(module -> read(ROOT.resolve(module).resolve("pom.xml")))
                .collect(Collectors.joining());
    }

    private static List<Path> javaSources() {
        return MODULES.stream()
                .map(module -> ROOT.resolve(module).resolve("src"))
                .flatMap(ContributingPageTest::javaBelow)
                .filter(source -> !source.endsWith(ContributingPageTest.class.getSimpleName() + ".java"))
                .toList();
    }

    private static Stream<Path> javaBelow(Path folder) {
        try (Stream<Path> files = Files.walk(folder)) {
            return files.filter(file -> file.toString().endsWith(".java")).toList().stream();
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    private static String read(Path file) {
        try {
            return Files.readString(file);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    private static Set<String> matches(Pattern pattern, String text) {
        return pattern.matcher(text)
                .results()
                .map(each -> each.group(1))
                .collect(Collectors.toCollection(TreeSet::new));
    }
}
