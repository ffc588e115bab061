// SPDX-License-Identifier: Apache-2.0
// Copyright the Oriel authors.
package io.oriel.service;

import static io.oriel.service.bench.Handlers.ask;
import static org.assertj.core.api.Assertions.assertThat;

import io.oriel.api.AccessFlags;
import io.oriel.api.Adapter;
import io.oriel.api.Completion;
import io.oriel.api.CompletionQueue;
import io.oriel.api.Connector;
import io.oriel.api.Endpoint;
import io.oriel.api.Listener;
import io.oriel.api.MemoryRegion;
import io.oriel.api.NdStatus;
import io.oriel.api.OpFlags;
import io.oriel.api.ScatterGatherList;
import io.oriel.api.config.EndpointConfig;
import io.oriel.api.config.Medium;
import io.oriel.service.bench.Answers;
import io.oriel.service.bench.Bench;
import io.oriel.service.bench.Handlers;
import io.oriel.service.bench.OnBothMedia;
import io.oriel.service.config.ClientConfig;
import io.oriel.service.config.RedialConfig;
import io.oriel.service.config.ServerConfig;
import io.oriel.service.name.StaticResolver;
import io.oriel.service.protocol.Greeting;
import io.oriel.service.protocol.HeaderLayout;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Random;
import java.util.concurrent.CompletableFuture;
import java.util.function.Consumer;

/** Peers that use the bare API and say what they may not: they are dropped, and nobody else notices. */
class HostileTest {
    private static final ServerConfig SERVER = ServerConfig.defaults().withRequestsInFlight(4);
    private static final ClientConfig CLIENT = ClientConfig.defaults()
            .withRedial(new RedialConfig(Duration.ofSeconds(5), Duration.ofMillis(1), Duration.ofMillis(20)));
    private static final byte[] GREETING = new Greeting(0, 4, 4, 1024, 1024).toBytes();

    private final Answers answers = new Answers();

    /** A peer with an endpoint of its own. */
    private static final class Stranger implements AutoCloseable {
        final Bench bench;
        final Adapter adapter;
        final CompletionQueue queue;
        final MemoryRegion memory;
        Connector connector;
        Endpoint endpoint;
        CompletableFuture<Void> end = new CompletableFuture<>();
        final Completion[] completions = {new Completion()};
        int place;

        Stranger(Bench bench) {
            this.bench = bench;
            adapter = bench.adapter();
            queue = adapter.createCompletionQueue(64);
            memory = adapter.allocateMemory(64 * 1024, AccessFlags.ALLOW_LOCAL_WRITE);
            connector = adapter.createConnector();
            endpoint = newEndpoint();
        }

        private Endpoint newEndpoint() {
            Endpoint made = adapter.createEndpoint(queue, queue, EndpointConfig.defaults());
            for (int i = 0; i < 32; i++) {
                assertThat(made.receive(i, ScatterGatherList.of(memory, 1024L * (32 + i), 1024)))
                        .isEqualTo(NdStatus.SUCCESS);
            }
            return made;
        }

        /** Connects as a client with some private data; false if it is refused. */
        boolean connect(Server server, byte[] privateData) {
            CompletableFuture<Void> connecting = connector.connect(endpoint, server.address(), 0, 0, privateData);
            bench.until(connecting::isDone);
            if (connecting.isCompletedExceptionally()) {
                return false;
            }
            CompletableFuture<Void> completing = connector.completeConnect();
            bench.until(completing::isDone);
            end = connector.notifyDisconnect();
            return true;
        }

        void send(int kind, int credit, long id, int length) {
            HeaderLayout.write(memory.buffer(), place, kind, credit, 0, id);
            sendRaw(length);
        }

        /** Each message has a place of its own: a Send may read it long after it was posted. */
        void sendRaw(int length) {
            assertThat(endpoint.send(-1, ScatterGatherList.of(memory, place, length), OpFlags.SILENT_SUCCESS))
                    .isEqualTo(NdStatus.SUCCESS);
            place = (place + 2048) % (32 * 1024);
        }

        boolean hasEnded() {
            var unused = queue.poll(completions, 1);
            return end.isDone();
        }

        @Override
        public void close() {
            adapter.close();
        }
    }

