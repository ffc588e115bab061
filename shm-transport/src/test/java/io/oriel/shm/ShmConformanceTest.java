// SPDX-License-Identifier: Apache-2.0
// Copyright the Oriel authors.
package io.oriel.shm;

import io.oriel.api.NetworkDirect;
import io.oriel.api.config.OrielConfig;
import io.oriel.api.config.SharedMemoryConfig;
import io.oriel.engine.conformance.ConformanceFixture;
import io.oriel.engine.conformance.ConformanceSuite;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Comparator;
import java.util.List;
import java.util.concurrent.locks.LockSupport;
import java.util.stream.Stream;

/** The suite on real shared memory: a real driver, real sockets, real files; both providers in this process. */
final class ShmConformanceTest extends ConformanceSuite {
    @Override
    public ConformanceFixture open(OrielConfig config) {
        try {
            Path parent = Files.createTempDirectory(Path.of("/dev/shm"), "oriel-conf");
            return new ShmFixture(parent, config.withSharedMemory(new SharedMemoryConfig(parent.resolve("d"))));
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    private static final class ShmFixture extends ConformanceFixture {
        private final Path parent;

        ShmFixture(Path parent, OrielConfig config) {
            super(NetworkDirect.open(config), NetworkDirect.open(config));
            this.parent = parent;
        }

        @Override
        public void pause() {
            LockSupport.parkNanos(1_000);
        }

        @Override
        public void close() {
            super.close();
            try (Stream<Path> files = Files.walk(parent)) {
                List<Path> deepestFirst =
                        files.sorted(Comparator.reverseOrder()).toList();
                for (Path file : deepestFirst) {
                    Files.delete(file);
                }
            } catch (IOException e) {
                throw new UncheckedIOException(e);
            }
        }
    }
}
