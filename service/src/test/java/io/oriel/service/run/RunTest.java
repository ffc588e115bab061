// SPDX-License-Identifier: Apache-2.0
// Copyright the Oriel authors.
package io.oriel.service.run;

import static io.oriel.service.bench.Handlers.ask;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.oriel.api.Adapter;
import io.oriel.api.NdException;
import io.oriel.api.NdStatus;
import io.oriel.api.config.Medium;
import io.oriel.service.Client;
import io.oriel.service.ClientHandlers;
import io.oriel.service.ConnectionHandler;
import io.oriel.service.Server;
import io.oriel.service.ServerHandlers;
import io.oriel.service.bench.Answers;
import io.oriel.service.bench.Bench;
import io.oriel.service.bench.Handlers;
import io.oriel.service.bench.OnBothMedia;
import io.oriel.service.config.ClientConfig;
import io.oriel.service.config.ServerConfig;
import io.oriel.service.name.StaticResolver;
import java.lang.reflect.Proxy;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.function.IntSupplier;
import org.agrona.concurrent.BusySpinIdleStrategy;
import org.agrona.concurrent.YieldingIdleStrategy;
import org.junit.jupiter.api.Test;

/** Threads that sleep or spin, and several servers. */
class RunTest {
    private static final int REQUESTS = 200;

    /** Asks once when the client is connected. */
    private static final class Beginning implements Duty {
        private final Client client;
        private boolean done;

        Beginning(Client client) {
            this.client = client;
        }

        @Override
        public int poll() {
            if (done || !client.isConnected()) {
                return 0;
            }
            done = true;
            assertThat(ask(client, 1, 0)).isEqualTo(NdStatus.SUCCESS);
            return 1;
        }

        @Override
        public long untilDueNs(long nowNs) {
            return Long.MAX_VALUE;
        }
    }

    /** Both sides sleep whenever there is nothing to do; a message or a deadline wakes them. */
    @OnBothMedia
    void sleepsUntilThereIsSomethingToDo(Medium medium) throws Exception {
        try (Bench bench = new Bench(medium)) {
            Adapter serverAdapter = bench.adapter();
            Server server = Server.open(
                    serverAdapter, Bench.anyAddress(), ServerConfig.defaults(), ServerHandlers.of(request -> {
                        if (request.buffer().getLong(0) > 0) {
                            Handlers.DOUBLE.onRequest(request);
                        }
                    }));
            PollLoop serving = new PollLoop(serverAdapter, server);
            CompletableFuture<NdStatus> served =
                    CompletableFuture.supplyAsync(serving::runSleeping, command -> new Thread(command).start());

            Answers answers = new Answers();
            Adapter adapter = bench.adapter();
            Client[] client = new Client[1];
            PollLoop[] asking = new PollLoop[1];
            client[0] = Client.open(
                    adapter,
                    StaticResolver.of(server.address()),
                    "sleeper",
                    ClientConfig.defaults().withRequestsInFlight(1).withRequestTimeout(Duration.ofMillis(50)),
                    ClientHandlers.of(answer -> {
                        answers.onAnswer(answer);
                        if (answers.count() > REQUESTS) {
                            asking[0].stop();
                        } else {
                            // The last one is not answered: its time-out wakes the client.
                            assertThat(ask(client[0], answers.count() < REQUESTS ? answers.count() : 0, 0))
                                    .isEqualTo(NdStatus.SUCCESS);
                        }
                    }));
            asking[0] = new PollLoop(adapter, client[0], new Beginning(client[0]));
            assertThat(asking[0].runSleeping()).isEqualTo(NdStatus.SUCCESS);
            serving.stop();
            assertThat(served.get()).isEqualTo(NdStatus.SUCCESS);
            assertThat(answers.all.subList(0, REQUESTS)).allMatch(each -> each.startsWith("0 SUCCESS"));
            assertThat(answers.all.get(REQUESTS)).isEqualTo("0 IO_TIMEOUT");
        }
    }