    /** A message that does not fit says, too, that its client is connected; whoever closes the server then is told of one end. */
    @OnBothMedia
    void endOnceIfTheServerIsClosedWhenTheyAreToldOf(Medium medium) {
        List<String> told = new ArrayList<>();
        Server[] server = new Server[1];
        ConnectionHandler clients = new ConnectionHandler() {
            @Override
            public void onConnected(long connection, String explanation) {
                told.add("connected");
                server[0].close();
            }

            @Override
            public void onDisconnected(long connection, NdStatus status, String explanation) {
                told.add("disconnected " + status);
            }
        };
        try (Bench bench = new Bench(medium);
                Stranger stranger = new Stranger(bench)) {
            server[0] = bench.polled(Server.open(
                    bench.adapter(),
                    Bench.anyAddress(),
                    SERVER,
                    ServerHandlers.of(Handlers.DOUBLE).withClients(clients)));
            CompletableFuture<Void> connecting =
                    stranger.connector.connect(stranger.endpoint, server[0].address(), 0, 0, GREETING);
            bench.until(connecting::isDone);
            bench.stop(server[0]); // it has not looked yet when the message comes
            CompletableFuture<Void> completing = stranger.connector.completeConnect();
            bench.until(completing::isDone);
            stranger.sendRaw(2 * SERVER.maxRequestLength());
            bench.until(() -> {
                var unused = server[0].poll();
                return told.size() > 1;
            });

            assertThat(told).containsExactly("connected", "disconnected CANCELED");
        }
    }

    @OnBothMedia
    void areRefusedWithGarbageInsteadOfAGreeting(Medium medium) {
        long seed = System.nanoTime();
        System.out.println("seed " + seed);
        Random random = new Random(seed);
        try (Bench bench = new Bench(medium)) {
            Server server = bench.server(SERVER, Handlers.DOUBLE);
            try (Stranger stranger = new Stranger(bench)) {
                byte[][] lies = {
                    {},
                    {1},
                    new byte[12],
                    Arrays.copyOf(GREETING, GREETING.length - 1),
                    with(GREETING, 8, 2), // version
                    with(GREETING, 0, 31), // length
                    new Greeting(0, 0, 4, 1024, 1024).toBytes(),
                    new Greeting(0, -1, 4, 1024, 1024).toBytes(),
                    new Greeting(0, 4, 0, 1024, 1024).toBytes(),
                    new Greeting(0, 4, 4, -1, 1024).toBytes(),
                    new Greeting(1, 4, 4, 1024, 1024).toBytes(),
                    random(random),
                    random(random),
                    random(random),
                };
                for (byte[] lie : lies) {
                    assertThat(stranger.connect(server, lie))
                            .as(Arrays.toString(lie))
                            .isFalse();
                }
                assertThat(bench.hasNews("server refused INVALID_PARAMETER_MIX: the peer speaks version 2, this side"
                                + " version 1"))
                        .isTrue();
                assertThat(server.clientCount()).isZero();
                assertThat(stranger.connect(
                                server, new Greeting(0, Integer.MAX_VALUE, Integer.MAX_VALUE, 0, 5000).toBytes()))
                        .isTrue();
            }
            works(bench, server);
        }
    }

    private static byte[] with(byte[] data, int index, int value) {
        byte[] changed = data.clone();
        changed[index] = (byte) value;
        return changed;
    }

    private static byte[] random(Random random) {
        byte[] data = new byte[random.nextInt(512)];
        random.nextBytes(data);
        return data;
    }

    @OnBothMedia
    void areDroppedForWhatTheyMayNotSend(Medium medium) {
        try (Bench bench = new Bench(medium)) {
            Server server = bench.server(SERVER, request -> {
                if (request.length() != 1) {
                    Handlers.DOUBLE.onRequest(request);
                }
            });
            Client witness = bench.connected(server, CLIENT, answers);
            long good = 1L << HeaderLayout.INDEX_BITS;
            drops(bench, server, s -> s.sendRaw(0));
            drops(bench, server, s -> s.sendRaw(15));
            drops(bench, server, s -> s.send(0, 0, good, 24));
            drops(bench, server, s -> s.send(99, 0, good, 24));
            drops(bench, server, s -> s.send(HeaderLayout.LAST, 0, good, 24));
            drops(bench, server, s -> s.send(HeaderLayout.REQUEST, 1, good, 24)); // gives back what was not sent
            drops(bench, server, s -> s.send(HeaderLayout.TAKEN, 1, good, 16));
            drops(bench, server, s -> s.send(HeaderLayout.TAKEN, 0, good, 16)); // gives nothing back, for ever
            drops(bench, server, s -> s.send(HeaderLayout.REQUEST, 0, good | 4, 24)); // four are agreed
            drops(bench, server, s -> s.send(HeaderLayout.REQUEST, 0, good | 0xFFFF, 24));
            drops(bench, server, s -> {
                s.send(HeaderLayout.REQUEST, 0, good, 17); // is kept
                s.send(HeaderLayout.REQUEST, 0, good, 17);
            });
            drops(bench, server, s -> {
                for (int i = 0; i < 4; i++) {
                    s.send(HeaderLayout.REQUEST, 0, good | i, 17);
                }
                s.send(HeaderLayout.ONE_WAY, 0, 0, 24);
            });
            drops(bench, server, s -> s.sendRaw(1041)); // longer than a slot
            assertThat(witness.isConnected()).isTrue();
            works(bench, server);
        }
    }

