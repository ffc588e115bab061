// SPDX-License-Identifier: Apache-2.0
// Copyright the Oriel authors.
package io.oriel.engine.connection;

import static io.oriel.engine.testing.Statuses.assertEnded;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.oriel.api.Endpoint;
import io.oriel.api.NdStatus;
import io.oriel.engine.protocol.ConnectAbandonDecoder;
import io.oriel.engine.protocol.ConnectRejectDecoder;
import io.oriel.engine.protocol.DisconnectDecoder;
import io.oriel.engine.protocol.MessageHeaderDecoder;
import io.oriel.engine.testing.Completer;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import org.agrona.concurrent.UnsafeBuffer;
import org.junit.jupiter.api.Assumptions;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** The application completes a future of the control plane itself, at the moment at which the agent would. */
class WithdrawnStepTest {
    private static final long PEER_CONNECTION_ID = 900;

    private final ConnectionFixture fixture = new ConnectionFixture();
    private final PeerMessages peer = new PeerMessages();
    private final Endpoint endpoint = fixture.endpoint();
    private final EngineConnector connector = fixture.connector();
    private long peerRequests;

    @ParameterizedTest
    @EnumSource(Completer.class)
    void aRequestGoesToTheNextConnectorIfItsFutureIsCompletedMeanwhile(Completer application) {
        EngineListener listener = fixture.listener(1);
        EngineConnector busy = fixture.connector();
        CompletableFuture<Void> first = listener.getConnectionRequest(busy);
        CompletableFuture<Void> second = listener.getConnectionRequest(connector);
        EngineConnector last = fixture.connector();
        CompletableFuture<Void> third = listener.getConnectionRequest(last);
        var unusedConnect = connectTo(busy);
        var unused = first.whenComplete((nothing, failure) -> application.complete(second));

        arriveRequest();

        assertEnded(NdStatus.CONNECTION_ACTIVE, first);
        assertThat(third).isCompleted();
        assertThat(last.privateData()).isEmpty();
        assertThat(connector.isBusy()).isFalse();
    }

    @ParameterizedTest
    @EnumSource(Completer.class)
    void aRequestWaitsForTheNextCallIfItsFutureIsCompletedMeanwhile(Completer application) {
        EngineListener listener = fixture.listener(1);
        EngineConnector busy = fixture.connector();
        CompletableFuture<Void> first = listener.getConnectionRequest(busy);
        CompletableFuture<Void> second = listener.getConnectionRequest(connector);
        var unusedConnect = connectTo(busy);
        var unused = first.whenComplete((nothing, failure) -> application.complete(second));

        arriveRequest();
        CompletableFuture<Void> again = listener.getConnectionRequest(connector);
        fixture.loop.runTasks();

        assertThat(again).isCompleted();
        assertThat(connector.privateData()).isEmpty();
    }

    @ParameterizedTest
    @EnumSource(Completer.class)
    void aConnectIsAbandoned(Completer application) {
        CompletableFuture<Void> connecting = connectTo(connector);
        fixture.port.dials().remove().dialled(fixture.link);
        fixture.link.takeControls();

        application.complete(connecting);
        fixture.loop.runTasks();

        assertThat(templates()).containsExactly(ConnectAbandonDecoder.TEMPLATE_ID);
        assertThat(connector.isBusy()).isFalse();
        assertThat(connectTo(connector)).as("with the same endpoint").isNotDone();
    }

    @ParameterizedTest
    @EnumSource(Completer.class)
    void aConnectIsAbandonedThoughThePeerAcceptsAtTheSameTime(Completer application) {
        CompletableFuture<Void> connecting = connectTo(connector);
        fixture.port.dials().remove().dialled(fixture.link);
        fixture.link.takeControls();

        application.complete(connecting);
        arrive(peer.accept(1, PEER_CONNECTION_ID, PeerMessages.side(3, new byte[0])));
        fixture.loop.runTasks();

        assertThat(templates()).containsAnyOf(ConnectAbandonDecoder.TEMPLATE_ID, ConnectRejectDecoder.TEMPLATE_ID);
        assertThat(connector.isBusy()).isFalse();
        assertThat(connectTo(connector)).as("with the same endpoint").isNotDone();
    }

