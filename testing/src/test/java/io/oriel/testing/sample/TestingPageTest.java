// SPDX-License-Identifier: Apache-2.0
// Copyright the Oriel authors.
package io.oriel.testing.sample;

import static org.assertj.core.api.Assertions.assertThat;

import io.oriel.testing.SimulationSeeds;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

/** The page for users says what is there. */
final class TestingPageTest {
    private static final Path ROOT = Path.of("..");
    private static final Pattern JAVA_BLOCK = Pattern.compile("```java\\n(.*?)```", Pattern.DOTALL);
    private static final Pattern TYPE = Pattern.compile("`(io\\.oriel\\.testing\\.[a-z.]+\\.[A-Z]\\w+)`");

    @Test
    void showsCodeThatIsCompiledAndRun() throws IOException {
        List<String> blocks =
                JAVA_BLOCK.matcher(page()).results().map(each -> each.group(1)).toList();

        assertThat(blocks)
                .hasSizeGreaterThanOrEqualTo(5)
                .allSatisfy(block -> assertThat(sources())
                        .anySatisfy(source -> assertThat(source).contains(block)));
    }

    @Test
    void namesTypesThatThereAre() throws IOException {
        List<String> types =
                TYPE.matcher(page()).results().map(each -> each.group(1)).toList();

        assertThat(types)
                .hasSizeGreaterThanOrEqualTo(5)
                .allSatisfy(each -> assertThat(
                                ROOT.resolve("testing/src/main/java").resolve(each.replace('.', '/') + ".java"))
                        .exists());
    }

    @Test
    void namesThePropertiesThatAreRead() throws IOException {
        assertThat(page()).contains("-D" + SimulationSeeds.ONE + "=", "-D" + SimulationSeeds.COUNT + "=");
    }

    private static String page() throws IOException {
        return Files.readString(ROOT.resolve("docs/testing.md"));
    }

    private static List<String> sources() throws IOException {
        try (Stream<Path> files = Files.walk(Path.of("src/test/java/io/oriel/testing/sample"))) {
            return files.filter(Files::isRegularFile).map(TestingPageTest::read).toList();
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
