// SPDX-License-Identifier: Apache-2.0
// Copyright the Oriel authors.
package io.oriel.shm;

import io.oriel.api.NetworkDirect;
import io.oriel.api.config.OrielConfig;
import io.oriel.api.config.SharedMemoryConfig;
import io.oriel.engine.conformance.ConformanceFixture;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Comparator;
import java.util.List;
import java.util.concurrent.locks.LockSupport;
import java.util.stream.Stream;

/** Two providers on shared memory of their own, both in this process: a real driver, real sockets, real files. */
final class ShmFixture extends ConformanceFixture {
    private final Path parent;

    private ShmFixture(Path parent, OrielConfig config) {
        super(NetworkDirect.open(config), NetworkDirect.open(config));
        this.parent = parent;
    }

    static ConformanceFixture open(OrielConfig config, boolean directAccess) {
        try {
            Path parent = Files.createTempDirectory(Path.of("/dev/shm"), "oriel-conf");
            SharedMemoryConfig memory =
                    config.sharedMemory().withDirectory(parent.resolve("d")).withDirectAccess(directAccess);
            return new ShmFixture(parent, config.withSharedMemory(memory));
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    @Override
    public void pause() {
        LockSupport.parkNanos(1_000);
    }

    @Override
    public void close() {
        super.close();
        try (Stream<Path> files = Files.walk(parent)) {
            List<Path> deepestFirst = files.sorted(Comparator.reverseOrder()).toList();
            for (Path file : deepestFirst) {
                Files.delete(file);
            }
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }
}