    @ParameterizedTest
    @EnumSource(Completer.class)
    void anAcceptIsAbandoned(Completer application) {
        CompletableFuture<Void> accepting = accept();
        fixture.link.takeControls();

        application.complete(accepting);
        fixture.loop.runTasks();

        assertThat(templates()).containsExactly(ConnectRejectDecoder.TEMPLATE_ID);
        assertThat(connector.isBusy()).isFalse();
    }

    @ParameterizedTest
    @EnumSource(Completer.class)
    void anAcceptIsAbandonedThoughThePeerCompletesAtTheSameTime(Completer application) {
        CompletableFuture<Void> accepting = accept();
        fixture.link.takeControls();

        application.complete(accepting);
        arrive(peer.complete(1));
        fixture.progress();

        assertThat(templates()).containsExactly(DisconnectDecoder.TEMPLATE_ID);
        assertThat(endpoint.isConnected()).isFalse();
    }

    @ParameterizedTest
    @EnumSource(Completer.class)
    void aCompleteConnectIsAbandoned(Completer application) {
        CompletableFuture<Void> connecting = connectTo(connector);
        fixture.port.dials().remove().dialled(fixture.link);
        arrive(peer.accept(1, PEER_CONNECTION_ID, PeerMessages.side(3, new byte[0])));
        assertThat(connecting).isCompleted();
        fixture.link.takeControls();

        application.complete(connector.completeConnect());
        fixture.progress();

        assertThat(templates()).endsWith(DisconnectDecoder.TEMPLATE_ID);
        assertThat(connector.isBusy()).as("the peer has not confirmed").isTrue();
        assertThat(endpoint.isConnected()).isFalse();
        arrive(peer.confirm(1));
        assertThat(connector.isBusy()).isFalse();
    }

    @ParameterizedTest
    @EnumSource(Completer.class)
    void aDisconnectGoesOn(Completer application) {
        connect();

        application.complete(connector.disconnect());
        fixture.progress();

        assertThat(templates()).contains(DisconnectDecoder.TEMPLATE_ID);
        arrive(peer.confirm(1));
        assertThat(connector.isBusy()).isFalse();
    }

    @Test
    void aPendingRequestEndsWhenItsConnectorIsClosed() {
        EngineListener listener = fixture.listener(1);
        CompletableFuture<Void> pending = listener.getConnectionRequest(connector);
        EngineConnector other = fixture.connector();
        CompletableFuture<Void> next = listener.getConnectionRequest(other);

        connector.close();
        fixture.loop.runTasks();

        assertEnded(NdStatus.CANCELED, pending);
        arriveRequest();
        assertThat(next).isCompleted();
    }

    @Test
    void noRequestIsHandedOverOnceAnActionHasClosedTheListener() {
        EngineListener listener = fixture.listener(1);
        EngineConnector busy = fixture.connector();
        CompletableFuture<Void> first = listener.getConnectionRequest(busy);
        CompletableFuture<Void> second = listener.getConnectionRequest(connector);
        var unusedConnect = connectTo(busy);
        var unused = first.whenComplete((nothing, failure) -> listener.close());

        arriveRequest();
        fixture.loop.runTasks();

        assertEnded(NdStatus.CANCELED, second);
        assertThat(templates()).contains(ConnectRejectDecoder.TEMPLATE_ID);
    }

    /** A CompletableFuture keeps what an action throws, but older JDKs print it for that, and fail if it cannot be printed. */
    private static void assumeThatAFutureFails() {
        CompletableFuture<Void> future = new CompletableFuture<>();
        var unused = future.thenRun(() -> {
            throw new UnprintableException();
        });
        try {
            future.complete(null);
        } catch (UnsupportedOperationException e) {
            return;
        }
        Assumptions.abort("the futures of this JDK do not print what an action throws");
    }

