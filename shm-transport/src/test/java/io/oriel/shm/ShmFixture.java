// SPDX-License-Identifier: Apache-2.0
// Copyright the Oriel authors.
package io.oriel.shm;

import io.oriel.api.NetworkDirect;
import io.oriel.api.config.OrielConfig;
import io.oriel.api.config.SharedMemoryConfig;
import io.oriel.engine.conformance.ConformanceFixture;
import io.oriel.shm.directory.BaseDirectory;
import io.oriel.shm.directory.SocketNames;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.StandardProtocolFamily;
import java.net.UnixDomainSocketAddress;
import java.nio.channels.ServerSocketChannel;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.locks.LockSupport;
import java.util.function.IntConsumer;

/** Two providers on shared memory of their own, both in this process: a real driver, real sockets, real files. */
final class ShmFixture extends ConformanceFixture {
    private final Path parent;
    private final OrielConfig config;
    private final List<ServerSocketChannel> strangers = new ArrayList<>();

    private ShmFixture(Path parent, OrielConfig config) {
        super(NetworkDirect.open(config), NetworkDirect.open(config));
        this.parent = parent;
        this.config = config;
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

    /** One socket under the name of every port, at which nobody accepts: as many sockets would be too many files. */
    @Override
    public IntConsumer occupyEveryPort() {
        SocketNames names =
                SocketNames.of(BaseDirectory.open(config.sharedMemory().directory()));
        InetAddress host = anyPort().getAddress();
        Path socket = parent.resolve("stranger");
        try {
            ServerSocketChannel stranger = ServerSocketChannel.open(StandardProtocolFamily.UNIX);
            strangers.add(stranger);
            stranger.bind(UnixDomainSocketAddress.of(socket));
            for (int port = FIRST_FREE_PORT; port <= LAST_FREE_PORT; port++) {
                Files.createLink(names.listener(new InetSocketAddress(host, port)), socket);
            }
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
        return port -> ShmTestBed.delete(names.listener(new InetSocketAddress(host, port)));
    }

    @Override
    public void close() {
        super.close();
        try {
            for (ServerSocketChannel stranger : strangers) {
                stranger.close();
            }
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
        ShmTestBed.delete(parent);
    }
}
