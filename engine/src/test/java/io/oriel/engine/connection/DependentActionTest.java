// SPDX-License-Identifier: Apache-2.0
// Copyright the Oriel authors.
package io.oriel.engine.connection;

import static org.assertj.core.api.Assertions.assertThat;

import io.oriel.api.Completion;
import io.oriel.api.Endpoint;
import io.oriel.api.NdStatus;
import io.oriel.api.NotifyType;
import io.oriel.api.ScatterGatherList;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import org.agrona.concurrent.UnsafeBuffer;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/** What an application does in the actions that depend on its futures, which the agent runs amid its own work. */
class DependentActionTest {
    private static final long PEER_CONNECTION_ID = 900;

    private final ConnectionFixture fixture = new ConnectionFixture();
    private final PeerMessages peer = new PeerMessages();
    private final Endpoint endpoint = fixture.endpoint();
    private final EngineConnector connector = fixture.connector();
    private final EngineListener listener = fixture.listener(0);
    private final List<String> seen = new ArrayList<>();
    private final List<CompletableFuture<?>> actions = new ArrayList<>();

    @AfterEach
    void noActionHasFailed() {
        fixture.loop.runTasks();
        assertThat(actions).isNotEmpty().allSatisfy(each -> assertThat(each).isCompleted());
    }

    @Test
    void aRequestCanBeSeenAndAccepted() {
        actions.add(listener.getConnectionRequest(connector).thenRun(() -> {
            seen.add("from " + connector.peerAddress().getPort());
            actions.add(connector.accept(endpoint).thenRun(() -> seen.add("accepted")));
        }));

        arriveRequest();
        arrive(peer.complete(1));

        assertThat(seen).containsExactly("from 5000", "accepted");
        assertThat(endpoint.isConnected()).isTrue();
    }

    @Test
    void aRequestCanBeRejectedAndTheNextOneTaken() {
        actions.add(listener.getConnectionRequest(connector).thenRun(() -> {
            connector.reject(new byte[0]);
            actions.add(listener.getConnectionRequest(connector).thenRun(() -> seen.add("next")));
        }));

        arriveRequest();
        arriveRequest();

        assertThat(seen).containsExactly("next");
        assertThat(connector.isBusy()).isTrue();
    }

    @Test
    void anAcceptedPeerCanBeSentTo() {
        actions.add(listener.getConnectionRequest(connector)
                .thenCompose(nothing -> connector.accept(endpoint))
                .thenRun(this::post));

        arriveRequest();
        arrive(peer.complete(1));

        assertThat(seen).containsExactly("connected true", "RECEIVE SUCCESS", "SEND SUCCESS");
    }

    @Test
    void aConnectedPeerCanBeSentTo() {
        actions.add(connector
                .connect(endpoint, ConnectionFixture.THERE, 0, 0, new byte[0])
                .thenCompose(nothing -> connector.completeConnect())
                .thenRun(this::post));
        fixture.loop.runTasks();
        fixture.port.dials().remove().dialled(fixture.link);

        arrive(peer.accept(1, PEER_CONNECTION_ID, PeerMessages.side(3, new byte[0])));

        assertThat(seen).containsExactly("connected true", "RECEIVE SUCCESS", "SEND SUCCESS");
    }

    @Test
    void theEndOfAConnectionIsThereForPosts() {
        connect();
        actions.add(connector.notifyDisconnect().thenRun(this::post));
        fixture.loop.runTasks();

        arrive(peer.disconnect(1, 0));

        assertThat(seen).containsExactly("connected false", "RECEIVE CONNECTION_INVALID", "SEND CONNECTION_INVALID");
    }

    @Test
    void everythingCanBeClosedAmidTheEnd() {
        connect();
        for (CompletableFuture<Void> each : List.of(connector.notifyDisconnect(), connector.disconnect())) {
            actions.add(each.thenRun(() -> {
                seen.add("closed");
                connector.close();
                endpoint.close();
                listener.close();
            }));
        }
        CompletableFuture<Void> last = connector.notifyDisconnect();
        fixture.loop.runTasks();

        arrive(peer.confirm(1));
        fixture.progress();

        assertThat(seen).containsExactly("closed", "closed");
        assertThat(last).isCompleted();
        assertThat(fixture.link.isClosed()).isFalse();
    }

