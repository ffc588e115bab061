// SPDX-License-Identifier: Apache-2.0
// Copyright the Oriel authors.
package io.oriel.service.processes;

import io.oriel.api.Adapter;
import io.oriel.api.NdStatus;
import io.oriel.api.NetworkDirect;
import io.oriel.api.Provider;
import io.oriel.service.Server;
import io.oriel.service.ServerHandlers;
import io.oriel.service.config.ServerConfig;
import io.oriel.service.run.PollLoop;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;

/** A server that writes the number in each request to a file before it answers: what it has carried out outlives it. */
final class ServerMain {
    private ServerMain() {}

    public static void main(String[] arguments) throws IOException {
        InetSocketAddress address =
                new InetSocketAddress(InetAddress.getLoopbackAddress(), Integer.parseInt(arguments[0]));
        ByteBuffer number = ByteBuffer.allocateDirect(Long.BYTES);
        try (FileChannel journal =
                        FileChannel.open(Path.of(arguments[1]), StandardOpenOption.CREATE, StandardOpenOption.APPEND);
                Provider provider = NetworkDirect.open();
                Adapter adapter = provider.openAdapter();
                Server server = Server.open(adapter, address, ServerConfig.defaults(), ServerHandlers.of(request -> {
                    number.clear().putLong(0, request.buffer().getLong(0));
                    write(journal, number);
                    if (request.claim() == NdStatus.SUCCESS) {
                        request.answer().putLong(0, 2 * number.getLong(0));
                        var unused = request.commit(Long.BYTES);
                    }
                }))) {
            PollLoop loop = new PollLoop(adapter, server);
            Thread watch = new Thread(() -> {
                try {
                    int read;
                    do {
                        read = System.in.read();
                    } while (read >= 0);
                } catch (IOException e) {
                    throw new UncheckedIOException(e);
                } finally {
                    loop.stop();
                }
            });
            watch.setDaemon(true);
            watch.start();
            System.out.println("listening");
            var unused = loop.runSleeping();
        }
    }

    private static void write(FileChannel journal, ByteBuffer number) {
        try {
            while (number.hasRemaining()) {
                var unused = journal.write(number);
            }
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }
}
