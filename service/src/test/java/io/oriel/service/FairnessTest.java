// SPDX-License-Identifier: Apache-2.0
// Copyright the Oriel authors.
package io.oriel.service;

import static io.oriel.service.bench.Handlers.ask;
import static org.assertj.core.api.Assertions.assertThat;

import io.oriel.api.NdStatus;
import io.oriel.api.config.Medium;
import io.oriel.service.bench.Bench;
import io.oriel.service.bench.Handlers;
import io.oriel.service.bench.OnBothMedia;
import io.oriel.service.config.ClientConfig;
import io.oriel.service.config.ServerConfig;

/** Two clients of one server, of which one takes all that it can get. */
class FairnessTest {
    private static final int ROUNDS = 2000;

    private int greedy;
    private int modest;

    @OnBothMedia
    void givesTheModestClientItsTurn(Medium medium) {
        try (Bench bench = new Bench(medium)) {
            Server server = bench.server(ServerConfig.defaults().withMaxClients(2), Handlers.DOUBLE);
            Client first = bench.connected(server, ClientConfig.defaults(), answer -> greedy++);
            Client second =
                    bench.connected(server, ClientConfig.defaults().withRequestsInFlight(1), answer -> modest++);

            bench.until(() -> {
                NdStatus status;
                do {
                    status = ask(first, 1, 0);
                } while (status == NdStatus.SUCCESS);
                var unused = ask(second, 1, 0); // declined while its one request is under way
                return modest == ROUNDS;
            });

            // Never more of the greedy client's than it may have under way, for each of the modest one's.
            assertThat(greedy).isLessThanOrEqualTo((ROUNDS + 2) * 2 * 16);
            assertThat(bench.errors).isEmpty();
        }
    }

    /** A client that has all its requests kept by the server. */
    @OnBothMedia
    void keepsPlacesForTheOthers(Medium medium) {
        try (Bench bench = new Bench(medium)) {
            Server server = bench.server(ServerConfig.defaults().withMaxClients(2), request -> {
                if (request.buffer().getLong(0) > 0) {
                    Handlers.DOUBLE.onRequest(request);
                }
            });
            Client stuck = bench.connected(server, ClientConfig.defaults(), answer -> greedy++);
            Client other = bench.connected(server, ClientConfig.defaults(), answer -> modest++);
            bench.until(() -> ask(stuck, 0, 0) == NdStatus.NO_MORE_ENTRIES);
            bench.until(() -> {
                var unused = ask(other, 1, 0); // declined while all are under way
                return modest >= ROUNDS;
            });

            assertThat(greedy).isZero();
        }
    }
}
