// SPDX-License-Identifier: Apache-2.0
// Copyright the Oriel authors.
package io.oriel.shm.remote;

import io.oriel.testing.process.JvmCommand;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.lang.ProcessBuilder.Redirect;
import java.net.StandardProtocolFamily;
import java.net.UnixDomainSocketAddress;
import java.nio.channels.ServerSocketChannel;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;

/** A JVM that runs {@link PeerMain}, for any number of tests. It never outlives this process. */
final class PeerProcess implements AutoCloseable {
    private final Process process;
    private final MessageChannel channel;
    private final PeerCalls calls;

    private PeerProcess(Process process, MessageChannel channel) {
        this.process = process;
        this.channel = channel;
        calls = new PeerCalls(channel);
    }

    static PeerProcess start() {
        try {
            Path directory = Files.createTempDirectory("oriel-peer");
            Path socket = directory.resolve("peer");
            try (ServerSocketChannel server = ServerSocketChannel.open(StandardProtocolFamily.UNIX)) {
                server.bind(UnixDomainSocketAddress.of(socket));
                return accept(server, launch(socket));
            } finally {
                Files.deleteIfExists(socket);
                Files.delete(directory);
            }
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    private static PeerProcess accept(ServerSocketChannel server, Process process) throws IOException {
        try {
            return new PeerProcess(process, new MessageChannel(server.accept()));
        } catch (IOException e) {
            process.destroyForcibly();
            throw e;
        }
    }

    private static Process launch(Path socket) {
        return JvmCommand.of(PeerMain.class, socket.toString())
                .with(List.of("-Dagrona.strict.alignment.checks=true"))
                .launch(Redirect.INHERIT, Redirect.INHERIT);
    }

    PeerCalls calls() {
        return calls;
    }

    boolean isUsable() {
        return process.isAlive() && !calls.isOver();
    }

    /** Kills the process and waits until it is gone. */
    void kill() {
        calls.end();
        process.destroyForcibly();
        try {
            int unused = process.waitFor();
        } catch (InterruptedException e) {
            throw new AssertionError("interrupted", e);
        }
    }

    @Override
    public void close() {
        kill();
        try {
            channel.close();
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }
}
