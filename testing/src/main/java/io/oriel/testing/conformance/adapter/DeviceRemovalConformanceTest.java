// SPDX-License-Identifier: Apache-2.0
// Copyright the Oriel authors.
package io.oriel.testing.conformance.adapter;

import static io.oriel.api.NdStatus.CONNECTION_INVALID;
import static io.oriel.api.NdStatus.DEVICE_REMOVED;
import static io.oriel.api.NdStatus.IO_TIMEOUT;
import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import io.oriel.api.AccessFlags;
import io.oriel.api.Adapter;
import io.oriel.api.CompletionQueue;
import io.oriel.api.Connector;
import io.oriel.api.Endpoint;
import io.oriel.api.Listener;
import io.oriel.api.MemoryWindow;
import io.oriel.api.NdStatus;
import io.oriel.api.NotifyType;
import io.oriel.api.OpFlags;
import io.oriel.api.RemoteWindow;
import io.oriel.api.RequestType;
import io.oriel.api.ScatterGatherList;
import io.oriel.api.config.EndpointConfig;
import io.oriel.testing.conformance.fixture.ConformanceMedium;
import io.oriel.testing.conformance.fixture.ConformanceTest;
import io.oriel.testing.conformance.fixture.ConnectedPair;
import io.oriel.testing.conformance.fixture.Outcome;
import io.oriel.testing.conformance.fixture.Proves;
import io.oriel.testing.conformance.fixture.Side;
import io.oriel.testing.conformance.fixture.SideConfig;
import java.net.InetSocketAddress;
import java.util.concurrent.CompletableFuture;
import org.agrona.concurrent.UnsafeBuffer;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** ND_DEVICE_REMOVED: the medium under an adapter is gone. */
public abstract class DeviceRemovalConformanceTest extends ConformanceTest {
    private static final ScatterGatherList EMPTY = ScatterGatherList.empty();

    protected DeviceRemovalConformanceTest(ConformanceMedium medium) {
        super(medium);
    }

    @BeforeEach
    final void requireThatTheMediumCanGo() {
        assumeTrue(fixture().canRemoveMedium(), "the medium lives as long as this process");
    }

    @Test
    @Proves("device-removal.outstanding")
    void completesEverythingOutstandingOnce() {
        ConnectedPair pair = connected();
        Side owner = pair.owner();
        owner.receive(1);
        owner.receive(2);
        owner.send(3);
        owner.send(4);

        fixture().removeOwnerMedium();

        assertThat(owner.initiated(2))
                .containsExactly(new Outcome(RequestType.SEND, IO_TIMEOUT, 3), Outcome.canceled(RequestType.SEND, 4));
        assertThat(owner.received(2))
                .containsExactly(Outcome.canceled(RequestType.RECEIVE, 1), Outcome.canceled(RequestType.RECEIVE, 2));
        owner.assertNothingMore();
        assertThat(owner.endpoint().isConnected()).isFalse();
    }

    @Test
    @Proves("device-removal.posts")
    void refusesEveryPost() {
        ConnectedPair pair = connected();
        Side owner = pair.owner();
        MemoryWindow window = owner.newWindow();
        UnsafeBuffer descriptor = newDescriptor();
        Side peer = pair.peer();
        assertPosted(peer.endpoint().bind(1, peer.region(), peer.newWindow(), 0, 64, READ_WRITE, descriptor, 0));
        RemoteWindow remote = owner.endpoint().openWindow(descriptor, 0);

        fixture().removeOwnerMedium();
        fixture().settle();

        Endpoint endpoint = owner.endpoint();
        assertThat(endpoint.send(1, EMPTY, OpFlags.NONE)).isEqualTo(DEVICE_REMOVED);
        assertThat(endpoint.sendAndInvalidate(1, EMPTY, remote, OpFlags.NONE)).isEqualTo(DEVICE_REMOVED);
        assertThat(endpoint.receive(1, EMPTY)).isEqualTo(DEVICE_REMOVED);
        assertThat(endpoint.read(1, EMPTY, remote, 0, OpFlags.NONE)).isEqualTo(DEVICE_REMOVED);
        assertThat(endpoint.write(1, EMPTY, remote, 0, OpFlags.NONE)).isEqualTo(DEVICE_REMOVED);
        assertThat(endpoint.bind(1, owner.region(), window, 0, 8, READ_WRITE, descriptor, 0))
                .isEqualTo(DEVICE_REMOVED);
        assertThat(endpoint.invalidate(1, window, OpFlags.NONE)).isEqualTo(DEVICE_REMOVED);
        assertThat(owner.adapter().await(0)).isEqualTo(DEVICE_REMOVED);
        assertThat(owner.receiveQueue().await(NotifyType.ANY, 0)).isEqualTo(DEVICE_REMOVED);
    }

    @Test
    @Proves({
        "device-removal.creation",
        "create-cq.device-removed",
        "create-mr.device-removed",
        "register.device-removed",
        "create-window.device-removed",
        "create-endpoint.device-removed",
        "create-connector.device-removed",
        "create-listener.device-removed"
    })
    void refusesToMakeAnything() {
        Adapter adapter = fixture().owner();
        CompletionQueue queue = adapter.createCompletionQueue(1);

        fixture().removeOwnerMedium();
        fixture().settle();

        assertFails(DEVICE_REMOVED, () -> adapter.allocateMemory(1, AccessFlags.NONE));
        assertFails(DEVICE_REMOVED, () -> adapter.registerMemory(new UnsafeBuffer(new byte[1]), AccessFlags.NONE));
        assertFails(DEVICE_REMOVED, () -> adapter.createMemoryWindow(0));
        assertFails(DEVICE_REMOVED, () -> adapter.createCompletionQueue(1));
        assertFails(DEVICE_REMOVED, () -> adapter.createEndpoint(queue, queue, EndpointConfig.defaults()));
        assertFails(DEVICE_REMOVED, adapter::createConnector);
        assertFails(DEVICE_REMOVED, adapter::createListener);
    }

