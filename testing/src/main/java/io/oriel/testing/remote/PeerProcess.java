// SPDX-License-Identifier: Apache-2.0
// Copyright the Oriel authors.
package io.oriel.testing.remote;

import io.oriel.testing.process.JvmCommand;
import io.oriel.testing.remote.call.RemoteCalls;
import io.oriel.testing.resource.Directories;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.lang.ProcessBuilder.Redirect;
import java.net.StandardProtocolFamily;
import java.net.UnixDomainSocketAddress;
import java.nio.channels.ServerSocketChannel;
import java.nio.channels.SocketChannel;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.List;
import java.util.function.UnaryOperator;

/** A JVM that runs {@link PeerMain}, for any number of tests. It never outlives this process. */
final class PeerProcess implements AutoCloseable {
    private final Process process;
    private final RemoteCalls<PeerControl> calls;

    private PeerProcess(Process process, SocketChannel socket) {
        this.process = process;
        calls = RemoteCalls.over(socket, PeerControl.class);
    }

    /** Starts a process that connects to a socket in a directory, which is deleted then. */
    static PeerProcess start(Path directory, boolean isForEverybody, UnaryOperator<JvmCommand> change) {
        Path path = directory.resolve("peer");
        try (ServerSocketChannel server = ServerSocketChannel.open(StandardProtocolFamily.UNIX)) {
            server.bind(UnixDomainSocketAddress.of(path));
            if (isForEverybody) {
                Files.setPosixFilePermissions(path, PosixFilePermissions.fromString("rw-rw-rw-"));
            }
            return accept(server, launch(path, change));
        } catch (IOException e) {
            throw new UncheckedIOException("the peer's process does not answer", e);
        } finally {
            Directories.delete(directory);
        }
    }

    private static PeerProcess accept(ServerSocketChannel server, Process process) throws IOException {
        var unused = process.onExit().thenRun(() -> stopWaiting(server));
        try {
            return new PeerProcess(process, server.accept());
        } catch (IOException e) {
            process.destroyForcibly();
            throw e;
        }
    }

    /** The process has ended: if it has not called by now, it never will. */
    private static void stopWaiting(ServerSocketChannel server) {
        try {
            server.close();
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    private static Process launch(Path socket, UnaryOperator<JvmCommand> change) {
        JvmCommand command =
                JvmCommand.of(PeerMain.class, socket.toString()).with(List.of("-Dagrona.strict.alignment.checks=true"));
        return change.apply(command).launch(Redirect.INHERIT, Redirect.INHERIT);
    }

    RemoteCalls<PeerControl> calls() {
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
        calls.close();
    }
}
