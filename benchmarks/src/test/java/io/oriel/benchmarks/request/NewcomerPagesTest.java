// SPDX-License-Identifier: Apache-2.0
// Copyright the Oriel authors.
package io.oriel.benchmarks.request;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** The pages for those who come from elsewhere show code that is compiled and run. */
class NewcomerPagesTest {
    private static final Pattern JAVA_BLOCK = Pattern.compile("```java\\n(.*?)```", Pattern.DOTALL);
    private static final List<Path> SOURCES = List.of(
            Path.of("src/test/java/io/oriel/benchmarks/request"),
            Path.of("src/main/java/io/oriel/benchmarks/rival"),
            Path.of("../examples/src/main/java"));

    @ParameterizedTest
    @ValueSource(strings = {"from-aeron", "from-verbs-and-disni", "from-chronicle", "from-mpi"})
    void everyJavaBlockStandsInASource(String page) throws IOException {
        List<String> blocks = JAVA_BLOCK
                .matcher(Files.readString(Path.of("../docs", page + ".md")))
                .results()
                .map(block -> block.group(1))
                .toList();

        assertThat(blocks)
                .isNotEmpty()
                .allSatisfy(block -> assertThat(sources())
                        .anySatisfy(source -> assertThat(source).contains(block)));
    }

    private static List<String> sources() {
        return SOURCES.stream().flatMap(NewcomerPagesTest::below).toList();
    }

    private static Stream<String> below(Path folder) {
        try (Stream<Path> files = Files.walk(folder)) {
            return files
                    .filter(file -> file.toString().endsWith(".java"))
                    .map(NewcomerPagesTest::read)
                    .toList()
                    .stream();
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
}