    private static void drops(Bench bench, Server server, Consumer<Stranger> offence) {
        bench.news.clear();
        try (Stranger stranger = new Stranger(bench)) {
            assertThat(stranger.connect(server, GREETING)).isTrue();
            offence.accept(stranger);
            bench.until(() -> stranger.hasEnded() && bench.hasNews("server disconnected"));
        }
    }

    /** Many more messages than it may have under way, at once. */
    @OnBothMedia
    void cannotKeepOthersOutByAFlood(Medium medium) {
        try (Bench bench = new Bench(medium)) {
            Server server = bench.server(SERVER.withMaxClients(2), Handlers.DOUBLE);
            for (int round = 0; round < 5; round++) {
                bench.until(() -> server.clientCount() == 0);
                try (Stranger stranger = new Stranger(bench)) {
                    assertThat(stranger.connect(server, GREETING)).isTrue();
                    long id = 1;
                    for (int i = 0; i < 60; i++) {
                        HeaderLayout.write(
                                stranger.memory.buffer(),
                                0,
                                HeaderLayout.REQUEST,
                                0,
                                0,
                                id++ << HeaderLayout.INDEX_BITS | i % 4);
                        var unused = stranger.endpoint.send(
                                -1, ScatterGatherList.of(stranger.memory, 0, 24), OpFlags.SILENT_SUCCESS);
                    }
                    works(bench, server);
                }
            }
        }
    }

    @OnBothMedia
    void asServersAreLeft(Medium medium) {
        try (Bench bench = new Bench(medium);
                Stranger stranger = new Stranger(bench);
                Listener listener = stranger.adapter.createListener()) {
            listener.bind(Bench.anyAddress());
            listener.listen(4);
            Client client = bench.client(StaticResolver.of(listener.localAddress()), CLIENT, answers);
            byte[][] welcomes = {
                {},
                with(GREETING, 8, 3),
                new Greeting(0, 17, 4, 1024, 1024).toBytes(),
                new Greeting(0, 4, 4, 10, 10).toBytes()
            };
            for (byte[] welcome : welcomes) {
                bench.news.clear();
                serve(bench, stranger, listener, welcome);
                bench.until(() -> stranger.hasEnded() && bench.hasNews("client refused INVALID_PARAMETER_MIX"));
            }
            int requests = 0;
            int[] kinds = {HeaderLayout.LAST, HeaderLayout.PART, HeaderLayout.DONE, HeaderLayout.REQUEST, 0};
            for (int kind : kinds) {
                serve(bench, stranger, listener, GREETING);
                bench.until(client::isConnected);
                int context = requests++;
                assertThat(ask(client, 1, context)).isEqualTo(NdStatus.SUCCESS);
                stranger.send(kind, kind == HeaderLayout.DONE ? 1 : 0, 12345L << HeaderLayout.INDEX_BITS, 16);
                bench.until(() -> answers.count() == context + 1);
                assertThat(answers.all.get(context)).isEqualTo(context + " CONNECTION_ABORTED");
            }
            assertThat(bench.hasNews("client disconnected INTERNAL_ERROR: the server broke the protocol"))
                    .isTrue();
            assertThat(bench.errors).isEmpty();
        }
    }

    private static void serve(Bench bench, Stranger stranger, Listener listener, byte[] welcome) {
        stranger.endpoint.close();
        stranger.connector.close();
        Connector connector = stranger.adapter.createConnector();
        CompletableFuture<Void> request = listener.getConnectionRequest(connector);
        bench.until(request::isDone);
        stranger.endpoint = stranger.newEndpoint();
        CompletableFuture<Void> accepting = connector.accept(stranger.endpoint, 0, 0, welcome);
        stranger.connector = connector;
        stranger.end = connector.notifyDisconnect();
        bench.until(accepting::isDone);
    }

    private void works(Bench bench, Server server) {
        Answers own = new Answers();
        Client client = bench.connected(server, CLIENT, own);
        for (int i = 0; i < 4; i++) {
            assertThat(ask(client, i, i)).isEqualTo(NdStatus.SUCCESS);
        }
        bench.until(() -> own.count() == 4);
        assertThat(own.all).containsExactly("0 SUCCESS 0", "1 SUCCESS 2", "2 SUCCESS 4", "3 SUCCESS 6");
        bench.stop(client);
        client.close();
    }
}
