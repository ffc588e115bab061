// SPDX-License-Identifier: Apache-2.0
// Copyright the Oriel authors.
package io.oriel.udp.process;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import io.oriel.testing.junit.WholeBuild;
import io.oriel.testing.process.JvmCommand;
import java.io.BufferedReader;
import java.lang.ProcessBuilder.Redirect;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.extension.RegisterExtension;

/** A process without descriptors or direct memory, at each step of opening, listening and meeting. */
@Timeout(120)
class UdpScarceIT {
    private static final Path PRLIMIT = Path.of("/usr/bin/prlimit");

    @RegisterExtension
    final UdpStage stage = new UdpStage();

    @WholeBuild
    @Test
    void tellsAtEachStepThatThereIsNoDescriptorAndGoesOnWhenThereIs() throws Exception {
        assumeTrue(Files.isExecutable(PRLIMIT), "the number of descriptors is limited by util-linux's prlimit");

        requirePassed(List.of(PRLIMIT.toString(), "--nofile=256"), "descriptors");
    }

    @WholeBuild
    @Test
    void tellsAtEachStepThatThereIsNoDirectMemoryAndGoesOnWhenThereIs() throws Exception {
        requirePassed(List.of("env", "JAVA_TOOL_OPTIONS=-XX:MaxDirectMemorySize=64m"), "memory");
    }

    private void requirePassed(List<String> prefix, String what) throws Exception {
        Process process = JvmCommand.of(
                        UdpScarceMain.class, stage.directory().resolve("d").toString(), what)
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
