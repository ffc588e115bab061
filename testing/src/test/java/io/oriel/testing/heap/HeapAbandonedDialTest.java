// SPDX-License-Identifier: Apache-2.0
// Copyright the Oriel authors.
package io.oriel.testing.heap;

import static org.assertj.core.api.Assertions.assertThat;

import io.oriel.api.Connector;
import io.oriel.api.Endpoint;
import io.oriel.api.Listener;
import io.oriel.api.config.EndpointConfig;
import io.oriel.api.config.OrielConfig;
import io.oriel.api.config.TimeoutConfig;
import io.oriel.testing.heap.host.HeapConditions;
import java.time.Duration;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** A connection that is given up while its link is being made. */
final class HeapAbandonedDialTest {
    private static final OrielConfig SOON =
            OrielConfig.defaults().withTimeouts(TimeoutConfig.defaults().withLinkLinger(Duration.ofMillis(1)));

    @ParameterizedTest(name = "after {0} steps")
    @ValueSource(ints = {0, 1, 2, 3, 4, 5, 6, 7, 8})
    void leavesNoLinkBehind(int steps) {
        try (HeapFixture fixture = HeapFixture.open(SOON, HeapConditions.calm())) {
            Endpoint endpoint = fixture.owner()
                    .createEndpoint(
                            fixture.owner().createCompletionQueue(8),
                            fixture.owner().createCompletionQueue(8),
                            EndpointConfig.defaults());
            Connector connector = fixture.owner().createConnector();
            try (Listener listener = fixture.peer().createListener()) {
                listener.bind(fixture.anyPort());
                listener.listen(0);
                var unused = connector.connect(endpoint, listener.localAddress());
                for (int step = 0; step < steps; step++) {
                    fixture.pause();
                }

                connector.close();
                fixture.settle();
            }

            assertThat(fixture.ownerProcess().openLinks()).isZero();
            assertThat(fixture.peerProcess().openLinks()).isZero();
        }
    }
}
