// SPDX-License-Identifier: Apache-2.0
// Copyright the Oriel authors.
package io.oriel.shm;

import io.oriel.shm.directory.BaseDirectory;
import io.oriel.shm.directory.SocketNames;
import io.oriel.testing.resource.Directories;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.StandardProtocolFamily;
import java.net.UnixDomainSocketAddress;
import java.nio.channels.ServerSocketChannel;
import java.nio.file.Files;
import java.nio.file.Path;

/** One socket under the names of many ports, at which nobody accepts: as many sockets would be too many files. */
final class Stranger implements AutoCloseable {
    private final ServerSocketChannel channel;
    private final SocketNames names;
    private final InetAddress host;

    private Stranger(ServerSocketChannel channel, SocketNames names, InetAddress host) {
        this.channel = channel;
        this.names = names;
        this.host = host;
    }

    /** Takes a range of ports of a directory; the socket itself is elsewhere. */
    static Stranger occupy(Path directory, Path socket, InetAddress host, int firstPort, int lastPort) {
        return occupy(BaseDirectory.open(directory), socket, host, firstPort, lastPort);
    }

    /** Takes a range of ports of a directory that may be a group's. */
    static Stranger occupy(BaseDirectory base, Path socket, InetAddress host, int firstPort, int lastPort) {
        try {
            ServerSocketChannel channel = ServerSocketChannel.open(StandardProtocolFamily.UNIX);
            channel.bind(UnixDomainSocketAddress.of(socket));
            Stranger stranger = new Stranger(channel, SocketNames.of(base), host);
            for (int port = firstPort; port <= lastPort; port++) {
                Files.createLink(stranger.nameOf(port), socket);
            }
            return stranger;
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    /** Gives a port back. */
    void leave(int port) {
        Directories.delete(nameOf(port));
    }

    private Path nameOf(int port) {
        return names.listener(new InetSocketAddress(host, port));
    }

    @Override
    public void close() {
        try {
            channel.close();
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }
}
