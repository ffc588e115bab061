// SPDX-License-Identifier: Apache-2.0
// Copyright the Oriel authors.
package io.oriel.service;

import static io.oriel.service.bench.Handlers.answer;
import static io.oriel.service.bench.Handlers.ask;
import static io.oriel.service.bench.Handlers.tell;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

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
import io.oriel.service.run.Duty;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import org.agrona.DirectBuffer;
import org.agrona.ErrorHandler;

/** Handlers that throw, whose error handlers throw, that close what calls them, and that end what is just being ended. */
class HandlerTest {
    private static final ServerConfig SERVER = ServerConfig.defaults().withRequestsInFlight(4);
    private static final ClientConfig CLIENT = ClientConfig.defaults();
    private static final RedialConfig OFTEN =
            new RedialConfig(Duration.ofSeconds(5), Duration.ofMillis(1), Duration.ofMillis(2));
    private static final ErrorHandler STRICT = error -> {
        throw new IllegalStateException("told: " + error.getMessage());
    };

    private final Answers answers = new Answers();
    private final Keeper keeper = new Keeper();
    private final List<Throwable> thrown = new ArrayList<>();

    /** Polls as an application does that goes on whatever comes out. */
    private final class Catching implements Duty {
        private final Duty duty;

        Catching(Duty duty) {
            this.duty = duty;
        }

        @Override
        public int poll() {
            try {
                return duty.poll();
            } catch (IllegalStateException e) {
                thrown.add(e);
                return 1;
            }
        }

        @Override
        public long untilDueNs(long nowNs) {
            return duty.untilDueNs(nowNs);
        }
    }

    private Server strictServer(Bench bench, RequestHandler handler) {
        Server server = Server.open(
                bench.adapter(),
                Bench.anyAddress(),
                SERVER,
                ServerHandlers.of(handler).withErrors(STRICT));
        bench.polled(new Catching(server));
        return server;
    }

    private Client strictClient(Bench bench, Server server, ClientConfig config, AnswerHandler handler) {
        Client client = Client.open(
                bench.adapter(),
                StaticResolver.of(server.address()),
                "strict",
                config,
                ClientHandlers.of(handler).withErrors(STRICT));
        bench.polled(new Catching(client));
        bench.until(client::isConnected);
        return client;
    }

    @OnBothMedia
    void ofErrorsThrowOutOfTheServersPollAndNoMessageIsLost(Medium medium) {
        try (Bench bench = new Bench(medium)) {
            Server server = strictServer(bench, request -> {
                throw new IllegalStateException("number " + request.buffer().getLong(0));
            });
            Client client = bench.connected(server, CLIENT, answers);
            for (int i = 0; i < 40; i++) { // ten times as many as can be under way
                bench.until(() -> client.claim() != NdStatus.NO_MORE_ENTRIES);
                client.buffer().putLong(0, i);
                assertThat(i % 2 == 0 ? client.commitOneWay(8) : client.commit(8, i))
                        .isEqualTo(NdStatus.SUCCESS);
            }
            client.drain();
            bench.until(client::isDrained);

            assertThat(answers.all).hasSize(20).allMatch(each -> each.endsWith("REMOTE_ERROR"));
            int told = thrown.size();
            for (Throwable each : thrown) {
                told += each.getSuppressed().length;
            }
            assertThat(told).isEqualTo(40);
            assertThat(thrown.get(0)).hasMessage("told: number 0");
        }
    }

    @OnBothMedia
    void ofErrorsThrowOutOfTheClientsPollAndEachRequestEndsOnce(Medium medium) {
        List<String> ended = new ArrayList<>();
        try (Bench bench = new Bench(medium)) {
            Server server = bench.server(SERVER, keeper);
            Client client = strictClient(bench, server, CLIENT.withRequestTimeout(Duration.ofMillis(20)), answer -> {
                ended.add(answer.requestContext() + " " + answer.status());
                throw new IllegalStateException("answer");
            });
            for (int i = 0; i < 2; i++) {
                assertThat(ask(client, i, i)).isEqualTo(NdStatus.SUCCESS);
            }
            bench.until(() -> ended.size() == 2); // both at once: the first must not keep the second from it
            bench.until(() -> keeper.kept.size() == 2);
            for (int i = 2; i < 4; i++) {
                assertThat(client.claim()).isEqualTo(NdStatus.SUCCESS);
                assertThat(client.commit(8, i, Duration.ofMinutes(1).toNanos())).isEqualTo(NdStatus.SUCCESS);
            }
            server.close();
            bench.until(() -> ended.size() == 4);

            assertThat(ended)
                    .containsExactlyInAnyOrder(
                            "0 IO_TIMEOUT", "1 IO_TIMEOUT", "2 CONNECTION_ABORTED", "3 CONNECTION_ABORTED");
            assertThat(client.inFlight()).isZero();
            assertThat(thrown).isNotEmpty().allMatch(each -> "told: answer".equals(each.getMessage()));
            client.close();
        }
    }

