// SPDX-License-Identifier: Apache-2.0
// Copyright the Oriel authors.
package io.oriel.service;

import static io.oriel.service.bench.Handlers.ask;
import static org.assertj.core.api.Assertions.assertThat;

import io.oriel.api.NdStatus;
import io.oriel.api.config.Medium;
import io.oriel.service.bench.Answers;
import io.oriel.service.bench.Bench;
import io.oriel.service.bench.Handlers;
import io.oriel.service.config.ClientConfig;
import io.oriel.service.config.ServerConfig;
import io.oriel.service.config.Surroundings;
import io.oriel.service.name.StaticResolver;
import java.time.Duration;
import java.util.Random;
import org.junit.jupiter.api.Test;

/** Servers and clients whose time passes when the test says so. */
class SurroundingsTest {
    private long nowNs;

    @Test
    void aTimeOutPassesByTheClockThatWasGiven() {
        Surroundings surroundings = new Surroundings(() -> nowNs, new Random(1));
        Answers answers = new Answers();
        try (Bench bench = new Bench(Medium.SHM)) {
            Server server = bench.server(ServerConfig.defaults(), new Handlers.Keeper());
            Client client = bench.polled(Client.open(
                    bench.adapter(),
                    StaticResolver.of(server.address()),
                    "test",
                    ClientConfig.defaults().withRequestTimeout(Duration.ofHours(1)),
                    ClientHandlers.of(answers).withSurroundings(surroundings)));
            bench.until(client::isConnected);
            assertThat(ask(client, 1, 7)).isEqualTo(NdStatus.SUCCESS);
            bench.settle();
            assertThat(answers.all).isEmpty();

            nowNs += Duration.ofHours(1).toNanos();
            bench.until(() -> answers.count() > 0);

            assertThat(answers.all).containsExactly("7 IO_TIMEOUT");
        }
    }
}