    /** Nothing but what is told wakes it: its sleep has no end of its own. */
    @OnBothMedia
    void isWokenByClientsThatComeAndGoWithoutAWord(Medium medium) throws Exception {
        try (Bench bench = new Bench(medium)) {
            Adapter adapter = bench.adapter();
            List<String> news = new CopyOnWriteArrayList<>();
            ConnectionHandler reporter = new ConnectionHandler() {
                @Override
                public void onConnected(long connection, String explanation) {
                    news.add("connected");
                }

                @Override
                public void onDisconnected(long connection, NdStatus status, String explanation) {
                    news.add("disconnected");
                }
            };
            Server server = Server.open(
                    adapter,
                    Bench.anyAddress(),
                    ServerConfig.defaults(),
                    ServerHandlers.of(Handlers.DOUBLE).withClients(reporter));
            CompletableFuture<Void> served = CompletableFuture.runAsync(
                    () -> {
                        while (news.size() < 6) {
                            if (server.poll() == 0) {
                                assertThat(adapter.await(server.untilDueNs(System.nanoTime()))
                                                .isFailure())
                                        .isFalse();
                            }
                        }
                    },
                    command -> new Thread(command).start());
            for (int round = 1; round <= 3; round++) {
                int seen = 2 * round;
                Client client = bench.client(server, ClientConfig.defaults(), new Answers());
                bench.until(() -> client.isConnected() && news.size() == seen - 1);
                client.close();
                bench.stop(client);
                bench.until(() -> news.size() == seen);
            }
            served.get();

            assertThat(news)
                    .containsExactly(
                            "connected", "disconnected", "connected", "disconnected", "connected", "disconnected");
        }
    }

    @OnBothMedia
    void runsUntilSomethingIsTrueOrTheTimeHasPassed(Medium medium) {
        try (Bench bench = new Bench(medium);
                Server server = Server.open(
                        bench.adapter(),
                        Bench.anyAddress(),
                        ServerConfig.defaults(),
                        ServerHandlers.of(Handlers.DOUBLE));
                Client client = Client.open(
                        server.adapter(),
                        StaticResolver.of(server.address()),
                        "server",
                        ClientConfig.defaults(),
                        ClientHandlers.of(new Answers()))) {
            PollLoop loop = new PollLoop(client.adapter(), server, client);
            assertThat(loop.runUntil(client::isConnected, Duration.ofMinutes(1)))
                    .isEqualTo(NdStatus.SUCCESS);
            assertThat(client.isConnected()).isTrue();
            assertThat(loop.runUntil(() -> client.inFlight() > 0, Duration.ofMillis(20)))
                    .isEqualTo(NdStatus.IO_TIMEOUT);
            assertThat(loop.isStopped()).isFalse();

            loop.stop();
            assertThat(loop.runSleeping()).isEqualTo(NdStatus.SUCCESS);
            server.drain(); // a loop that was stopped still waits for the orderly end
            assertThat(loop.runUntil(server::isDrained, Duration.ofMinutes(1))).isEqualTo(NdStatus.SUCCESS);
            assertThat(loop.isStopped()).isTrue();
        }
    }

    /** The time that a poll takes is not slept again. */
    @Test
    void sleepsForNoLongerThanIsLeftAfterThePolls() {
        Duration patience = Duration.ofMillis(20);
        List<Long> sleepsNs = new ArrayList<>();
        Duty slow = duty(() -> {
            long beginNs = System.nanoTime(); // after the wait has begun
            while (System.nanoTime() - beginNs < patience.toNanos()) {
                Thread.onSpinWait();
            }
            return 0;
        });

        assertThat(new PollLoop(sleeper(sleepsNs), slow).runUntil(() -> false, patience))
                .isEqualTo(NdStatus.IO_TIMEOUT);
        assertThat(sleepsNs).allMatch(ns -> ns <= 0);
    }

    @Test
    void endsInTimeThoughPollsAlwaysFindWork() {
        List<Long> sleepsNs = new ArrayList<>();

        assertThat(new PollLoop(sleeper(sleepsNs), duty(() -> 1)).runUntil(() -> false, Duration.ofMillis(20)))
                .isEqualTo(NdStatus.IO_TIMEOUT);
        assertThat(sleepsNs).isEmpty();
    }

