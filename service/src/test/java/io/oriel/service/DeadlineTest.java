// SPDX-License-Identifier: Apache-2.0
// Copyright the Oriel authors.
package io.oriel.service;

import static io.oriel.service.bench.Handlers.answer;
import static io.oriel.service.bench.Handlers.ask;
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
import java.util.concurrent.TimeUnit;

/** Requests whose time passes. */
class DeadlineTest {
    private static final ClientConfig CLIENT =
            ClientConfig.defaults().withRequestsInFlight(2).withRequestTimeout(Duration.ofMillis(30));

    private final Answers answers = new Answers();
    private final Keeper keeper = new Keeper();

    @OnBothMedia
    void endOnceAndTheirLateAnswersAreDropped(Medium medium) {
        try (Bench bench = new Bench(medium)) {
            Client client = bench.connected(bench.server(ServerConfig.defaults(), keeper), CLIENT, answers);
            long beganNs = System.nanoTime();
            ask(client, 1, 1);
            bench.until(() -> answers.count() == 1);

            assertThat(System.nanoTime() - beganNs).isGreaterThanOrEqualTo(TimeUnit.MILLISECONDS.toNanos(30));
            assertThat(answers.all).containsExactly("1 IO_TIMEOUT");
            assertThat(client.inFlight()).isZero();
            bench.until(() -> keeper.kept.size() == 1);
            // Its place is taken until the server has answered.
            assertThat(ask(client, 2, 2)).isEqualTo(NdStatus.SUCCESS);
            assertThat(client.claim()).isEqualTo(NdStatus.NO_MORE_ENTRIES);
            answer(keeper.kept.remove(), 10);
            bench.until(() -> client.claim() == NdStatus.SUCCESS);
            client.buffer().putLong(0, 3);
            client.commit(Long.BYTES, 3, TimeUnit.MINUTES.toNanos(1));
            bench.until(() -> answers.count() == 2 && keeper.kept.size() == 2);
            keeper.kept.forEach(request -> answer(request, 10 * request.buffer().getLong(0)));
            bench.until(() -> answers.count() == 3);
            bench.settle();

            assertThat(answers.all).containsExactly("1 IO_TIMEOUT", "2 IO_TIMEOUT", "3 SUCCESS 30");
            assertThat(bench.errors).isEmpty();
        }
    }

    @OnBothMedia
    void areOfEachRequestAndInTheirOrder(Medium medium) {
        try (Bench bench = new Bench(medium)) {
            Client client = bench.connected(
                    bench.server(ServerConfig.defaults(), keeper), CLIENT.withRequestsInFlight(8), answers);
            long[] millis = {900, 300, 600}; // far apart: polls may come late
            for (int i = 0; i < millis.length; i++) {
                assertThat(client.claim()).isEqualTo(NdStatus.SUCCESS);
                client.commit(0, millis[i], TimeUnit.MILLISECONDS.toNanos(millis[i]));
            }
            bench.until(() -> answers.count() == 3);

            assertThat(answers.all).containsExactly("300 IO_TIMEOUT", "600 IO_TIMEOUT", "900 IO_TIMEOUT");
        }
    }

    @OnBothMedia
    void passWhileTheServerIsStoppedAndItsCreditComesBack(Medium medium) {
        try (Bench bench = new Bench(medium)) {
            Server server = bench.server(ServerConfig.defaults(), request -> answer(request, 1));
            Client client = bench.connected(server, CLIENT, answers);
            bench.stop(server);
            ask(client, 1, 1);
            ask(client, 2, 2);
            bench.until(() -> answers.count() == 2);
            assertThat(answers.all).containsExactly("1 IO_TIMEOUT", "2 IO_TIMEOUT");
            assertThat(client.claim()).isEqualTo(NdStatus.NO_MORE_ENTRIES);

            bench.polled(server);
            bench.until(() -> client.claim() == NdStatus.SUCCESS);
            client.abort();
            ask(client, 3, 3);
            bench.until(() -> answers.count() == 3);
            assertThat(answers.all.get(2)).isEqualTo("3 SUCCESS 1");
        }
    }
}
