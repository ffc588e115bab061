// SPDX-License-Identifier: Apache-2.0
// Copyright the Oriel authors.
package io.oriel.shm.process;

import io.oriel.api.config.Medium;
import io.oriel.api.config.OrielConfig;
import io.oriel.api.config.SharedMemoryConfig;
import io.oriel.shm.ShmTransportFactory;
import io.oriel.testing.resource.Scarcity;
import java.nio.file.Path;

/** A process that has almost no descriptors, or almost no direct memory. */
public final class ScarceMain {
    private ScarceMain() {}

    /**
     * Runs the process.
     *
     * @param arguments the directory, and what is scarce
     */
    public static void main(String[] arguments) {
        OrielConfig config = OrielConfig.defaults()
                .withMedium(Medium.SHM)
                .withSharedMemory(SharedMemoryConfig.defaults().withDirectory(Path.of(arguments[0])));
        Scarcity.run(config, new ShmTransportFactory(), arguments[1]);
    }
}
