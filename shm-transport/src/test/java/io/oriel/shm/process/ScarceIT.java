// SPDX-License-Identifier: Apache-2.0
// Copyright the Oriel authors.
package io.oriel.shm.process;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import io.oriel.shm.ShmTestBed;
import io.oriel.testing.junit.WholeBuild;
import io.oriel.testing.process.JvmCommand;
import io.oriel.testing.resource.Directories;
import java.io.BufferedReader;
import java.lang.ProcessBuilder.Redirect;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** A process without descriptors or direct memory, at each step of opening, listening, mapping and meeting. */
@Timeout(300)
class ScarceIT {
    private static final Path PRLIMIT = Path.of("/usr/bin/prlimit");

    private final Path directory = ShmTestBed.freshDirectory();

    @AfterEach
    void removeDirectory() {
        Directories.delete(directory);
    }

    @Test
    void tellsAtEachStepThatThereIsNoDescriptorAndGoesOnWhenThereIs() throws Exception {
        assumeTrue(Files.isExecutable(PRLIMIT), "the number of descriptors is limited by util-linux's prlimit");

        requirePassed(List.of(PRLIMIT.toString(), "--nofile=256"), "descriptors");
    }

    @WholeBuild
    @Test
    void tellsAtEachStepThatThereIsNoDirectMemoryAndGoesOnWhenThereIs() throws Exception {
        requirePassed(List.of("env", "JAVA_TOOL_OPTIONS=-XX:MaxDirectMemorySize=8m"), "memory");
    }

    private void requirePassed(List<String> prefix, String what) throws Exception {
        Process process = JvmCommand.of(ScarceMain.class, directory.toString(), what)
                .behind(prefix)
                .launch(Redirect.INHERIT);
        try (BufferedReader output = process.inputReader(StandardCharsets.UTF_8)) {
            List<String> lines = output.lines().toList();
            assertThat(lines).as("%s", lines).endsWith("passed");
        } finally {
            process.destroyForcibly().waitFor();
        }
    }
}
