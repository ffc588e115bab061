// SPDX-License-Identifier: Apache-2.0
// Copyright the Oriel authors.
package io.oriel.udp.process;

import io.oriel.api.config.Medium;
import io.oriel.api.config.OrielConfig;
import io.oriel.api.config.SharedMemoryConfig;
import io.oriel.testing.resource.Scarcity;
import io.oriel.udp.UdpTransportFactory;
import java.nio.file.Path;

/** A process that has almost no descriptors, or almost no direct memory. */
public final class UdpScarceMain {
    private UdpScarceMain() {}

    /**
     * Runs the process.
     *
     * @param arguments the directory, and what is scarce
     */
    public static void main(String[] arguments) {
        OrielConfig config = OrielConfig.defaults()
                .withMedium(Medium.UDP)
                .withSharedMemory(SharedMemoryConfig.defaults().withDirectory(Path.of(arguments[0])));
        Scarcity.run(config, new UdpTransportFactory(), arguments[1]);
    }
}
