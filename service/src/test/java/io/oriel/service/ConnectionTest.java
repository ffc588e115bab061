// SPDX-License-Identifier: Apache-2.0
// Copyright the Oriel authors.
package io.oriel.service;

import static io.oriel.service.bench.Handlers.answer;
import static io.oriel.service.bench.Handlers.ask;
import static io.oriel.service.bench.Handlers.tell;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.oriel.api.Adapter;
import io.oriel.api.NdException;
import io.oriel.api.NdStatus;
import io.oriel.api.config.Medium;
import io.oriel.service.bench.Answers;
import io.oriel.service.bench.Bench;
import io.oriel.service.bench.Handlers;
import io.oriel.service.bench.Handlers.Keeper;
import io.oriel.service.bench.OnBothMedia;
import io.oriel.service.config.ClientConfig;
import io.oriel.service.config.RedialConfig;
import io.oriel.service.config.ServerConfig;
import io.oriel.service.name.StaticResolver;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;

/** How clients and servers find, refuse, lose and leave each other. */
class ConnectionTest {
    private static final ServerConfig SERVER = ServerConfig.defaults();
    private static final ClientConfig CLIENT = ClientConfig.defaults()
            .withRedial(new RedialConfig(Duration.ofSeconds(5), Duration.ofMillis(1), Duration.ofMillis(20)));

    private final Answers answers = new Answers();
    private final Keeper keeper = new Keeper();

    @OnBothMedia
    void areToldOfWithAnExplanation(Medium medium) {
        try (Bench bench = new Bench(medium)) {
            Server server = bench.server(SERVER, keeper);
            Client client = bench.client(server, CLIENT, answers);
            assertThat(client.isConnected()).isFalse();
            assertThat(client.claim()).isEqualTo(NdStatus.CONNECTION_INVALID);

            bench.until(() -> client.isConnected() && bench.hasNews("server connected"));
            client.close();
            client.close();
            bench.until(() -> bench.hasNews("server disconnected"));

            assertThat(client.claim()).isEqualTo(NdStatus.INVALID_HANDLE);
            assertThat(client.poll()).isZero();
            assertThat(bench.news)
                    .anyMatch(each -> each.matches(
                            "client connected: .*127.0.0.1:" + server.address().getPort() + ": .*"))
                    .anyMatch(each -> each.startsWith("client disconnected CANCELED"))
                    .anyMatch(each -> each.startsWith("server disconnected STATUS_CONNECTION_DISCONNECTED"));
            assertThat(server.clientCount()).isZero();
        }
    }

    @OnBothMedia
    void haveNumbersByWhichWhatIsKeptOfAClientCanBeEnded(Medium medium) {
        try (Bench bench = new Bench(medium)) {
            Server server = bench.server(SERVER, keeper);
            Client leaving = bench.connected(server, CLIENT, answers);
            Client staying = bench.connected(server, CLIENT, answers);
            ask(leaving, 1, 1);
            bench.until(() -> keeper.kept.size() == 1);
            ask(staying, 2, 2);
            bench.until(() -> keeper.kept.size() == 2);
            long gone = keeper.kept.element().clientId();
            assertThat(bench.came).contains(gone).doesNotHaveDuplicates();
            assertThat(bench.went).isEmpty();

            leaving.close();
            bench.until(() -> bench.went.contains(gone));

            keeper.kept.removeIf(request ->
                    request.clientId() == gone && request.decline(NdStatus.CANCELED) == NdStatus.CONNECTION_ABORTED);
            assertThat(server.clientCount()).isEqualTo(1);
            answer(keeper.kept.remove(), 7);
            bench.until(() -> answers.count() == 2);
            assertThat(answers.all).containsExactly("1 CANCELED", "2 SUCCESS 7");
        }
    }

    @OnBothMedia
    void areRefusedBeyondTheServersNumberOfClients(Medium medium) {
        try (Bench bench = new Bench(medium)) {
            Server server = bench.server(SERVER.withMaxClients(2), keeper);
            Client first = bench.connected(server, CLIENT, answers);
            bench.connected(server, CLIENT, answers);
            Client third = bench.client(server, CLIENT, answers);
            bench.until(() -> bench.hasNews("client refused INSUFFICIENT_RESOURCES"));
            assertThat(bench.news)
                    .contains("client refused INSUFFICIENT_RESOURCES: the server has 2 clients, which is as many as it"
                            + " takes");
            assertThat(third.isConnected()).isFalse();

            first.close();
            bench.until(third::isConnected);
        }
    }

