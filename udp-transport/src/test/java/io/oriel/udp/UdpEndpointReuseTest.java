// SPDX-License-Identifier: Apache-2.0
// Copyright the Oriel authors.
package io.oriel.udp;

import static org.assertj.core.api.Assertions.assertThat;

import io.oriel.api.Connector;
import io.oriel.api.Endpoint;
import io.oriel.api.NdStatus;
import io.oriel.api.RequestType;
import io.oriel.api.ScatterGatherList;
import io.oriel.api.config.EndpointConfig;
import java.util.function.UnaryOperator;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** Endpoints that take the ids of closed ones, on the same link. */
class UdpEndpointReuseTest {
    private static final int ROUNDS = 20;

    private static Endpoint newEndpoint(UdpPair.Side side) {
        return side.adapter.createEndpoint(
                side.queue, side.queue, EndpointConfig.defaults().withQueueDepth(4));
    }

    @Test
    @Timeout(60)
    void showThePeerTheReceivesThatArePostedAfterConnecting() {
        try (UdpPair pair = UdpPair.open(UnaryOperator.identity()).connect()) {
            for (int round = 0; round < ROUNDS; round++) {
                try (Endpoint from = newEndpoint(pair.one);
                        Endpoint to = newEndpoint(pair.two);
                        Connector dialling = pair.one.adapter.createConnector();
                        Connector accepting = pair.two.adapter.createConnector()) {
                    pair.connect(dialling, from, accepting, to);
                    assertThat(to.receive(1, ScatterGatherList.of(pair.two.memory, 0, 64)))
                            .isEqualTo(NdStatus.SUCCESS);
                    assertThat(from.send(2, ScatterGatherList.of(pair.one.memory, 0, 64), 0))
                            .isEqualTo(NdStatus.SUCCESS);

                    assertThat(pair.two.nextSuccess().requestType()).isEqualTo(RequestType.RECEIVE);
                    assertThat(pair.one.nextSuccess().requestType()).isEqualTo(RequestType.SEND);
                    UdpPair.get(dialling.disconnect());
                }
            }
        }
    }
}
