// SPDX-License-Identifier: Apache-2.0
// Copyright the Oriel authors.
package io.oriel.examples;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.regex.Pattern;
import java.util.stream.Stream;

/** What docs/getting-started.md shows. */
final class GettingStartedPage {
    private static final Path PAGE = Path.of("../docs/getting-started.md");
    private static final Pattern BLOCK = Pattern.compile("```(\\w+)\\n(.*?)```", Pattern.DOTALL);

    private GettingStartedPage() {}

    static String text() throws IOException {
        return Files.readString(PAGE);
    }

    /** Returns the blocks of a language. */
    static Stream<String> blocks(String language) throws IOException {
        return BLOCK.matcher(text())
                .results()
                .filter(block -> block.group(1).equals(language))
                .map(block -> block.group(2));
    }

    /** Returns the lines of output that it shows, as {@link #normal} has them. */
    static List<String> output() throws IOException {
        return blocks("text")
                .flatMap(String::lines)
                .map(GettingStartedPage::normal)
                .distinct()
                .toList();
    }

    /** Returns a line without what differs from run to run. */
    static String normal(String line) {
        return line.replaceAll("socket /\\S+", "socket S").replaceAll("\\d+", "N");
    }
}
