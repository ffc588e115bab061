// SPDX-License-Identifier: Apache-2.0
// Copyright the Oriel authors.
package io.oriel.service;

import static org.assertj.core.api.Assertions.assertThat;

import io.oriel.api.NdStatus;
import io.oriel.service.config.ClientConfig;
import io.oriel.service.config.ServerConfig;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import org.junit.jupiter.api.Test;

/** A server and a client, as short as they can be; docs/services.md has the same lines. */
class SampleTest {
    @Test
    void addsOne() throws Exception {
        CompletableFuture<InetSocketAddress> address = new CompletableFuture<>();
        Thread thread = new Thread(() -> serve(address));
        thread.start();

        assertThat(ask(address.get(), 41)).isEqualTo(42);

        thread.interrupt();
        thread.join();
    }

    @Test
    void isOnThePage() throws IOException {
        String source = Files.readString(Path.of("src/test/java/io/oriel/service/SampleTest.java"));
        String page = Files.readString(Path.of("../docs/services.md"));
        for (String first : List.of("        RequestHandler adder", "        long[] result")) {
            int begin = source.lastIndexOf(first);
            assertThat(page).contains(source.substring(begin, source.indexOf("\n    }\n", begin)));
        }
    }

    private static void serve(CompletableFuture<InetSocketAddress> address) {
        RequestHandler adder = request -> {
            long number = request.buffer().getLong(0);
            if (request.claim() == NdStatus.SUCCESS) {
                request.answer().putLong(0, number + 1);
                request.commit(Long.BYTES);
            }
        };
        InetSocketAddress any = new InetSocketAddress(InetAddress.getLoopbackAddress(), 0);
        try (Server server = Server.open(any, ServerConfig.defaults(), ServerHandlers.of(adder))) {
            address.complete(server.address());
            while (!Thread.currentThread().isInterrupted()) {
                server.poll();
            }
        }
    }

    private static long ask(InetSocketAddress address, long number) {
        long[] result = new long[1];
        AnswerHandler handler = answer -> result[0] = answer.buffer().getLong(0);
        try (Client client = Client.open(address, ClientConfig.defaults(), ClientHandlers.of(handler))) {
            while (client.claim() != NdStatus.SUCCESS) {
                client.poll();
            }
            client.buffer().putLong(0, number);
            client.commit(Long.BYTES, 0);
            while (client.inFlight() > 0) {
                client.poll();
            }
        }
        return result[0];
    }
}
