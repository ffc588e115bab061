// SPDX-License-Identifier: Apache-2.0
// Copyright the Oriel authors.
package io.oriel.udp.aeron;

import io.oriel.api.config.UdpConfig;
import io.oriel.engine.control.SelectorLoop;
import io.oriel.testing.resource.Directories;
import io.oriel.udp.directory.TransportDirectory;
import io.oriel.udp.gate.SocketAlarm;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;

/** A private driver of no adapter, in a directory of its own. */
public final class LoneDriver implements AutoCloseable {
    private final Path parent;
    private final SelectorLoop loop;
    private final TransportDirectory directory;
    private final AdapterDriver driver;

    /**
     * Starts it.
     *
     * @throws IOException if its directory cannot be made
     */
    public LoneDriver() throws IOException {
        parent = Directories.make("oriel-udp");
        loop = SelectorLoop.start(failure -> {});
        directory = TransportDirectory.create(parent.resolve("d"));
        driver = AdapterDriver.open(UdpConfig.defaults(), directory, new SocketAlarm(loop), failure -> {}, () -> {});
    }

    /**
     * Returns the driver.
     *
     * @return the driver
     */
    public AdapterDriver driver() {
        return driver;
    }

    @Override
    public void close() throws IOException {
        driver.close();
        directory.close();
        loop.close();
        Files.deleteIfExists(parent.resolve("d"));
        Files.delete(parent);
    }
}
