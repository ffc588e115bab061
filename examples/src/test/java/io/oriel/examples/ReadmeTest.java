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

class ReadmeTest {
    private static final Pattern JAVA_BLOCK = Pattern.compile("```java\\n(.*?)```", Pattern.DOTALL);

    @Test
    void everyJavaBlockOfTheReadmeStandsInAnExample() throws IOException {
        String readme = Files.readString(Path.of("../README.md"));

        List<String> blocks =
                JAVA_BLOCK.matcher(readme).results().map(ReadmeTest::code).toList();

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
