// SPDX-License-Identifier: Apache-2.0
// Copyright the Oriel authors.
package io.oriel.service;

import static io.oriel.service.bench.Handlers.ask;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import io.oriel.api.AccessFlags;
import io.oriel.api.Adapter;
import io.oriel.api.Completion;
import io.oriel.api.CompletionQueue;
import io.oriel.api.Connector;
import io.oriel.api.Endpoint;
import io.oriel.api.Listener;
import io.oriel.api.MemoryRegion;
import io.oriel.api.NdException;
import io.oriel.api.NdStatus;
import io.oriel.api.OpFlags;
import io.oriel.api.RemoteWindow;
import io.oriel.api.ScatterGatherList;
import io.oriel.api.WindowDescriptor;
import io.oriel.api.config.EndpointConfig;
import io.oriel.api.config.Medium;
import io.oriel.service.bench.Answers;
import io.oriel.service.bench.Bench;
import io.oriel.service.bench.Handlers;
import io.oriel.service.bench.Handlers.Keeper;
import io.oriel.service.bench.OnBothMedia;
import io.oriel.service.config.ClientConfig;
import io.oriel.service.config.RedialConfig;
import io.oriel.service.config.ServerConfig;
import io.oriel.service.config.Surroundings;
import io.oriel.service.connect.Acceptance;
import io.oriel.service.connect.Acceptor;
import io.oriel.service.connect.Dialler;
import io.oriel.service.name.Resolver;
import io.oriel.service.name.StaticResolver;
import io.oriel.service.protocol.Greeting;
import io.oriel.service.run.PollLoop;
import io.oriel.service.run.ServerGroup;
import io.oriel.service.table.LookupConfig;
import io.oriel.service.table.RemoteTable;
import java.net.InetSocketAddress;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicLong;
import java.util.function.BooleanSupplier;
import org.agrona.concurrent.UnsafeBuffer;

/** Waits with a limit, while another connection of the same adapter moves messages without a pause. */
class UnbrokenWorkTest {
    private static final Duration PATIENCE = Duration.ofMillis(50);
    private static final Duration ACCEPTING = Duration.ofSeconds(5);
    private static final long FOREVER_NS = Duration.ofHours(1).toNanos();
    private static final long STREAM = 99;
    private static final int STREAMED_AT_ONCE = 4;
    private static final byte[] NOTHING = {};
    private static final ClientConfig IMPATIENT = ClientConfig.defaults()
            .withRequestTimeout(PATIENCE)
            .withRedial(new RedialConfig(PATIENCE, Duration.ofMillis(1), Duration.ofMillis(20)));

    private final Answers answers = new Answers();
    private final Keeper keeper = new Keeper();
    private final List<String> refusals = new ArrayList<>();
    private int streamed;

    private final RequestHandler answeringAllButZero = request -> {
        if (request.buffer().getLong(0) == 0) {
            keeper.onRequest(request);
        } else {
            Handlers.DOUBLE.onRequest(request);
        }
    };
    private final ConnectionHandler noting = new ConnectionHandler() {
        @Override
        public void onConnected(long connection, String explanation) {}

        @Override
        public void onDisconnected(long connection, NdStatus status, String explanation) {}

        @Override
        public void onRefused(NdStatus status, String explanation) {
            refusals.add(status + ": " + explanation);
        }
    };

    /** Connects a client that asks again with each answer. */
    private Client stream(Bench bench, Adapter adapter, InetSocketAddress server) {
        Client[] made = new Client[1];
        made[0] = bench.polled(Client.open(
                adapter, StaticResolver.of(server), "stream", ClientConfig.defaults(), ClientHandlers.of(answer -> {
                    if (answer.requestContext() != STREAM) {
                        answers.onAnswer(answer);
                    } else if (answer.status() == NdStatus.SUCCESS) {
                        streamed++;
                        streamOn(made[0]);
                    }
                })));
        bench.until(made[0]::isConnected);
        for (int request = 0; request < STREAMED_AT_ONCE; request++) {
            streamOn(made[0]);
        }
        return made[0];
    }

    private static void streamOn(Client client) {
        if (!client.isConnected()) {
            return; // its server was closed
        }
        assertThat(client.claim()).isEqualTo(NdStatus.SUCCESS);
        client.buffer().putLong(0, 1);
        assertThat(client.commit(Long.BYTES, STREAM, FOREVER_NS)).isEqualTo(NdStatus.SUCCESS);
    }

    /** Polls until it is true, while the stream continues. */
    private void untilBesideTheStream(Bench bench, BooleanSupplier condition) {
        int before = streamed;
        bench.until(() -> condition.getAsBoolean() && streamed > before);
        int then = streamed;
        bench.until(() -> streamed > then);
    }

