// SPDX-License-Identifier: Apache-2.0
// Copyright the Oriel authors.
package io.oriel.engine.connection;

import static io.oriel.engine.testing.Statuses.assertEnded;
import static org.assertj.core.api.Assertions.assertThat;

import io.oriel.api.Endpoint;
import io.oriel.api.NdStatus;
import io.oriel.engine.counter.AdapterCounter;
import io.oriel.engine.protocol.DisconnectConfirmDecoder;
import io.oriel.engine.protocol.DisconnectDecoder;
import io.oriel.engine.protocol.FrameWord;
import io.oriel.engine.protocol.MessageHeaderDecoder;
import io.oriel.engine.testing.FakeLink;
import io.oriel.engine.transport.DialHandler;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import org.agrona.concurrent.UnsafeBuffer;
import org.junit.jupiter.api.Test;

class LinkConnectionsTest {
    private static final long PEER_CONNECTION_ID = 900;

    private final ConnectionFixture fixture = new ConnectionFixture();
    private final PeerMessages peer = new PeerMessages();
    private final EngineConnector connector = fixture.connector();
    private final Endpoint endpoint = fixture.endpoint();

    @Test
    void endsItsConnectionsWhenThePeerBreaksTheProtocol() {
        connect();
        CompletableFuture<Void> notice = connector.notifyDisconnect();
        fixture.loop.runTasks();

        arriveAbsurdAcknowledgement();
        fixture.progress();
        fixture.progress();

        assertThat(notice).isCompleted();
        assertThat(endpoint.isConnected()).isFalse();
        assertThat(fixture.link.isClosed()).isTrue();
    }

    @Test
    void completesADisconnectThatBeganBeforeThePeerBrokeTheProtocol() {
        connect();
        CompletableFuture<Void> disconnected = connector.disconnect();
        fixture.loop.runTasks();
        assertThat(disconnected).isNotDone();

        arriveAbsurdAcknowledgement();
        fixture.progress();
        fixture.progress();

        assertThat(disconnected).isCompleted();
    }

    @Test
    void endsAnAttemptWhenThePeerBreaksTheProtocol() {
        CompletableFuture<Void> connecting = request();

        arriveAbsurdAcknowledgement();
        fixture.progress();
        fixture.progress();

        assertEnded(NdStatus.CONNECTION_ABORTED, connecting);
    }

    @Test
    void leavesTheConnectorFreeToConnectAgain() {
        connect();
        arriveAbsurdAcknowledgement();
        fixture.progress();
        fixture.progress();

        CompletableFuture<Void> again =
                connector.connect(fixture.endpoint(), ConnectionFixture.THERE, 0, 0, new byte[0]);
        fixture.loop.runTasks();

        assertThat(again).isNotDone();
        assertThat(fixture.port.dials()).hasSize(1);
    }

    @Test
    void confirmsAPeersDisconnectAndTellsOfItOnce() {
        connect();
        CompletableFuture<Void> notice = connector.notifyDisconnect();
        fixture.loop.runTasks();
        fixture.link.takeControls();

        arrive(peer.disconnect(connectionId(), 0));
        arrive(peer.disconnect(connectionId(), 0));
        fixture.progress();

        assertThat(notice).isCompleted();
        assertThat(endpoint.isConnected()).isFalse();
        assertThat(templates(fixture.link.takeControls())).containsOnly(DisconnectConfirmDecoder.TEMPLATE_ID);
    }

    @Test
    void disconnectsOnceHoweverOftenItIsAsked() {
        connect();
        CompletableFuture<Void> first = connector.disconnect();
        CompletableFuture<Void> second = connector.disconnect();
        fixture.loop.runTasks();

        assertThat(templates(fixture.link.takeControls())).containsOnlyOnce(DisconnectDecoder.TEMPLATE_ID);
        arrive(peer.confirm(connectionId()));
        assertThat(first).isCompleted();
        assertThat(second).isCompleted();
    }

    @Test
    void completesADisconnectThatThePeerHasNotConfirmedWhenTheAdapterCloses() {
        connect();
        CompletableFuture<Void> disconnected = connector.disconnect();
        fixture.loop.runTasks();

        fixture.loop.execute(fixture.connections::close);
        fixture.loop.runTasks();

        assertThat(disconnected).isCompleted();
        assertThat(fixture.link.isClosed()).isTrue();
    }

    @Test
    void isClosedAWhileAfterItsLastConnection() {
        connect();
        arrive(peer.disconnect(connectionId(), 0));
        fixture.progress();

        fixture.loop.advance(ConnectionFixture.LINGER_NS - 1);
        fixture.progress();
        assertThat(fixture.link.isClosed()).isFalse();
        fixture.loop.advance(1);
        fixture.progress();
        assertThat(fixture.link.isClosed()).isTrue();
    }

