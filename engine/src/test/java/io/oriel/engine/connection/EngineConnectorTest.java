// SPDX-License-Identifier: Apache-2.0
// Copyright the Oriel authors.
package io.oriel.engine.connection;

import static io.oriel.engine.testing.Statuses.assertEnded;
import static io.oriel.engine.testing.Statuses.assertFails;
import static org.assertj.core.api.Assertions.assertThat;

import io.oriel.api.Endpoint;
import io.oriel.api.NdStatus;
import io.oriel.engine.address.LocalAddress;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.util.concurrent.CompletableFuture;
import org.junit.jupiter.api.Test;

class EngineConnectorTest {
    private static final InetSocketAddress ANY_PORT = new InetSocketAddress(InetAddress.getLoopbackAddress(), 0);
    private static final int EPHEMERAL_PORTS = 65536 - 49152;

    private final ConnectionFixture fixture = new ConnectionFixture();

    @Test
    void failsToConnectWhileNoLocalPortIsLeft() {
        Endpoint endpoint = fixture.endpoint();
        LocalAddress first = fixture.connections.newAddress();
        first.bind(ANY_PORT);
        for (int others = EPHEMERAL_PORTS - 1; others > 0; others--) {
            fixture.connections.newAddress().bind(ANY_PORT);
        }
        EngineConnector connector = fixture.connector();
        assertFails(NdStatus.TOO_MANY_ADDRESSES, () -> connector.bind(ANY_PORT));

        assertEnded(NdStatus.TOO_MANY_ADDRESSES, connect(connector, endpoint));

        first.release();
        assertThat(connect(connector, endpoint))
                .as("the endpoint is not in use, and the port is")
                .isNotDone();
    }

    @Test
    void answersEveryCallOnceTheAgentIsClosed() {
        Endpoint endpoint = fixture.endpoint();
        EngineConnector connector = fixture.connector();
        EngineListener listener = fixture.listener(0);
        CompletableFuture<Void> connecting = connect(connector, endpoint);

        fixture.loop.close();

        assertThat(connecting.cancel(false)).isTrue();
        assertEnded(NdStatus.INVALID_HANDLE, connect(connector, endpoint));
        assertEnded(NdStatus.INVALID_HANDLE, connector.completeConnect());
        assertEnded(NdStatus.INVALID_HANDLE, connector.disconnect());
        assertEnded(NdStatus.INVALID_HANDLE, listener.getConnectionRequest(connector));
        assertFails(NdStatus.INVALID_HANDLE, () -> connector.reject(new byte[0]));
        assertFails(NdStatus.INVALID_HANDLE, () -> new EngineConnector(fixture.connections));
        connector.close();
        listener.close();
        assertEnded(NdStatus.INVALID_HANDLE, connector.notifyDisconnect());
    }

    private CompletableFuture<Void> connect(EngineConnector connector, Endpoint endpoint) {
        CompletableFuture<Void> connecting = connector.connect(endpoint, ConnectionFixture.THERE, 0, 0, new byte[0]);
        fixture.loop.runTasks();
        return connecting;
    }
}