    /** Whoever is told that a client has gone ends what it has kept of it, amid the very call that has found it out. */
    @OnBothMedia
    void ofClientsEndWhatIsJustBeingAnswered(Medium medium) {
        List<NdStatus> declined = new ArrayList<>();
        List<Throwable> errors = new ArrayList<>();
        InetSocketAddress nobody = new InetSocketAddress(InetAddress.getLoopbackAddress(), 1);
        try (Bench bench = new Bench(medium)) {
            ConnectionHandler clients = new ConnectionHandler() {
                @Override
                public void onDisconnected(long connection, NdStatus status, String explanation) {
                    keeper.kept.forEach(request -> declined.add(request.decline(NdStatus.CANCELED)));
                }
            };
            Server server = bench.polled(Server.open(
                    bench.adapter(),
                    Bench.anyAddress(),
                    SERVER.withPartsInFlight(1024),
                    ServerHandlers.of(keeper).withClients(clients).withErrors(errors::add)));
            Client client = bench.connected(server, CLIENT.withPartsInFlight(1024), answers);
            ask(client, 1, 1);
            ask(client, 2, 2);
            bench.until(() -> keeper.kept.size() == 2);
            bench.stop(server);
            client.close();
            Request first = keeper.kept.element();
            Client other = bench.client(StaticResolver.of(nobody), CLIENT.withRedial(OFTEN), answers);
            NdStatus status;
            do { // until the endpoint knows that the client has gone, which the server is not to see by itself
                int before = bench.news.size();
                bench.until(() -> bench.news.size() > before);
                assertThat(first.claimPart()).isEqualTo(NdStatus.SUCCESS);
                status = first.commit(0);
            } while (status == NdStatus.SUCCESS);
            assertThat(status).isEqualTo(NdStatus.CONNECTION_ABORTED);
            other.close();

            assertThat(declined).containsExactly(NdStatus.CONNECTION_ABORTED, NdStatus.CONNECTION_ABORTED);
            assertThat(server.clientCount()).isZero();
            assertThat(errors).isEmpty();
        }
    }

    @OnBothMedia
    void closeTheServerAndNothingIsReadAfterwards(Medium medium) {
        List<Long> seen = new ArrayList<>();
        try (Bench bench = new Bench(medium)) {
            Server[] server = new Server[1];
            server[0] = bench.server(SERVER, request -> {
                if (request.buffer().getLong(0) == 1) {
                    keeper.onRequest(request);
                    assertThat(request.claim()).isEqualTo(NdStatus.SUCCESS);
                    return;
                }
                DirectBuffer before = request.buffer();
                server[0].close();
                seen.add(before.getLong(0)); // the handler's until it returns
                assertThat(request.isConnected()).isFalse();
                assertThat(request.claim()).isEqualTo(NdStatus.CONNECTION_ABORTED);
            });
            Client client = bench.connected(server[0], CLIENT, answers);
            ask(client, 1, 1);
            ask(client, 2, 2);
            bench.until(() -> answers.count() == 2);
            bench.stop(server[0]);

            assertThat(seen).containsExactly(2L);
            Request kept = keeper.kept.remove();
            assertThat(kept.buffer().capacity()).isZero();
            assertThatThrownBy(kept::answer).isInstanceOf(IllegalStateException.class);
            assertThat(kept.commit(8)).isEqualTo(NdStatus.CONNECTION_ABORTED);
            assertThat(bench.errors).isEmpty();
        }
    }

    @OnBothMedia
    void closeTheClientAndKeepTheirAnswer(Medium medium) {
        List<String> after = new ArrayList<>();
        try (Bench bench = new Bench(medium)) {
            Client[] client = new Client[1];
            Server server = bench.server(SERVER, request -> {
                if (request.buffer().getLong(0) == 21) {
                    answer(request, 42);
                }
            });
            client[0] = bench.connected(server, CLIENT, answer -> {
                if (answer.status() == NdStatus.SUCCESS) {
                    assertThat(client[0].claim()).isEqualTo(NdStatus.SUCCESS);
                    client[0].close();
                }
                after.add(answer.requestContext() + " " + answer.status() + " "
                        + (answer.length() > 0 ? answer.buffer().getLong(0) : ""));
            });
            ask(client[0], 0, 8);
            ask(client[0], 21, 9);
            bench.until(() -> after.size() == 2);
            bench.stop(client[0]);

            assertThat(after).containsExactly("8 CANCELED ", "9 SUCCESS 42");
            assertThatThrownBy(client[0]::buffer).isInstanceOf(IllegalStateException.class);
            assertThat(client[0].commit(8, 1)).isEqualTo(NdStatus.INVALID_HANDLE);
            assertThat(bench.errors).isEmpty();
        }
    }

    @OnBothMedia
    void drainBothSides(Medium medium) {
        try (Bench bench = new Bench(medium)) {
            Server[] server = new Server[1];
            server[0] = bench.server(SERVER, request -> {
                server[0].drain();
                Handlers.DOUBLE.onRequest(request);
            });
            Client[] client = new Client[1];
            client[0] = bench.connected(server[0], CLIENT, answer -> {
                answers.onAnswer(answer);
                client[0].drain();
                assertThat(tell(client[0], 1)).isEqualTo(NdStatus.CONNECTION_INVALID);
            });
            ask(client[0], 1, 1);
            ask(client[0], 2, 2);
            bench.until(() -> server[0].isDrained() && client[0].isDrained());

            assertThat(answers.all).containsExactly("1 SUCCESS 2", "2 SUCCESS 4");
            assertThat(bench.errors).isEmpty();
        }
    }
}
