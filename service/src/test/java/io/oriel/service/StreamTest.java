// SPDX-License-Identifier: Apache-2.0
// Copyright the Oriel authors.
package io.oriel.service;

import static io.oriel.service.bench.Handlers.answer;
import static io.oriel.service.bench.Handlers.ask;
import static io.oriel.service.bench.Handlers.part;
import static org.assertj.core.api.Assertions.assertThat;

import io.oriel.api.NdStatus;
import io.oriel.api.config.Medium;
import io.oriel.service.bench.Answers;
import io.oriel.service.bench.Bench;
import io.oriel.service.bench.Handlers.Keeper;
import io.oriel.service.bench.OnBothMedia;
import io.oriel.service.config.ClientConfig;
import io.oriel.service.config.ServerConfig;
import java.time.Duration;

/** Several answers to one request. */
class StreamTest {
    private static final ServerConfig SERVER = ServerConfig.defaults().withPartsInFlight(5);
    private static final ClientConfig CLIENT = ClientConfig.defaults();
    private static final int MANY = 300;

    private final Answers answers = new Answers();
    private final Keeper keeper = new Keeper();

    @OnBothMedia
    void comesInOrderAndEndsWithTheLast(Medium medium) {
        try (Bench bench = new Bench(medium)) {
            Client client = bench.connected(bench.server(SERVER, keeper), CLIENT, answers);
            ask(client, 0, 8);
            bench.until(() -> !keeper.kept.isEmpty());
            Request request = keeper.kept.remove();
            for (int i = 0; i < MANY; i++) {
                long number = i;
                bench.until(() -> part(request, number) == NdStatus.SUCCESS);
            }
            answer(request, MANY);
            bench.until(() -> answers.count() == MANY + 1);

            for (int i = 0; i < MANY; i++) {
                assertThat(answers.all.get(i)).isEqualTo("8 SUCCESS " + i + " ...");
            }
            assertThat(answers.all.get(MANY)).isEqualTo("8 SUCCESS " + MANY);
            assertThat(client.inFlight()).isZero();
            assertThat(bench.errors).isEmpty();
        }
    }

    @OnBothMedia
    void isHeldBackByASlowClientAloneAndNothingBreaks(Medium medium) {
        Answers others = new Answers();
        try (Bench bench = new Bench(medium)) {
            Server server = bench.server(SERVER, request -> {
                if (request.buffer().getLong(0) == 0) {
                    keeper.onRequest(request);
                } else {
                    answer(request, request.buffer().getLong(0));
                }
            });
            Client slow = bench.connected(server, CLIENT, answers);
            Client quick = bench.connected(server, CLIENT, others);
            ask(slow, 0, 1);
            bench.until(() -> !keeper.kept.isEmpty());
            bench.stop(slow);
            Request request = keeper.kept.remove();
            int parts = 0;
            while (part(request, parts) == NdStatus.SUCCESS) {
                parts++;
            }
            assertThat(parts).isEqualTo(5);

            for (int i = 1; i <= 100; i++) {
                assertThat(ask(quick, i, i)).isEqualTo(NdStatus.SUCCESS);
                int count = i;
                bench.until(() -> others.count() == count);
            }
            assertThat(request.claimPart()).isEqualTo(NdStatus.NO_MORE_ENTRIES);

            bench.polled(slow);
            bench.until(() -> part(request, 5) == NdStatus.SUCCESS);
            answer(request, 6);
            bench.until(() -> answers.count() == 7);
            assertThat(answers.all.get(6)).isEqualTo("1 SUCCESS 6");
            assertThat(bench.news).noneMatch(each -> each.contains("disconnected"));
            assertThat(bench.errors).isEmpty();
        }
    }