    @Test
    void anActionThatFailsInTheFutureItselfHarmsNoConnection() {
        assumeThatAFutureFails();
        connect();
        EngineConnector other = fixture.connector();
        CompletableFuture<Void> connecting =
                other.connect(fixture.endpoint(), ConnectionFixture.THERE, 0, 0, new byte[0]);
        fixture.loop.runTasks();
        fixture.port.dials().remove().dialled(fixture.link);
        var unused = connecting.thenRun(() -> {
            throw new UnprintableException();
        });

        arrive(peer.accept(2, PEER_CONNECTION_ID + 1, PeerMessages.side(4, new byte[0])));

        assertThat(connecting).isCompleted();
        assertThatThrownBy(fixture.loop::runTasks).as("is reported").isInstanceOf(UnsupportedOperationException.class);
        fixture.progress();
        assertThat(endpoint.isConnected()).isTrue();
        assertThat(fixture.link.isClosed()).isFalse();
    }

    @Test
    void anActionThatFailsInTheFutureItselfKeepsNobodyFromHearingOfTheEnd() {
        assumeThatAFutureFails();
        connect();
        CompletableFuture<Void> first = connector.notifyDisconnect();
        CompletableFuture<Void> disconnecting = connector.disconnect();
        CompletableFuture<Void> last = connector.notifyDisconnect();
        for (CompletableFuture<Void> each : List.of(first, disconnecting)) {
            var unused = each.thenRun(() -> {
                throw new UnprintableException();
            });
        }
        fixture.loop.runTasks();

        arrive(peer.confirm(1));

        assertThat(first).isCompleted();
        assertThat(disconnecting).isCompleted();
        assertThat(last).isCompleted();
        assertThatThrownBy(fixture.loop::runTasks).isInstanceOf(UnsupportedOperationException.class);
        assertThatThrownBy(fixture.loop::runTasks).isInstanceOf(UnsupportedOperationException.class);
    }

    /** Cannot be told to anybody. */
    private static final class UnprintableException extends RuntimeException {
        private static final long serialVersionUID = 1;

        @Override
        public String getMessage() {
            throw new UnsupportedOperationException("an exception of a test, which cannot be printed");
        }
    }

    private CompletableFuture<Void> connectTo(EngineConnector active) {
        CompletableFuture<Void> connecting = active.connect(endpoint, ConnectionFixture.THERE, 0, 0, new byte[0]);
        fixture.loop.runTasks();
        return connecting;
    }

    private void connect() {
        CompletableFuture<Void> connecting = connectTo(connector);
        fixture.port.dials().remove().dialled(fixture.link);
        arrive(peer.accept(1, PEER_CONNECTION_ID, PeerMessages.side(3, new byte[0])));
        assertThat(connecting).isCompleted();
        CompletableFuture<Void> completing = connector.completeConnect();
        fixture.loop.runTasks();
        assertThat(completing).isCompleted();
        assertThat(endpoint.isConnected()).isTrue();
        fixture.link.takeControls();
    }

    private CompletableFuture<Void> accept() {
        CompletableFuture<Void> requested = fixture.listener(1).getConnectionRequest(connector);
        fixture.loop.runTasks();
        arriveRequest();
        assertThat(requested).isCompleted();
        CompletableFuture<Void> accepting = connector.accept(endpoint, 0, 0, new byte[0]);
        fixture.loop.runTasks();
        return accepting;
    }

    private void arriveRequest() {
        arrive(peer.request(
                PEER_CONNECTION_ID + peerRequests++,
                PeerMessages.side(5, new byte[0]),
                ConnectionFixture.HERE,
                ConnectionFixture.THERE));
        fixture.loop.runTasks();
    }

    /** As a task of the agent, before those that wait. */
    private void arrive(byte[] message) {
        fixture.peer.onControl(new UnsafeBuffer(message), 0, message.length);
    }

    private List<Integer> templates() {
        MessageHeaderDecoder header = new MessageHeaderDecoder();
        return fixture.link.takeControls().stream()
                .map(each -> header.wrap(new UnsafeBuffer(each), 0).templateId())
                .toList();
    }
}
