// SPDX-License-Identifier: Apache-2.0
// Copyright the Oriel authors.
package io.oriel.shm.process;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.oriel.api.NdException;
import io.oriel.testing.process.Child;
import io.oriel.testing.process.JvmCommand;
import io.oriel.testing.resource.SmallTmpfs;
import java.io.BufferedReader;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Directories in which nothing can be made. */
@Timeout(60)
class EnvironmentDirectoryIT {
    @RegisterExtension
    final Stage stage = new Stage();

    @Test
    void aReadOnlyFileSystemIsNamed() throws IOException, InterruptedException {
        try (SmallTmpfs tmpfs = SmallTmpfs.mount("24m")) {
            tmpfs.makeReadOnly();

            assertThatThrownBy(
                            () -> stage.newProvider(Stage.configIn(tmpfs.path().resolve("d"))))
                    .isInstanceOf(NdException.class)
                    .hasMessageContaining("the file system is read-only")
                    .hasMessageContaining("mount it for writing")
                    .hasMessageContaining("oriel.sharedMemory.directory");
        }
    }

    /** Java reads such a name in one locale, and Aeron writes it in none. */
    @ParameterizedTest
    @ValueSource(strings = {"C", "C.UTF-8"})
    void aNameThatIsNotAsciiIsRefused(String locale) throws IOException {
        String script = "exec \"$0\" -Doriel.sharedMemory.directory=\"$(printf '/dev/shm/h\\303\\244')\" \"$@\"";
        Process process = JvmCommand.of(Child.class)
                .behind(List.of("sh", "-c", script))
                .withVariables(Map.of("LC_ALL", locale))
                .launchMerged();

        try (BufferedReader output = process.inputReader(StandardCharsets.UTF_8)) {
            process.outputWriter().append("open\n").flush(); // it ends with its input
            assertThat(output.lines().collect(Collectors.joining("\n")))
                    .contains("directory")
                    .containsIgnoringCase("ASCII characters only");
        }
    }
}
