// SPDX-License-Identifier: Apache-2.0
// Copyright the Oriel authors.
package io.oriel.udp;

import io.oriel.api.NetworkDirect;
import io.oriel.api.config.Medium;
import io.oriel.api.config.OrielConfig;
import io.oriel.engine.conformance.ConformanceFixture;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Comparator;
import java.util.List;
import java.util.concurrent.locks.LockSupport;
import java.util.function.IntConsumer;
import java.util.stream.Stream;
import org.junit.jupiter.api.Assumptions;

/** Two providers that talk over UDP on loopback, both in this process: real drivers, real sockets. */
final class UdpFixture extends ConformanceFixture {
    private static final int BULK_LENGTH = 4 * 1024 * 1024;

    private final Path parent;

    private UdpFixture(Path parent, OrielConfig config) {
        super(NetworkDirect.open(config), NetworkDirect.open(config));
        this.parent = parent;
    }

    static ConformanceFixture open(OrielConfig config) {
        try {
            Path parent = Files.createTempDirectory(Path.of("/dev/shm"), "oriel-udp");
            return new UdpFixture(
                    parent,
                    config.withMedium(Medium.UDP)
                            .withSharedMemory(config.sharedMemory().withDirectory(parent.resolve("d"))));
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    @Override
    public int bulkLength() {
        return BULK_LENGTH;
    }

    @Override
    public void pause() {
        LockSupport.parkNanos(1_000);
    }

    @Override
    public boolean standsStillUncalled() {
        return false;
    }

    @Override
    public IntConsumer occupyEveryPort() {
        return Assumptions.abort("the system chooses among ports that others use too");
    }

    @Override
    public void close() {
        super.close();
        delete(parent);
    }

    static void delete(Path directory) {
        try (Stream<Path> files = Files.walk(directory)) {
            List<Path> deepestFirst = files.sorted(Comparator.reverseOrder()).toList();
            for (Path file : deepestFirst) {
                Files.delete(file);
            }
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }
}