    @Test
    void theConnectorCanBeUsedAgainAtOnceWhenAConnectFails() {
        CompletableFuture<Void> connecting = connector.connect(endpoint, ConnectionFixture.THERE, 0, 0, new byte[0]);
        actions.add(connecting.handle((nothing, failure) -> {
            CompletableFuture<Void> again = connector.connect(endpoint, ConnectionFixture.THERE, 0, 0, new byte[0]);
            actions.add(again.thenRun(() -> seen.add("accepted")));
            return failure;
        }));
        fixture.loop.runTasks();

        fixture.port.dials().remove().failed(NdStatus.CONNECTION_REFUSED, "nobody listens");
        fixture.loop.runTasks();
        fixture.port.dials().remove().dialled(fixture.link);
        arrive(peer.accept(2, PEER_CONNECTION_ID, PeerMessages.side(3, new byte[0])));

        assertThat(seen).containsExactly("accepted");
    }

    @Test
    void aConnectorCanBeUsedAgainAtOnceWhenItsOwnerCancels() {
        CompletableFuture<Void> connecting = connector.connect(endpoint, ConnectionFixture.THERE, 0, 0, new byte[0]);
        actions.add(connecting.handle((nothing, failure) -> {
            CompletableFuture<Void> again = connector.connect(endpoint, ConnectionFixture.THERE, 0, 0, new byte[0]);
            actions.add(again.thenRun(() -> seen.add("accepted")));
            return failure;
        }));
        fixture.loop.runTasks();

        assertThat(connecting.cancel(false)).isTrue();
        fixture.loop.runTasks();
        fixture.port.dials().remove();
        fixture.port.dials().remove().dialled(fixture.link);
        arrive(peer.accept(2, PEER_CONNECTION_ID, PeerMessages.side(3, new byte[0])));

        assertThat(seen).containsExactly("accepted");
    }

    @Test
    void completionsCanBeTakenAndTheQueueClosed() {
        actions.add(fixture.completions.requestNotification(NotifyType.ANY).thenRun(() -> {
            Completion[] taken = {new Completion()};
            seen.add("taken " + fixture.completions.poll(taken, 1));
            fixture.completions.close();
        }));
        CompletableFuture<Void> other = fixture.completions.requestNotification(NotifyType.ERRORS);
        assertThat(endpoint.receive(1, ScatterGatherList.empty())).isEqualTo(NdStatus.SUCCESS);

        assertThat(endpoint.flush()).isEqualTo(NdStatus.SUCCESS);
        fixture.loop.runTasks();

        assertThat(seen).containsExactly("taken 1");
        assertThat(other).isCompleted();
    }

    private void post() {
        seen.add("connected " + endpoint.isConnected());
        seen.add("RECEIVE " + endpoint.receive(1, ScatterGatherList.empty()));
        seen.add("SEND " + endpoint.send(2, ScatterGatherList.empty(), 0));
    }

    private void connect() {
        CompletableFuture<Void> connecting = connector.connect(endpoint, ConnectionFixture.THERE, 0, 0, new byte[0]);
        fixture.loop.runTasks();
        fixture.port.dials().remove().dialled(fixture.link);
        arrive(peer.accept(1, PEER_CONNECTION_ID, PeerMessages.side(3, new byte[0])));
        assertThat(connecting).isCompleted();
        CompletableFuture<Void> completing = connector.completeConnect();
        fixture.loop.runTasks();
        assertThat(completing).isCompleted();
    }

    private void arriveRequest() {
        fixture.loop.runTasks();
        arrive(peer.request(
                PEER_CONNECTION_ID,
                PeerMessages.side(5, new byte[0]),
                ConnectionFixture.HERE,
                ConnectionFixture.THERE));
    }

    /** As a task of the agent. */
    private void arrive(byte[] message) {
        fixture.loop.execute(() -> fixture.peer.onControl(new UnsafeBuffer(message), 0, message.length));
        fixture.loop.runTasks();
    }
}