    @OnBothMedia
    void areRefusedIfBothSidesDoNotFit(Medium medium) {
        try (Bench bench = new Bench(medium)) {
            Server server = bench.server(SERVER.withProtocol(3), keeper);
            ClientConfig good = CLIENT.withProtocol(3);
            bench.client(server, good.withProtocol(4), answers);
            bench.client(server, good.withMaxRequestLength(2000), answers);
            bench.client(server, good.withMaxAnswerLength(1000), answers);

            bench.until(() ->
                    bench.hasNews("client refused INVALID_PARAMETER_MIX: the client's protocol is 4, the server's 3")
                            && bench.hasNews("requests have up to 2000 bytes, the server takes 1024")
                            && bench.hasNews("answers have up to 1024 bytes, the client takes 1000"));
            assertThat(bench.news).noneMatch(each -> each.contains("connected:"));
            assertThat(server.clientCount()).isZero();
        }
    }

    @OnBothMedia
    void areMadeWithTheFirstAddressThatAnswers(Medium medium) {
        try (Bench bench = new Bench(medium)) {
            Server server = bench.server(SERVER, Handlers.DOUBLE);
            InetSocketAddress nobody = new InetSocketAddress(InetAddress.getLoopbackAddress(), 1);
            InetSocketAddress unknown = InetSocketAddress.createUnresolved("no.such.host.invalid", 1);
            Client client = bench.client(StaticResolver.of(unknown, nobody, server.address()), CLIENT, answers);

            bench.until(client::isConnected);
            ask(client, 3, 1);
            bench.until(() -> answers.count() == 1);

            assertThat(bench.hasNews("client refused INVALID_ADDRESS")).isTrue();
            assertThat(bench.hasNews("client refused CONNECTION_REFUSED")).isTrue();
            assertThat(answers.all).containsExactly("1 SUCCESS 6");
        }
    }

    @OnBothMedia
    void areMadeAgainWhenTheServerHasGoneAndEachRequestEndsOnce(Medium medium) {
        try (Bench bench = new Bench(medium)) {
            Server first = bench.server(SERVER, request -> {
                if (!request.isOneWay()) {
                    keeper.onRequest(request);
                }
            });
            InetSocketAddress address = first.address();
            Client client = bench.connected(first, CLIENT, answers);
            for (int i = 0; i < 5; i++) {
                ask(client, i, i);
            }
            tell(client, 5);
            bench.until(() -> keeper.kept.size() == 5);
            answer(keeper.kept.remove(), 7);
            assertThat(client.claim()).isEqualTo(NdStatus.SUCCESS); // and goes on with it when the server is another
            bench.stop(first);
            first.close();
            bench.until(() -> answers.count() == 5);
            assertThat(answers.all.subList(answers.count() - 4, answers.count()))
                    .containsExactly(
                            "1 CONNECTION_ABORTED",
                            "2 CONNECTION_ABORTED",
                            "3 CONNECTION_ABORTED",
                            "4 CONNECTION_ABORTED");
            assertThat(client.isConnected()).isFalse();
            assertThat(keeper.kept.remove().claim()).isEqualTo(NdStatus.CONNECTION_ABORTED);

            bench.server(address, SERVER.withRequestsInFlight(2), Handlers.DOUBLE);
            bench.until(client::isConnected);
            assertThat(client.commit(8, 99)).isEqualTo(NdStatus.CONNECTION_INVALID);
            assertThat(ask(client, 10, 10)).isEqualTo(NdStatus.SUCCESS);
            assertThat(ask(client, 11, 11)).isEqualTo(NdStatus.SUCCESS);
            assertThat(client.claim()).isEqualTo(NdStatus.NO_MORE_ENTRIES);
            bench.until(() -> answers.count() == 7);
            assertThat(answers.all.subList(5, 7)).containsExactly("10 SUCCESS 20", "11 SUCCESS 22");
            assertThat(answers.declined).isEmpty();
            assertThat(bench.errors).isEmpty();
        }
    }

    @OnBothMedia
    void endInOrderWhenTheServerDrains(Medium medium) {
        try (Bench bench = new Bench(medium)) {
            Server leaving = bench.server(SERVER, keeper);
            Server staying = bench.server(SERVER, Handlers.DOUBLE);
            Client client = bench.client(StaticResolver.of(leaving.address(), staying.address()), CLIENT, answers);
            Client idle = bench.client(StaticResolver.of(leaving.address()), CLIENT, answers);
            bench.until(() -> client.isConnected() && idle.isConnected());
            ask(client, 1, 1);
            bench.until(() -> keeper.kept.size() == 1);
            leaving.drain();
            leaving.drain();
            bench.until(() -> !client.isConnected() && !idle.isConnected());

            assertThat(client.claim()).isEqualTo(NdStatus.CONNECTION_INVALID);
            assertThat(leaving.isDrained()).isFalse();
            bench.settle();
            assertThat(answers.all).isEmpty();
            answer(keeper.kept.remove(), 11);
            bench.until(leaving::isDrained);
            bench.until(client::isConnected);
            ask(client, 2, 2);
            bench.until(() -> answers.count() == 2);

            assertThat(answers.all).containsExactly("1 SUCCESS 11", "2 SUCCESS 4");
            assertThat(idle.isConnected()).isFalse();
            leaving.close();
            leaving.close();
            assertThat(bench.errors).isEmpty();
        }
    }

