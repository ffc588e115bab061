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
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class ReadmeTest {
    private static final Pattern JAVA_BLOCK = Pattern.compile("```java\\n(.*?)```", Pattern.DOTALL);

    @ParameterizedTest
    @ValueSource(strings = {"README.md", "docs/remote-table.md"})
    void everyJavaBlockStandsInAnExample(String page) throws IOException {
        String text = Files.readString(Path.of("..").resolve(page));

        List<String> blocks =
                JAVA_BLOCK.matcher(text).results().map(ReadmeTest::code).toList();

        assertThat(blocks)
                .hasSizeGreaterThanOrEqualTo(2)
                .allSatisfy(block -> assertThat(sources())
                        .anySatisfy(source -> assertThat(source).contains(block)));
    }

    private static String code(MatchResult block) {
        return block.group(1);
    }

    private static List<String> sources() throws IOException {
        try (Stream<Path> files = Files.walk(Path.of("src/main/java"))) {
            return files.filter(Files::isRegularFile).map(ReadmeTest::read).toList();
        }
    }

    private static String read(Path file) {
        try {
            return Files.readString(file);
        } catch (IOException e) {
            throw new java.io.UncheckedIOException(e);
        }
    }
}