    @Test
    void isClosedAWhileAfterItsLastConnectionHoweverOftenItWasUnusedBefore() {
        connect();
        arrive(peer.disconnect(connectionId(), 0));
        fixture.progress();
        fixture.loop.advance(ConnectionFixture.LINGER_NS - 1);
        CompletableFuture<Void> connecting = connectAnother();
        fixture.port.dials().remove().dialled(fixture.link);
        arrive(peer.reject(connectionId() + 1, new byte[0]));
        assertThat(connecting).isDone();

        fixture.loop.advance(ConnectionFixture.LINGER_NS - 1);
        fixture.progress();

        assertThat(fixture.link.isClosed()).isFalse();
        assertThat(fixture.loop.waitingTimers()).isOne();
        fixture.loop.advance(1);
        fixture.progress();
        assertThat(fixture.link.isClosed()).isTrue();
    }

    @Test
    void staysOpenWhileAnEndpointAwaitsWhatItsPeerHadSent() {
        connect();
        arrive(peer.disconnect(connectionId(), 1));
        fixture.progress();
        fixture.loop.advance(ConnectionFixture.LINGER_NS);
        fixture.progress();
        assertThat(fixture.link.isClosed()).as("a frame is on its way").isFalse();

        fixture.link.arrive(FrameWord.of(FrameWord.TYPE_SEND, 0, 200, 0), new byte[0]);
        fixture.progress();
        fixture.loop.advance(ConnectionFixture.LINGER_NS);
        fixture.progress();

        assertThat(fixture.link.isClosed()).isTrue();
    }

    @Test
    void isClosedInTheEndThoughTheDomainLooksNoMore() {
        connect();
        arrive(peer.disconnect(connectionId(), 1));
        fixture.progress();

        for (long ns = 0; ns <= fixture.patience.endingNs() + ConnectionFixture.LINGER_NS; ns += 100_000) {
            fixture.loop.advance(100_000);
        }

        assertThat(fixture.loop.waitingTimers()).isZero();
        fixture.progress();
        assertThat(fixture.link.isClosed()).isTrue();
    }

    private long unusedNs() {
        return fixture.timeouts.handshake().toNanos() + ConnectionFixture.LINGER_NS;
    }

    @Test
    void isClosedByTheSideThatWasDialledIfItNeverCarriesAConnection() {
        FakeLink accepted = new FakeLink(256).accepted();
        LinkConnections unused = (LinkConnections) fixture.connections.linkOpened(accepted);
        byte[] request =
                peer.request(77, PeerMessages.side(3, new byte[0]), ConnectionFixture.HERE, ConnectionFixture.THERE);
        unused.onControl(new UnsafeBuffer(request), 0, request.length); // at which nobody listens

        fixture.loop.advance(unusedNs() - 1);
        fixture.progress();
        assertThat(accepted.isClosed()).isFalse();
        fixture.loop.advance(1);
        fixture.progress();

        assertThat(accepted.isClosed()).isTrue();
        assertThat(fixture.link.isClosed()).as("who dials decides for himself").isFalse();
    }

    @Test
    void isKeptByTheSideThatWasDialledIfItCarriesAConnection() {
        FakeLink accepted = new FakeLink(256).accepted();
        LinkConnections used = (LinkConnections) fixture.connections.linkOpened(accepted);
        EngineListener listener = fixture.listener(1);
        byte[] request =
                peer.request(77, PeerMessages.side(3, new byte[0]), ConnectionFixture.HERE, ConnectionFixture.THERE);
        used.onControl(new UnsafeBuffer(request), 0, request.length);

        fixture.loop.advance(2 * unusedNs());
        fixture.progress();

        assertThat(accepted.isClosed()).isFalse();
        listener.close();
    }

    @Test
    void isTakenUpAgainWhileTheDomainHasNotLetGoOfIt() {
        connect();
        arrive(peer.disconnect(connectionId(), 0));
        fixture.progress();
        fixture.loop.advance(ConnectionFixture.LINGER_NS);

        CompletableFuture<Void> connecting = connectAnother();
        fixture.port.dials().remove().dialled(fixture.link);
        fixture.progress();

        assertThat(fixture.port.dials()).isEmpty();
        assertThat(fixture.link.isClosed()).isFalse();
        assertThat(connecting).isNotDone();
        arrive(peer.accept(connectionId() + 1, PEER_CONNECTION_ID + 1, PeerMessages.side(3, new byte[0])));
        assertThat(connecting).isCompleted();
    }

