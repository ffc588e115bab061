// SPDX-License-Identifier: Apache-2.0
// Copyright the Oriel authors.
package io.oriel.testing.heap;

import static org.assertj.core.api.Assertions.assertThat;

import io.oriel.api.Adapter;
import io.oriel.api.CompletionQueue;
import io.oriel.api.Connector;
import io.oriel.api.Endpoint;
import io.oriel.api.Listener;
import io.oriel.api.config.EndpointConfig;
import io.oriel.api.config.OrielConfig;
import io.oriel.engine.transport.Port;
import io.oriel.testing.heap.host.HeapConditions;
import org.junit.jupiter.api.Test;

/** Applications that connect, end and close, and never poll. */
final class HeapUnpolledConnectionsTest {
    @Test
    void haveAsManyOneAfterTheOtherAsTheyLike() {
        try (HeapFixture fixture = HeapFixture.open(OrielConfig.defaults(), HeapConditions.calm())) {
            CompletionQueue owners = fixture.owner().createCompletionQueue(2);
            CompletionQueue peers = fixture.peer().createCompletionQueue(2);
            try (Listener listener = fixture.peer().createListener()) {
                listener.bind(fixture.anyPort());
                listener.listen(0);
                for (int i = 0; i <= Port.MAX_ENDPOINTS; i++) {
                    Endpoint active = endpoint(fixture.owner(), owners);
                    Endpoint passive = endpoint(fixture.peer(), peers);
                    try (Connector connector = fixture.owner().createConnector();
                            Connector accepting = fixture.peer().createConnector()) {
                        var request = listener.getConnectionRequest(accepting);
                        var connected = connector.connect(active, listener.localAddress());
                        fixture.get(request);
                        var accepted = accepting.accept(passive);
                        fixture.get(connected);
                        fixture.get(connector.completeConnect());
                        fixture.get(accepted);
                        fixture.get(connector.disconnect());
                        fixture.get(accepting.notifyDisconnect());
                    }
                    active.close();
                    passive.close();
                }
            }

            assertThat(endpoint(fixture.owner(), owners)).isNotNull();
        }
    }

    private static Endpoint endpoint(Adapter adapter, CompletionQueue queue) {
        return adapter.createEndpoint(queue, queue, EndpointConfig.defaults().withQueueDepth(1));
    }
}