    @OnBothMedia
    void carryWhatWasToldBeforeTheClientLeft(Medium medium) {
        List<Long> told = new ArrayList<>();
        try (Bench bench = new Bench(medium)) {
            Server server =
                    bench.server(SERVER, request -> told.add(request.buffer().getLong(0)));
            Client client = bench.connected(server, CLIENT, answers);
            for (int i = 0; i < 16; i++) {
                assertThat(tell(client, i)).isEqualTo(NdStatus.SUCCESS);
            }
            client.drain();
            assertThat(client.claim()).isEqualTo(NdStatus.CONNECTION_INVALID);
            bench.until(client::isDrained);
            client.close();

            assertThat(told).hasSize(16);
        }
    }

    @OnBothMedia
    void areNotWaitedForWhenTheClientDrainsAndTheServerHasGone(Medium medium) {
        try (Bench bench = new Bench(medium)) {
            Server server = bench.server(SERVER, keeper);
            Client client = bench.connected(server, CLIENT, answers);
            bench.until(() -> bench.hasNews("server connected"));
            bench.stop(server);
            tell(client, 1);
            ask(client, 2, 2);
            client.drain();
            bench.settle();
            assertThat(client.isDrained()).isFalse();
            server.close();
            bench.until(client::isDrained);

            assertThat(answers.all).containsExactly("2 CONNECTION_ABORTED");
            bench.settle();
            assertThat(bench.news).filteredOn(each -> each.contains("refused")).isEmpty();
        }
    }

    @OnBothMedia
    void canBeClosedFromWithinHandlers(Medium medium) {
        try (Bench bench = new Bench(medium)) {
            Server[] server = new Server[1];
            server[0] = bench.server(SERVER, request -> {
                assertThat(server[0].poll()).isZero();
                server[0].close();
                assertThat(request.claim()).isEqualTo(NdStatus.CONNECTION_ABORTED);
            });
            Client[] client = new Client[1];
            client[0] = bench.connected(server[0], CLIENT, answer -> {
                answers.onAnswer(answer);
                client[0].close();
            });
            for (int i = 0; i < 3; i++) {
                ask(client[0], i, i);
            }
            bench.until(() -> answers.count() == 3);
            bench.settle();

            assertThat(answers.all).containsExactly("0 CONNECTION_ABORTED", "1 CANCELED", "2 CANCELED");
            assertThat(bench.errors).isEmpty();
        }
    }

    @OnBothMedia
    void ofAServerAndAClientShareAnAdapterAndAThread(Medium medium) {
        try (Bench bench = new Bench(medium);
                Adapter adapter = bench.adapter()) {
            Server back = bench.server(SERVER, Handlers.DOUBLE);
            Keeper waiting = new Keeper();
            Client inner = bench.polled(Client.open(
                    adapter,
                    StaticResolver.of(back.address()),
                    "back",
                    CLIENT,
                    ClientHandlers.of(
                            each -> answer(waiting.kept.remove(), each.buffer().getLong(0) + 1))));
            Server gateway =
                    bench.polled(Server.open(adapter, Bench.anyAddress(), SERVER, ServerHandlers.of(request -> {
                        waiting.onRequest(request);
                        assertThat(ask(inner, request.buffer().getLong(0), 0)).isEqualTo(NdStatus.SUCCESS);
                    })));
            bench.until(inner::isConnected);
            Client client = bench.connected(gateway, CLIENT, answers);
            for (int i = 0; i < 10; i++) {
                ask(client, i, i);
            }
            bench.until(() -> answers.count() == 10);

            assertThat(answers.all).startsWith("0 SUCCESS 1", "1 SUCCESS 3").endsWith("9 SUCCESS 19");
        }
    }

    @OnBothMedia
    void cannotBeHadAtAnAddressThatIsTaken(Medium medium) {
        try (Bench bench = new Bench(medium)) {
            Server server = bench.server(SERVER, keeper);

            assertThatThrownBy(() -> bench.server(server.address(), SERVER, keeper))
                    .isInstanceOf(NdException.class)
                    .hasMessageContaining("SHARING_VIOLATION");
        }
    }
}
