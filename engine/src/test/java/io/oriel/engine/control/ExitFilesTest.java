// SPDX-License-Identifier: Apache-2.0
// Copyright the Oriel authors.
package io.oriel.engine.control;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class ExitFilesTest {
    @TempDir
    Path directory;

    @BeforeEach
    void fill() throws IOException {
        for (String name : List.of("one", "two", "three")) {
            Files.createDirectories(directory.resolve(name));
            Files.createFile(directory.resolve(name + "/below"));
            Files.createFile(directory.resolve(name + ".file"));
        }
    }

    private List<String> names(List<Path> files) {
        return files.stream().map(file -> directory.relativize(file).toString()).toList();
    }

    @Test
    void namesADirectoryBeforeWhatIsInIt() {
        List<String> names = names(ExitFiles.below(directory, 2, file -> true));

        assertThat(names)
                .containsExactlyInAnyOrder(
                        "",
                        "one",
                        "one/below",
                        "one.file",
                        "two",
                        "two/below",
                        "two.file",
                        "three",
                        "three/below",
                        "three.file")
                .containsSubsequence("", "two", "two/below");
    }

    @Test
    void leavesWhatIsDeniedWithWhatIsBelowAndWhatIsTooDeep() {
        assertThat(names(ExitFiles.below(directory, 2, file -> !file.endsWith("two"))))
                .contains("one/below")
                .doesNotContain("two", "two/below");
        assertThat(names(ExitFiles.below(directory, 0, file -> true)))
                .contains("one")
                .doesNotContain("one/below");
    }

    @Test
    void goesOnWhenAFileIsRemovedMeanwhile() {
        Set<Path> left = new HashSet<>();
        List<Path> found = ExitFiles.below(directory, 2, file -> {
            if (left.isEmpty()) { // the directory itself
                removeOne(left);
            }
            return true;
        });

        assertThat(found).containsExactlyInAnyOrderElementsOf(left);
    }

    private void removeOne(Set<Path> left) {
        try {
            Files.delete(directory.resolve("two.file"));
            Files.delete(directory.resolve("three/below"));
            left.addAll(ExitFiles.below(directory, 2, file -> true));
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    @Test
    void findsNothingWhereNothingIs() {
        assertThat(ExitFiles.below(directory.resolve("missing"), 2, file -> true))
                .isEmpty();
    }
}
