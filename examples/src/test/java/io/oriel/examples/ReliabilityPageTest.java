// SPDX-License-Identifier: Apache-2.0
// Copyright the Oriel authors.
package io.oriel.examples;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.regex.MatchResult;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

/** The page about reliability names tests that exist. */
class ReliabilityPageTest {
    private static final Pattern NAMED = Pattern.compile("`([A-Z]\\w+(?:Test|IT))(?:\\.(\\w+))?`");
    private static final List<String> FOLDERS = List.of(
            "api/src/test/java",
            "engine/src/test/java",
            "testing/src/test/java",
            "testing/src/main/java", // the conformance suite
            "shm-transport/src/test/java",
            "udp-transport/src/test/java");

    @Test
    void everyTestThatItNamesIsThere() throws IOException {
        List<MatchResult> named = NAMED.matcher(Files.readString(Path.of("../docs/reliability.md")))
                .results()
                .toList();

        assertThat(named)
                .hasSizeGreaterThan(20)
                .allSatisfy(each -> assertThat(sourceOf(each.group(1)))
                        .as(each.group())
                        .contains(each.group(2) == null ? "class " + each.group(1) : "void " + each.group(2) + "("));
    }

    private static String sourceOf(String test) throws IOException {
        for (String folder : FOLDERS) {
            try (Stream<Path> files = Files.walk(Path.of("..", folder))) {
                Path found = files.filter(file -> file.endsWith(test + ".java"))
                        .findAny()
                        .orElse(null);
                if (found != null) {
                    return Files.readString(found);
                }
            }
        }
        return "";
    }
}
