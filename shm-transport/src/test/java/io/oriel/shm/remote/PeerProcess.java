// SPDX-License-Identifier: Apache-2.0
// Copyright the Oriel authors.
package io.oriel.shm.remote;

import io.oriel.api.NetworkDirect;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.StandardProtocolFamily;
import java.net.UnixDomainSocketAddress;
import java.nio.channels.ServerSocketChannel;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;

/** A JVM that runs {@link PeerMain}, for any number of tests. It never outlives this process. */
final class PeerProcess implements AutoCloseable {
    private final Process process;
    private final Thread hook;
    private final MessageChannel channel;
    private final PeerCalls calls;

    private PeerProcess(Process process, MessageChannel channel) {
        this.process = process;
        this.channel = channel;
        calls = new PeerCalls(channel);
        hook = new Thread(process::destroyForcibly);
        Runtime.getRuntime().addShutdownHook(hook);
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

    private static Process launch(Path socket) throws IOException {
        List<String> command = new ArrayList<>();
        command.add(Path.of(System.getProperty("java.home"), "bin", "java").toString());
        command.addAll(List.of("-XX:TieredStopAtLevel=1", "-XX:+UseSerialGC", "-Xmx128m", "-Xshare:auto", "-ea"));
        command.addAll(List.of(NetworkDirect.REQUIRED_JVM_FLAG.split(" ", -1)));
        command.add("-Dagrona.strict.alignment.checks=true");
        command.addAll(List.of("-cp", System.getProperty("java.class.path"), PeerMain.class.getName()));
        command.add(socket.toString());
        return new ProcessBuilder(command)
                .redirectOutput(ProcessBuilder.Redirect.INHERIT)
                .redirectError(ProcessBuilder.Redirect.INHERIT)
                .start();
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
        Runtime.getRuntime().removeShutdownHook(hook);
        try {
            channel.close();
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }
}