    private Client impatient(Bench bench, Adapter adapter, Resolver resolver) {
        ClientHandlers handlers = ClientHandlers.of(answers).withConnection(noting);
        return bench.polled(Client.open(adapter, resolver, "test", IMPATIENT, handlers));
    }

    @OnBothMedia
    void requestsOfTheSameAndOfAnotherClientEndInTime(Medium medium) {
        try (Bench bench = new Bench(medium)) {
            Server server = bench.server(ServerConfig.defaults(), answeringAllButZero);
            Adapter adapter = bench.adapter();
            Client streaming = stream(bench, adapter, server.address());
            Client other = impatient(bench, adapter, StaticResolver.of(server.address()));
            bench.until(other::isConnected);

            assertThat(streaming.claim()).isEqualTo(NdStatus.SUCCESS);
            streaming.buffer().putLong(0, 0);
            streaming.commit(Long.BYTES, 1, PATIENCE.toNanos());
            ask(other, 0, 2);
            untilBesideTheStream(bench, () -> answers.count() == 2);

            assertThat(answers.all).containsExactlyInAnyOrder("1 IO_TIMEOUT", "2 IO_TIMEOUT");
        }
    }

    @OnBothMedia
    void attemptsToConnectEndInTimeAndAreRepeated(Medium medium) {
        try (Bench bench = new Bench(medium)) {
            Server server = bench.server(ServerConfig.defaults(), answeringAllButZero);
            Adapter adapter = bench.adapter();
            Client streaming = stream(bench, adapter, server.address());
            Listener silent = bench.adapter().createListener();
            silent.bind(Bench.anyAddress());
            silent.listen(0);

            impatient(bench, streaming.adapter(), StaticResolver.of(silent.localAddress()));
            untilBesideTheStream(bench, () -> refusals.size() >= 3);

            assertThat(refusals).allMatch(each -> each.startsWith("IO_TIMEOUT"));
        }
    }

    @OnBothMedia
    void resolutionsEndInTimeAndAreRepeated(Medium medium) {
        CompletableFuture<List<InetSocketAddress>> never = new CompletableFuture<>();
        try (Bench bench = new Bench(medium)) {
            Server server = bench.server(ServerConfig.defaults(), answeringAllButZero);
            Client streaming = stream(bench, bench.adapter(), server.address());

            impatient(bench, streaming.adapter(), name -> never.join());
            untilBesideTheStream(bench, () -> refusals.size() >= 3);

            assertThat(refusals).allMatch(each -> each.startsWith("IO_TIMEOUT: 'test' was not resolved"));
        } finally {
            never.complete(List.of());
        }
    }

    @OnBothMedia
    void anAcceptanceEndsInTimeThatTheClientDoesNotComplete(Medium medium) {
        AtomicLong nowNs = new AtomicLong();
        try (Bench bench = new Bench(medium)) {
            ServerHandlers handlers = ServerHandlers.of(answeringAllButZero)
                    .withClients(noting)
                    .withSurroundings(new Surroundings(nowNs::get, new Random(1)));
            Server server =
                    bench.polled(Server.open(bench.adapter(), Bench.anyAddress(), ServerConfig.defaults(), handlers));
            Adapter adapter = bench.adapter();
            stream(bench, adapter, server.address());
            CompletionQueue queue = adapter.createCompletionQueue(16);
            Endpoint endpoint = adapter.createEndpoint(queue, queue, EndpointConfig.defaults());
            Connector connector = adapter.createConnector();
            byte[] greeting = Greeting.of(ClientConfig.defaults()).toBytes();
            CompletableFuture<Void> connecting = connector.connect(endpoint, server.address(), 0, 0, greeting);
            untilBesideTheStream(bench, connecting::isDone);
            connecting.join();
            assertThat(refusals).isEmpty();

            nowNs.addAndGet(ACCEPTING.toNanos());
            untilBesideTheStream(bench, () -> !refusals.isEmpty());

            assertThat(refusals).containsExactly("IO_TIMEOUT: a client has not completed its connection");
        }
    }

    @OnBothMedia
    void aGroupOfServersIsClosedThoughAClientAsksWithoutAPause(Medium medium) {
        try (Bench bench = new Bench(medium)) {
            ServerGroup group = ServerGroup.openSleeping(
                    bench.provider(),
                    List.of(Bench.anyAddress()),
                    ServerConfig.defaults(),
                    index -> ServerHandlers.of(answeringAllButZero));
            Client streaming = stream(bench, bench.adapter(), group.addresses().get(0));
            bench.stop(streaming);
            PollLoop loop = new PollLoop(streaming.adapter(), streaming);
            CompletableFuture<NdStatus> running = CompletableFuture.supplyAsync(
                    () -> loop.runUntil(() -> !streaming.isConnected(), Duration.ofHours(1)));

            group.close();

            assertThat(running.join()).isEqualTo(NdStatus.SUCCESS);
        }
    }

