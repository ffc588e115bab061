// SPDX-License-Identifier: Apache-2.0
// Copyright the Oriel authors.
package io.oriel.engine.connection;

import static io.oriel.engine.testing.Statuses.assertEnded;
import static io.oriel.engine.testing.Statuses.assertFails;
import static org.assertj.core.api.Assertions.assertThat;

import io.oriel.api.NdStatus;
import io.oriel.engine.endpoint.EngineEndpoint;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.util.ArrayDeque;
import java.util.Queue;
import java.util.concurrent.CompletableFuture;
import org.junit.jupiter.api.Test;

class EngineConnectorTest {
    private static final InetSocketAddress ANY_PORT = new InetSocketAddress(InetAddress.getLoopbackAddress(), 0);

    private final ConnectionFixture fixture = new ConnectionFixture();

    @Test
    void failsToConnectWhileNoLocalPortIsLeft() {
        EngineEndpoint endpoint = fixture.endpoint();
        Queue<InetSocketAddress> taken = new ArrayDeque<>();
        for (InetSocketAddress port; (port = fixture.connections.reserve(ANY_PORT)) != null; ) {
            taken.add(port);
        }
        EngineConnector connector = fixture.connector();
        assertFails(NdStatus.TOO_MANY_ADDRESSES, () -> connector.bind(ANY_PORT));

        assertEnded(NdStatus.TOO_MANY_ADDRESSES, connect(connector, endpoint));

        fixture.connections.unreserve(taken.remove());
        assertThat(connect(connector, endpoint))
                .as("the endpoint is not in use, and the port is")
                .isNotDone();
    }

    private CompletableFuture<Void> connect(EngineConnector connector, EngineEndpoint endpoint) {
        CompletableFuture<Void> connecting = connector.connect(endpoint, ConnectionFixture.THERE, 0, 0, new byte[0]);
        fixture.loop.runTasks();
        return connecting;
    }
}