    private static Duty duty(IntSupplier poll) {
        return new Duty() {
            @Override
            public int poll() {
                return poll.getAsInt();
            }

            @Override
            public long untilDueNs(long nowNs) {
                return Long.MAX_VALUE;
            }
        };
    }

    /** Returns an adapter of which nothing but the wait is used, and that notes how long each would be. */
    private static Adapter sleeper(List<Long> sleepsNs) {
        return (Adapter) Proxy.newProxyInstance(
                Adapter.class.getClassLoader(), new Class<?>[] {Adapter.class}, (proxy, method, arguments) -> {
                    sleepsNs.add((Long) arguments[0]);
                    return NdStatus.TIMEOUT;
                });
    }

    @Test
    void endsWhenItsAdapterIsClosed() {
        try (Bench bench = new Bench(Medium.SHM)) {
            Adapter adapter = bench.adapter();
            adapter.close();
            assertThat(new PollLoop(adapter).runSleeping()).isEqualTo(NdStatus.INVALID_HANDLE);
        }
    }

    @OnBothMedia
    void runsServersOnThreadsOfTheirOwn(Medium medium) {
        try (Bench bench = new Bench(medium)) {
            List<InetSocketAddress> any = List.of(Bench.anyAddress(), Bench.anyAddress(), Bench.anyAddress());
            try (ServerGroup busy = ServerGroup.openBusy(
                            bench.provider(),
                            any,
                            ServerConfig.defaults(),
                            RunTest::multiplies,
                            YieldingIdleStrategy::new);
                    ServerGroup sleeping = ServerGroup.openSleeping(
                            bench.provider(), any, ServerConfig.defaults(), RunTest::multiplies)) {
                for (ServerGroup group : List.of(busy, sleeping)) {
                    assertThat(group.addresses()).doesNotHaveDuplicates().hasSize(3);
                    for (int index = 0; index < 3; index++) {
                        Answers answers = new Answers();
                        Client client = bench.client(
                                StaticResolver.of(group.addresses().get(index)), ClientConfig.defaults(), answers);
                        bench.until(client::isConnected);
                        ask(client, 10, 1);
                        bench.until(() -> answers.count() == 1);
                        assertThat(answers.all).containsExactly("1 SUCCESS " + 10 * index);
                        bench.stop(client);
                        client.close();
                    }
                    group.drain();
                    bench.until(group::isDrained);
                    group.close();
                }
            }
            assertThat(bench.errors).isEmpty();
        }
    }

    private static ServerHandlers multiplies(int index) {
        return ServerHandlers.of(
                request -> Handlers.answer(request, index * request.buffer().getLong(0)));
    }

    @Test
    void closesTheOthersWhenOneServerCannotBeOpened() {
        try (Bench bench = new Bench(Medium.SHM);
                ServerGroup first = ServerGroup.openBusy(
                        bench.provider(),
                        List.of(Bench.anyAddress()),
                        ServerConfig.defaults(),
                        RunTest::multiplies,
                        () -> BusySpinIdleStrategy.INSTANCE)) {
            InetSocketAddress taken = first.addresses().get(0);
            assertThatThrownBy(() -> ServerGroup.openSleeping(
                            bench.provider(),
                            List.of(Bench.anyAddress(), taken),
                            ServerConfig.defaults(),
                            RunTest::multiplies))
                    .isInstanceOf(NdException.class)
                    .hasMessageContaining("SHARING_VIOLATION");
        }
    }

    @Test
    void countsAddressesUpByTheirPorts() {
        InetSocketAddress first = new InetSocketAddress(InetAddress.getLoopbackAddress(), 65_534);

        assertThat(ServerGroup.consecutive(first, 2))
                .containsExactly(first, new InetSocketAddress(InetAddress.getLoopbackAddress(), 65_535));
        assertThatThrownBy(() -> ServerGroup.consecutive(first, 3)).hasMessage("count must be in 1..2, was 3");
        assertThatThrownBy(() -> ServerGroup.consecutive(first, 0)).hasMessage("count must be in 1..2, was 0");
    }
}
