// SPDX-License-Identifier: Apache-2.0
// Copyright the Oriel authors.
package io.oriel.udp;

import static org.assertj.core.api.Assertions.assertThat;

import io.oriel.api.config.OrielConfig;
import io.oriel.api.config.SharedMemoryConfig;
import io.oriel.api.config.SharingConfig;
import io.oriel.testing.resource.Directories;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

/** Processes that share memory with a group, and meet others over UDP. */
class UdpGroupTest {
    private static final int GROUP_MODE = 03770;

    @Test
    void haveTheFilesOfTheirDriversWhereTheGroupIsNot() throws IOException {
        Path shared = Directories.make("oriel-group");
        Files.setAttribute(shared, "unix:mode", GROUP_MODE);
        String group = Files.getAttribute(shared, "unix:gid").toString();

        try (UdpPair pair =
                UdpPair.open(config -> sharing(config, shared, group)).connect()) {
            assertThat(pair.one.endpoint.isConnected()).isTrue();
            assertThat(names(shared)).isEmpty();
            assertThat(names(SharedMemoryConfig.defaults().directory()))
                    .anyMatch(name ->
                            name.startsWith("p-" + ProcessHandle.current().pid() + '-'));
        } finally {
            Directories.delete(shared);
        }
    }

    private static OrielConfig sharing(OrielConfig config, Path directory, String group) {
        return config.withSharedMemory(config.sharedMemory()
                .withDirectory(directory)
                .withSharing(SharingConfig.defaults().withGroup(group)));
    }

    private static List<String> names(Path directory) throws IOException {
        try (Stream<Path> entries = Files.list(directory)) {
            return entries.map(each -> each.getFileName().toString()).toList();
        }
    }
}