    @Test
    @Proves({
        "device-removal.control",
        "async-result.device-removed",
        "notify.device-removed",
        "connection-request.device-removed",
        "connect.device-removed"
    })
    void endsWhatIsPending() {
        Side owner = Side.open(fixture(), fixture().owner(), SideConfig.defaults());
        Listener listener = fixture().owner().createListener();
        listener.bind(fixture().anyPort());
        listener.listen(0);
        CompletableFuture<Void> waiting =
                listener.getConnectionRequest(fixture().owner().createConnector());
        CompletableFuture<Void> notification = owner.receiveQueue().requestNotification(NotifyType.ANY);
        Connector connector = fixture().owner().createConnector();
        InetSocketAddress somewhere = fixture().freshAddress();
        fixture().settle();

        fixture().removeOwnerMedium();

        assertThat(fixture().statusOf(notification)).isEqualTo(DEVICE_REMOVED);
        assertThat(fixture().statusOf(waiting)).isEqualTo(DEVICE_REMOVED);
        assertThat(fixture().statusOf(connector.connect(owner.endpoint(), somewhere)))
                .isEqualTo(DEVICE_REMOVED);
        assertThat(fixture().statusOf(owner.receiveQueue().requestNotification(NotifyType.ANY)))
                .isEqualTo(DEVICE_REMOVED);
    }

    @Test
    @Proves({
        "connect.device-removed",
        "complete-connect.device-removed",
        "accept.device-removed",
        "reject.device-removed"
    })
    void endsTheStepsOfConnectionsThatAreBeingMade() {
        ConnectedPair connecting = ConnectedPair.openReversed(fixture());
        CompletableFuture<Void> pendingConnect = connecting.request();
        ConnectedPair completing = ConnectedPair.openReversed(fixture());
        CompletableFuture<Void> doneConnect = completing.request();
        CompletableFuture<Void> unused =
                completing.owner().connector().accept(completing.owner().endpoint());
        fixture().get(doneConnect);
        ConnectedPair accepting = ConnectedPair.open(fixture(), SideConfig.defaults(), SideConfig.defaults());
        CompletableFuture<Void> answered = accepting.request();
        CompletableFuture<Void> pendingAccept =
                accepting.owner().connector().accept(accepting.owner().endpoint());
        fixture().get(answered);
        ConnectedPair requested = ConnectedPair.open(fixture(), SideConfig.defaults(), SideConfig.defaults());
        unused = requested.request();

        fixture().removeOwnerMedium();

        assertThat(fixture().statusOf(pendingConnect)).isEqualTo(DEVICE_REMOVED);
        assertThat(fixture().statusOf(pendingAccept)).isEqualTo(DEVICE_REMOVED);
        assertThat(fixture().statusOf(completing.peer().connector().completeConnect()))
                .isEqualTo(DEVICE_REMOVED);
        Connector passive = requested.owner().connector();
        assertThat(fixture().statusOf(passive.accept(requested.owner().endpoint())))
                .isEqualTo(DEVICE_REMOVED);
        assertFails(DEVICE_REMOVED, () -> passive.reject(new byte[0]));
    }

    @Test
    @Proves("bind-address.device-removed")
    void choosesNoAddressWhenTheMediumIsGone() {
        Connector connector = fixture().owner().createConnector();

        fixture().removeOwnerMedium();
        fixture().settle();

        assertFails(DEVICE_REMOVED, () -> connector.bind(fixture().anyPort()));
    }

    @Test
    @Proves("disconnect.device-removed")
    void disconnectsThoughTheMediumIsGone() {
        ConnectedPair pair = connected();

        fixture().removeOwnerMedium();

        fixture().get(pair.owner().connector().disconnect());
        pair.owner().assertDisconnectedBy(DEVICE_REMOVED);
    }

    @Test
    @Proves("device-removal.notify-disconnect")
    void endsConnections() {
        ConnectedPair pair = connected();
        CompletableFuture<Void> notified = pair.owner().connector().notifyDisconnect();
        pair.peer().receive(1);

        fixture().removeOwnerMedium();
        fixture().get(notified);
        fixture().owner().close();

        assertThat(pair.peer().received()).isEqualTo(Outcome.canceled(RequestType.RECEIVE, 1));
        pair.peer().assertDisconnectedBy(fixture().losesPeerMediumToo() ? DEVICE_REMOVED : CONNECTION_INVALID);
    }

    @Test
    @Proves("device-removal.reopen")
    void isCuredByANewAdapter() {
        ConnectedPair lost = connected();
        fixture().removeOwnerMedium();
        lost.owner().assertDisconnectedBy(DEVICE_REMOVED);
        lost.owner().close();
        fixture().owner().close();

        Adapter anew = fixture().openOwnerAdapter();
        Adapter peer = fixture().losesPeerMediumToo()
                ? fixture().openPeerAdapter()
                : fixture().peer();
        ConnectedPair pair = ConnectedPair.open(fixture(), anew, peer).connect();
        pair.owner().receive(1);
        pair.peer().send(2);

        assertThat(pair.owner().received()).isEqualTo(Outcome.success(RequestType.RECEIVE, 1));
        assertThat(pair.peer().initiated().status()).isEqualTo(NdStatus.SUCCESS);
    }
}