    @Test
    void isTakenUpNoMoreOnceThePeerHasClosedIt() {
        connect();
        arrive(peer.disconnect(connectionId(), 0));
        fixture.progress();
        fixture.loop.advance(ConnectionFixture.LINGER_NS);
        fixture.peer.onPeerClosed();

        CompletableFuture<Void> connecting = connectAnother();
        fixture.port.dials().remove().dialled(fixture.link);

        assertThat(fixture.port.dials()).isEmpty();
        fixture.loop.advance(1_000_000);
        assertThat(fixture.port.dials()).hasSize(1);
        assertThat(connecting).isNotDone();
    }

    @Test
    void isTakenUpNoMoreOnceItHasDied() {
        connect();
        arrive(peer.disconnect(connectionId(), 0));
        fixture.progress();
        fixture.loop.advance(ConnectionFixture.LINGER_NS);
        fixture.peer.end().peerDied();

        assertThat(fixture.peer.takeUp()).isFalse();
    }

    @Test
    void makesADiallerThatFindsNothingElseGiveUp() {
        connect();
        fixture.peer.onPeerClosed();
        long endNs = fixture.loop.nanoTime() + fixture.timeouts.handshake().toNanos();

        CompletableFuture<Void> connecting = connectAnother();
        int dials = 0;
        while (!connecting.isDone() && fixture.loop.nanoTime() < 2 * endNs) {
            for (DialHandler dial; (dial = fixture.port.dials().poll()) != null; dials++) {
                dial.dialled(fixture.link);
            }
            fixture.loop.advance(1_000_000);
        }

        assertEnded(NdStatus.IO_TIMEOUT, connecting);
        assertThat(fixture.loop.nanoTime()).isGreaterThanOrEqualTo(endNs);
        assertThat(dials).as("each costs a meeting").isLessThan(150);
        assertThat(fixture.port.dials()).isEmpty();
    }

    @Test
    void countsWhatHappensToIt() {
        connect();
        arrive(new byte[] {1, 2, 3});
        arrive(peer.request(77, PeerMessages.side(3, new byte[0]), ConnectionFixture.HERE, ConnectionFixture.THERE));
        arriveAbsurdAcknowledgement();
        fixture.progress();
        fixture.progress();

        assertThat(count(AdapterCounter.CONNECTIONS_MADE)).isEqualTo(1);
        assertThat(count(AdapterCounter.MESSAGES_MALFORMED)).isEqualTo(1);
        assertThat(count(AdapterCounter.REQUESTS_REFUSED)).isEqualTo(1);
        assertThat(count(AdapterCounter.LINKS_LOST)).isEqualTo(1);
    }

    @Test
    void countsNoLinkLostThatWasClosed() {
        connect();
        fixture.loop.execute(fixture.peer::onPeerClosed);
        fixture.loop.runTasks();
        fixture.progress();

        assertThat(count(AdapterCounter.LINKS_LOST)).isZero();
    }

    private long count(AdapterCounter type) {
        return fixture.port.counters().get(type);
    }

    private CompletableFuture<Void> request() {
        CompletableFuture<Void> connecting = connector.connect(endpoint, ConnectionFixture.THERE, 4, 4, new byte[0]);
        fixture.loop.runTasks();
        fixture.port.dials().remove().dialled(fixture.link);
        return connecting;
    }

    private CompletableFuture<Void> connectAnother() {
        CompletableFuture<Void> connecting =
                fixture.connector().connect(fixture.endpoint(), ConnectionFixture.THERE, 4, 4, new byte[0]);
        fixture.loop.runTasks();
        return connecting;
    }

    private void connect() {
        CompletableFuture<Void> connecting = request();
        arrive(peer.accept(connectionId(), PEER_CONNECTION_ID, PeerMessages.side(3, new byte[0])));
        assertThat(connecting).isCompleted();
        CompletableFuture<Void> completing = connector.completeConnect();
        fixture.loop.runTasks();
        assertThat(completing).isCompleted();
        assertThat(endpoint.isConnected()).isTrue();
    }

    /** The first id that is given. */
    private static long connectionId() {
        return 1;
    }

    private void arrive(byte[] message) {
        fixture.peer.onControl(new UnsafeBuffer(message), 0, message.length);
        fixture.loop.runTasks();
    }

    private void arriveAbsurdAcknowledgement() {
        fixture.link.arrive(FrameWord.with(FrameWord.of(FrameWord.TYPE_SEND, 0, 0, 0), 0, 1000), new byte[0]);
    }

    private static List<Integer> templates(List<byte[]> messages) {
        MessageHeaderDecoder header = new MessageHeaderDecoder();
        return messages.stream()
                .map(each -> header.wrap(new UnsafeBuffer(each), 0).templateId())
                .toList();
    }
}
