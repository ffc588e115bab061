// SPDX-License-Identifier: Apache-2.0
// Copyright the Oriel authors.
package io.oriel.examples;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

/** The project beside the page consists of the page's blocks. */
class GettingStartedPageTest {
    private static final Path PROJECT = Path.of("../docs/getting-started");

    @Test
    void everyBlockIsAFileAndEveryFileABlock() throws IOException {
        List<String> blocks = Stream.concat(GettingStartedPage.blocks("xml"), GettingStartedPage.blocks("java"))
                .toList();

        assertThat(blocks).containsExactlyInAnyOrderElementsOf(files());
    }

    @Test
    void namesEachFileBeforeItsBlock() throws IOException {
        String page = GettingStartedPage.text();

        try (Stream<Path> sources = Files.walk(PROJECT)) {
            assertThat(sources.filter(file -> file.toString().endsWith(".java")))
                    .hasSizeGreaterThanOrEqualTo(2)
                    .allSatisfy(file -> assertThat(page)
                            .contains("`" + PROJECT.relativize(file) + "`:\n\n```java\n" + Files.readString(file)));
        }
    }

    private static List<String> files() throws IOException {
        try (Stream<Path> files = Files.walk(PROJECT)) {
            return files.filter(Files::isRegularFile)
                    .filter(file -> !file.startsWith(PROJECT.resolve("target"))) // if somebody has built it there
                    .map(GettingStartedPageTest::read)
                    .toList();
        }
    }

    private static String read(Path file) {
        try {
            return Files.readString(file);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }
}