    @OnBothMedia
    void canEndWithAFailureAndBeInterleaved(Medium medium) {
        try (Bench bench = new Bench(medium)) {
            Client client = bench.connected(bench.server(SERVER, keeper), CLIENT, answers);
            ask(client, 0, 1);
            ask(client, 0, 2);
            bench.until(() -> keeper.kept.size() == 2);
            Request first = keeper.kept.remove();
            Request second = keeper.kept.remove();

            assertThat(first.claimPart()).isEqualTo(NdStatus.SUCCESS);
            assertThat(first.claim()).isEqualTo(NdStatus.DEVICE_BUSY);
            assertThat(second.claimPart()).isEqualTo(NdStatus.DEVICE_BUSY);
            first.abort();
            part(second, 20);
            part(first, 10);
            assertThat(first.claimPart()).isEqualTo(NdStatus.SUCCESS);
            assertThat(first.decline(NdStatus.INSUFFICIENT_RESOURCES)).isEqualTo(NdStatus.SUCCESS);
            part(second, 21);
            answer(second, 22);
            bench.until(() -> answers.count() == 5);

            assertThat(answers.all)
                    .containsExactly(
                            "2 SUCCESS 20 ...",
                            "1 SUCCESS 10 ...",
                            "1 INSUFFICIENT_RESOURCES",
                            "2 SUCCESS 21 ...",
                            "2 SUCCESS 22");
        }
    }

    @OnBothMedia
    void ofAnExpiredRequestIsDroppedAndGivesItsCreditBack(Medium medium) {
        try (Bench bench = new Bench(medium)) {
            Client client = bench.connected(
                    bench.server(SERVER, keeper), CLIENT.withRequestTimeout(Duration.ofMillis(20)), answers);
            ask(client, 0, 3);
            bench.until(() -> answers.count() == 1);
            bench.until(() -> !keeper.kept.isEmpty());
            Request request = keeper.kept.remove();
            for (int i = 0; i < MANY; i++) {
                long number = i;
                bench.until(() -> part(request, number) == NdStatus.SUCCESS);
            }
            answer(request, MANY);
            bench.settle();

            assertThat(answers.all).containsExactly("3 IO_TIMEOUT");
            assertThat(client.isConnected()).isTrue();
        }
    }

    @OnBothMedia
    void toldOfAClientThatHasGoneEndsByStatus(Medium medium) {
        try (Bench bench = new Bench(medium)) {
            Server server = bench.server(SERVER.withMaxClients(1), keeper);
            Client client = bench.connected(server, CLIENT, answers);
            for (int i = 0; i < 4; i++) {
                ask(client, i, i);
            }
            bench.until(() -> keeper.kept.size() == 4);
            Request claimed = keeper.kept.remove();
            assertThat(claimed.claimPart()).isEqualTo(NdStatus.SUCCESS);
            client.close();
            bench.until(() -> bench.hasNews("server disconnected"));

            assertThat(answers.all).containsExactly("0 CANCELED", "1 CANCELED", "2 CANCELED", "3 CANCELED");
            assertThat(claimed.isConnected()).isFalse();
            assertThat(claimed.commit(8)).isEqualTo(NdStatus.CONNECTION_ABORTED);
            assertThat(server.clientCount()).isEqualTo(1); // of which requests are kept
            Request second = keeper.kept.remove();
            assertThat(second.buffer().getLong(0)).isEqualTo(1);
            assertThat(second.claim()).isEqualTo(NdStatus.CONNECTION_ABORTED);
            assertThat(keeper.kept.remove().claimPart()).isEqualTo(NdStatus.CONNECTION_ABORTED);
            assertThat(keeper.kept.remove().decline(NdStatus.CANCELED)).isEqualTo(NdStatus.CONNECTION_ABORTED);
            assertThat(server.clientCount()).isZero();
            Client next = bench.connected(server, CLIENT, answers);
            for (int i = 0; i < 4; i++) {
                ask(next, i, 10 + i);
            }
            bench.until(() -> keeper.kept.size() == 4);
            keeper.kept.forEach(request -> answer(request, 1));
            bench.until(() -> answers.count() == 8);
        }
    }
}
