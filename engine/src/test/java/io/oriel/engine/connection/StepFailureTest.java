// SPDX-License-Identifier: Apache-2.0
// Copyright the Oriel authors.
package io.oriel.engine.connection;

import static io.oriel.engine.testing.Statuses.assertEnded;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.oriel.api.Endpoint;
import io.oriel.api.NdStatus;
import io.oriel.api.ScatterGatherList;
import java.util.Objects;
import java.util.concurrent.CompletableFuture;
import org.agrona.concurrent.UnsafeBuffer;
import org.junit.jupiter.api.Test;

/** There is no memory at some step of a connection: the future ends, and the same call works when there is enough again. */
class StepFailureTest {
    private static final long PEER_CONNECTION_ID = 900;

    private final ConnectionFixture fixture = new ConnectionFixture();
    private final PeerMessages peer = new PeerMessages();
    private final EngineConnector connector = fixture.connector();
    private final Endpoint endpoint = fixture.endpoint();

    @Test
    void endsAnAcceptThatCannotBeToldToThePeer() {
        CompletableFuture<Void> accepting = accept();
        fixture.link.failControl(new OutOfMemoryError("no memory for a message"));

        assertThatThrownBy(fixture.loop::runTasks)
                .isInstanceOf(OutOfMemoryError.class)
                .hasMessageStartingWith("no memory for");
        fixture.progress();

        assertThat(accepting).isCompletedExceptionally();
        assertThat(connector.isBusy()).isFalse();
        assertThat(endpoint.isConnected()).isFalse();
        assertThat(fixture.link.isClosed()).as("or the peer would wait").isTrue();
    }

    @Test
    void endsAConnectWhoseRequestCannotBeSent() {
        CompletableFuture<Void> connecting = connector.connect(endpoint, ConnectionFixture.THERE, 0, 0, new byte[0]);
        fixture.loop.runTasks();
        fixture.link.failControl(new OutOfMemoryError("no memory for a message"));

        assertThatThrownBy(() -> fixture.port.dials().remove().dialled(fixture.link))
                .isInstanceOf(OutOfMemoryError.class)
                .hasMessageStartingWith("no memory for");

        assertThat(connecting).isCompletedExceptionally();
        assertThat(connector.isBusy()).isFalse();
        assertThat(Objects.requireNonNull(fixture.endpoints.inUse(endpoint)).reserve())
                .as("can be used again")
                .isEqualTo(NdStatus.SUCCESS);
    }

    @Test
    void endsBothSidesOfADisconnectThatCannotBeToldToThePeer() {
        CompletableFuture<Void> accepting = accept();
        fixture.loop.runTasks();
        fixture.peer.onControl(buffer(peer.complete(1)), 0, peer.complete(1).length);
        assertThat(accepting).isCompleted();
        fixture.link.failControl(new OutOfMemoryError("no memory for a message"));

        CompletableFuture<Void> disconnecting = connector.disconnect();
        assertThatThrownBy(fixture.loop::runTasks)
                .isInstanceOf(OutOfMemoryError.class)
                .hasMessageStartingWith("no memory for");
        fixture.progress();

        assertThat(disconnecting).isDone();
        assertThat(fixture.link.isClosed()).isTrue();
    }

    @Test
    void endsAnAcceptWhoseEndpointCannotGetItsPeer() {
        assertThat(endpoint.receive(1, ScatterGatherList.empty())).isEqualTo(NdStatus.SUCCESS);
        CompletableFuture<Void> accepting = accept();
        fixture.link.failCreditSight(new OutOfMemoryError("no memory for what the endpoint is told"));

        assertThatThrownBy(fixture.loop::runTasks)
                .isInstanceOf(OutOfMemoryError.class)
                .hasMessageStartingWith("no memory for");

        assertEnded(NdStatus.INSUFFICIENT_RESOURCES, accepting);
        assertThat(connector.isBusy()).isFalse();
        assertThat(fixture.link.isClosed()).isFalse();
        assertThat(fixture.link.takeControls()).as("the peer is told").hasSize(1);
        assertThat(Objects.requireNonNull(fixture.endpoints.inUse(endpoint)).reserve())
                .as("can be used again")
                .isEqualTo(NdStatus.SUCCESS);
    }

    private CompletableFuture<Void> accept() {
        EngineListener listener = fixture.listener(1);
        CompletableFuture<Void> requested = listener.getConnectionRequest(connector);
        byte[] request = peer.request(
                PEER_CONNECTION_ID, PeerMessages.side(5, new byte[0]), ConnectionFixture.HERE, ConnectionFixture.THERE);
        fixture.peer.onControl(buffer(request), 0, request.length);
        fixture.loop.runTasks();
        assertThat(requested).isCompleted();
        return connector.accept(endpoint, 0, 0, new byte[0]);
    }

    private static UnsafeBuffer buffer(byte[] message) {
        return new UnsafeBuffer(message);
    }
}
