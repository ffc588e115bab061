// SPDX-License-Identifier: Apache-2.0
// Copyright the Oriel authors.
package io.oriel.udp.process;

import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.oriel.api.NdException;
import io.oriel.api.Provider;
import io.oriel.api.config.OrielConfig;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.extension.RegisterExtension;

/** Directories in which the files of media drivers cannot be made. */
@Timeout(60)
class EnvironmentDirectoryIT {
    @RegisterExtension
    final UdpStage stage = new UdpStage();

    @Test
    void aMissingParentIsNamed() {
        Path parent = stage.directory().resolve("missing");
        OrielConfig config = stage.config();
        Provider provider =
                stage.newProvider(config.withSharedMemory(config.sharedMemory().withDirectory(parent.resolve("d"))));

        assertThatThrownBy(provider::openAdapter)
                .isInstanceOf(NdException.class)
                .hasMessageContaining("its parent " + parent + " does not exist")
                .hasMessageContaining("make it, or choose another directory")
                .hasMessageContaining("oriel.sharedMemory.directory");
    }
}
