// SPDX-License-Identifier: Apache-2.0
// Copyright the Oriel authors.
package io.oriel.benchmarks.request;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Test;

/** The page's listings are the sources, and its numbers theirs. */
class RequestAndAnswerPageTest {
    private static final String WRITE = "oriel.test.docs.write";
    private static final Path PAGE = Path.of("../docs/request-and-answer.md");
    private static final Path SOURCES = Path.of("src/test/java/io/oriel/benchmarks/request");
    private static final List<String> WAYS = List.of("Aeron", "Api", "Service");
    private static final List<String> NAMES = List.of("Aeron", "`io.oriel.api`", "`io.oriel.service`");
    private static final Pattern LISTING = Pattern.compile("<!-- (\\w+) -->\n```java\n.*?```\n", Pattern.DOTALL);
    private static final Pattern TABLE = Pattern.compile("<!-- lines -->\n(?:\\|.*\n)*");
    private static final Pattern COUNTED = Pattern.compile("(?!package |import |//|/\\*|\\*).+");

    @Test
    void isWhatTheSourcesSay() throws IOException {
        String page = Files.readString(PAGE);
        String right = withTable(withListings(page));
        if (Boolean.getBoolean(WRITE)) {
            Files.writeString(PAGE, right);
        }

        assertThat(Files.readString(PAGE).equals(right))
                .as("docs/request-and-answer.md is not what the sources say; write it anew with"
                        + " ./mvnw -pl benchmarks -am test -Dtest=RequestAndAnswerPageTest"
                        + " -Dsurefire.failIfNoSpecifiedTests=false -D" + WRITE + "=true")
                .isTrue();
    }

    @Test
    void showsEachProgram() throws IOException {
        List<String> shown = LISTING.matcher(Files.readString(PAGE))
                .results()
                .map(listing -> listing.group(1))
                .toList();

        assertThat(shown)
                .containsExactly(
                        "AeronServer", "ApiServer", "ServiceServer", "AeronClient", "ApiClient", "ServiceClient");
    }

    private static String withListings(String page) {
        return LISTING.matcher(page)
                .replaceAll(listing -> Matcher.quoteReplacement(
                        "<!-- " + listing.group(1) + " -->\n```java\n" + code(listing.group(1)) + "```\n"));
    }

    private static String withTable(String page) {
        StringBuilder table =
                new StringBuilder("<!-- lines -->\n| Lines | Server | Client | Both |\n|---|---|---|---|\n");
        for (int index = 0; index < WAYS.size(); index++) {
            long server = lines(WAYS.get(index) + "Server");
            long client = lines(WAYS.get(index) + "Client");
            table.append("| ")
                    .append(NAMES.get(index))
                    .append(" | ")
                    .append(server)
                    .append(" | ")
                    .append(client)
                    .append(" | ")
                    .append(server + client)
                    .append(" |\n");
        }
        return TABLE.matcher(page).replaceAll(Matcher.quoteReplacement(table.toString()));
    }

    /** Lines with code: neither empty nor comments, and without what an editor writes by itself. */
    private static long lines(String program) {
        return code(program)
                .lines()
                .map(String::strip)
                .filter(COUNTED.asMatchPredicate())
                .count();
    }

    /** A source without its header, its package and its imports. */
    private static String code(String program) {
        try {
            return Files.readAllLines(SOURCES.resolve(program + ".java")).stream()
                    .dropWhile(line -> !line.startsWith("/** "))
                    .map(line -> line + "\n")
                    .collect(Collectors.joining());
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }
}