    @OnBothMedia
    void openingATableEndsInTimeThatIsNeverOffered(Medium medium) {
        try (Bench bench = new Bench(medium)) {
            Adapter reader = bench.adapter();
            try (Writing writing = new Writing(bench, reader)) {
                InetSocketAddress silent = acceptOnce(bench.adapter());
                LookupConfig config =
                        new LookupConfig(8, 8, Duration.ofSeconds(1).toNanos());

                NdException failure =
                        catchThrowableOfType(NdException.class, () -> RemoteTable.open(reader, silent, config));

                assertThat(failure.status()).isEqualTo(NdStatus.IO_TIMEOUT);
                writing.awaitMore();
            }
        }
    }

    /** Listens, and accepts one peer, to whom nothing is sent. */
    private static InetSocketAddress acceptOnce(Adapter adapter) {
        Listener listener = adapter.createListener();
        listener.bind(Bench.anyAddress());
        listener.listen(0);
        CompletionQueue queue = adapter.createCompletionQueue(16);
        Endpoint endpoint = adapter.createEndpoint(queue, queue, EndpointConfig.defaults());
        Connector connector = adapter.createConnector();
        var unused = listener.getConnectionRequest(connector).thenCompose(request -> connector.accept(endpoint));
        return listener.localAddress();
    }

    /** A thread that writes into the memory of an adapter again and again. */
    private static final class Writing implements AutoCloseable {
        private final AtomicBoolean ends = new AtomicBoolean();
        private final AtomicLong writes = new AtomicLong();
        private final CompletableFuture<Void> thread;

        Writing(Bench bench, Adapter owner) {
            Adapter writer = bench.adapter();
            CompletionQueue ownersQueue = owner.createCompletionQueue(2);
            CompletionQueue writersQueue = writer.createCompletionQueue(64);
            Acceptor acceptor = new Acceptor(owner, Bench.anyAddress(), 1);
            List<Acceptance> accepted = new ArrayList<>();
            long deadlineNs = System.nanoTime() + FOREVER_NS;
            Endpoint ownersEnd = owner.createEndpoint(ownersQueue, ownersQueue, EndpointConfig.defaults());
            Dialler dialler = new Dialler(
                    writer,
                    writer.createEndpoint(writersQueue, writersQueue, EndpointConfig.defaults()),
                    acceptor.localAddress(),
                    NOTHING,
                    deadlineNs);
            bench.until(() ->
                    acceptor.poll(arrival -> accepted.add(arrival.accept(ownersEnd, NOTHING, deadlineNs))) >= 0
                            && dialler.poll(System.nanoTime()) == NdStatus.SUCCESS
                            && accepted.stream().allMatch(each -> each.poll(System.nanoTime()) == NdStatus.SUCCESS));
            UnsafeBuffer descriptor = new UnsafeBuffer(new byte[WindowDescriptor.LENGTH]);
            MemoryRegion memory = owner.allocateMemory(Long.BYTES, AccessFlags.ALLOW_LOCAL_WRITE);
            int flags = OpFlags.ALLOW_WRITE | OpFlags.SILENT_SUCCESS;
            assertThat(ownersEnd.bind(1, memory, owner.createMemoryWindow(0), 0, Long.BYTES, flags, descriptor, 0))
                    .isEqualTo(NdStatus.SUCCESS);
            Endpoint end = dialler.connection().endpoint();
            RemoteWindow window = end.openWindow(descriptor, 0);
            ScatterGatherList source =
                    ScatterGatherList.of(writer.allocateMemory(Long.BYTES, AccessFlags.ALLOW_LOCAL_WRITE));
            thread = CompletableFuture.runAsync(() -> {
                Completion[] one = {new Completion()};
                while (!ends.get()) {
                    NdStatus status = end.write(0, source, window, 0, OpFlags.SILENT_SUCCESS);
                    assertThat(status).isIn(NdStatus.SUCCESS, NdStatus.NO_MORE_ENTRIES);
                    writes.addAndGet(status == NdStatus.SUCCESS ? 1 : 0);
                    assertThat(writersQueue.poll(one, 1)).isZero();
                }
            });
            awaitMore();
        }

        void awaitMore() {
            long before = writes.get();
            while (writes.get() == before && !thread.isDone()) {
                Thread.onSpinWait();
            }
            assertThat(thread).isNotDone();
        }

        @Override
        public void close() {
            ends.set(true);
            thread.join();
        }
    }
}
