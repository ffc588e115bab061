// SPDX-License-Identifier: Apache-2.0
// Copyright the Oriel authors.
package io.oriel.testing.conformance.connection;

import static io.oriel.api.NdStatus.CANCELED;
import static io.oriel.api.NdStatus.CONNECTION_ABORTED;
import static io.oriel.api.NdStatus.CONNECTION_REFUSED;
import static io.oriel.api.NdStatus.IO_TIMEOUT;
import static io.oriel.api.NdStatus.SUCCESS;
import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import io.oriel.api.Connector;
import io.oriel.api.Listener;
import io.oriel.api.MemoryWindow;
import io.oriel.api.NotifyType;
import io.oriel.api.OpFlags;
import io.oriel.api.RemoteWindow;
import io.oriel.api.RequestType;
import io.oriel.api.ScatterGatherList;
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

/** The death of the peer's process. */
public abstract class PeerDeathConformanceTest extends ConformanceTest {
    protected PeerDeathConformanceTest(ConformanceMedium medium) {
        super(medium);
    }

    @BeforeEach
    final void requireThatPeersCanDie() {
        assumeTrue(fixture().canKill(), "the peer shares this process");
    }

    @Test
    @Proves({"peer-death.outstanding", "peer-death.once", "send.io-timeout", "write.canceled", "read.canceled"})
    void completesEverythingOutstandingOnce() {
        ConnectedPair pair = connected();
        RemoteWindow remote = windowOfPeer(pair);
        Side owner = pair.owner();
        for (int i = 0; i < 3; i++) {
            owner.receive(10 + i);
        }
        fixture().settle();
        owner.send(1); // waits for a Receive
        assertPosted(owner.endpoint().write(2, owner.range(0, 8), remote, 0, OpFlags.NONE));
        assertPosted(owner.endpoint().read(3, owner.range(0, 8), remote, 0, OpFlags.NONE));

        fixture().killPeer();

        assertThat(owner.initiated(3))
                .containsExactly(
                        new Outcome(RequestType.SEND, IO_TIMEOUT, 1),
                        Outcome.canceled(RequestType.WRITE, 2),
                        Outcome.canceled(RequestType.READ, 3));
        assertThat(owner.received(3))
                .containsExactly(
                        Outcome.canceled(RequestType.RECEIVE, 10),
                        Outcome.canceled(RequestType.RECEIVE, 11),
                        Outcome.canceled(RequestType.RECEIVE, 12));
        owner.assertDisconnected();
        owner.assertNothingMore();
    }

    @Test
    @Proves("peer-death.silent")
    void completesSilentRequestsToo() {
        ConnectedPair pair = connected();
        Side owner = pair.owner();
        for (int i = 0; i < 3; i++) {
            assertPosted(owner.endpoint().send(i, ScatterGatherList.empty(), OpFlags.SILENT_SUCCESS));
        }

        fixture().killPeer();

        assertThat(owner.initiated(3))
                .containsExactly(
                        new Outcome(RequestType.SEND, IO_TIMEOUT, 0),
                        Outcome.canceled(RequestType.SEND, 1),
                        Outcome.canceled(RequestType.SEND, 2));
    }

    @Test
    @Proves("peer-death.acknowledged")
    void countsWhatWasDoneBeforeTheDeath() {
        ConnectedPair pair = connected();
        Side owner = pair.owner();
        RemoteWindow remote = windowOfPeer(pair);
        pair.peer().receive(1, 0, 100);
        fixture().settle();
        owner.send(2, 0, 100);
        fixture().settle();
        assertPosted(owner.endpoint().read(3, owner.range(0, 8), remote, 0, OpFlags.NONE));

        fixture().killPeer();

        Outcome sent = owner.initiated();
        assertThat(sent).isEqualTo(Outcome.success(RequestType.SEND, 2));
        assertThat(owner.initiated().status()).isIn(SUCCESS, IO_TIMEOUT);
    }

    @Test
    @Proves("peer-death.received")
    void receivesWhatWasSentBeforeTheDeath() {
        ConnectedPair pair = connected();
        pair.owner().receive(1, 0, 10);
        pair.owner().receive(2, 0, 10);
        fixture().settle();
        pair.peer().put(0, "last words");
        pair.peer().send(3, 0, 10);
        fixture().progress(fixture().peer());
        fixture().settle();

        fixture().killPeer();

        assertThat(pair.owner().received(2))
                .containsExactly(Outcome.success(RequestType.RECEIVE, 1), Outcome.canceled(RequestType.RECEIVE, 2));
        assertThat(pair.owner().text(0, 10)).isEqualTo("last words");
    }

    @Test
    @Proves({"peer-death.notify-disconnect", "peer-death.unbinds"})
    void completesNotifyDisconnectAndUnbindsWindows() {
        ConnectedPair pair = connected();
        MemoryWindow window = pair.owner().newWindow();
        pair.bind(window, 0, 64, READ_WRITE);
        CompletableFuture<Void> notified = pair.owner().connector().notifyDisconnect();

        fixture().killPeer();

        fixture().get(notified);
        pair.owner().assertDisconnected();
        fixture().await("the end of the binding", () -> !window.isBound());
        pair.owner().region().deregister();
    }

    @Test
    @Proves({"peer-death.accept", "accept.connection-aborted"})
    void abortsAnAcceptThatWaits() {
        ConnectedPair pair = unconnected();
        assertThat(pair.request()).isNotDone();
        CompletableFuture<Void> accepting =
                pair.owner().connector().accept(pair.owner().endpoint());
        fixture().settle();

        fixture().killPeer();

        assertThat(fixture().statusOf(accepting)).isEqualTo(CONNECTION_ABORTED);
    }

    @Test
    @Proves({"peer-death.connect", "connect.aborted"})
    void abortsAConnectThatWaits() {
        ConnectedPair pair = ConnectedPair.openReversed(fixture());
        CompletableFuture<Void> connecting = pair.request();

        fixture().killPeer();

        assertThat(fixture().statusOf(connecting)).isEqualTo(CONNECTION_ABORTED);
    }

    @Test
    @Proves({"peer-death.complete-connect", "complete-connect.connection-aborted"})
    void abortsACompleteConnect() {
        ConnectedPair pair = ConnectedPair.openReversed(fixture());
        CompletableFuture<Void> connecting = pair.request();
        assertThat(pair.owner().connector().accept(pair.owner().endpoint())).isNotDone();
        fixture().get(connecting);

        fixture().killPeer();
        fixture().settle();

        assertThat(fixture().statusOf(pair.peer().connector().completeConnect()))
                .isEqualTo(CONNECTION_ABORTED);
    }

    @Test
    @Proves({"peer-death.held-request", "accept.connection-aborted"})
    void abortsALaterAccept() {
        ConnectedPair pair = unconnected();
        assertThat(pair.request()).isNotDone();

        fixture().killPeer();
        fixture().settle();

        assertThat(fixture()
                        .statusOf(pair.owner().connector().accept(pair.owner().endpoint())))
                .isEqualTo(CONNECTION_ABORTED);
    }

    @Test
    @Proves({"peer-death.listener", "connect.connection-refused"})
    void refusesAConnectToADeadListener() {
        Connector connector = fixture().owner().createConnector();
        Side owner = Side.open(fixture(), fixture().owner(), SideConfig.defaults());
        Listener listener = fixture().peer().createListener();
        listener.bind(fixture().anyPort());
        listener.listen(0);
        InetSocketAddress address = listener.localAddress();

        fixture().killPeer();

        assertThat(fixture().statusOf(connector.connect(owner.endpoint(), address)))
                .isEqualTo(CONNECTION_REFUSED);
    }

    @Test
    @Proves("peer-death.disconnect")
    void disconnectsFromADeadPeer() {
        ConnectedPair pair = connected();
        pair.owner().receive(1);

        fixture().killPeer();
        CompletableFuture<Void> disconnecting = pair.owner().connector().disconnect();

        assertThat(pair.owner().received()).isEqualTo(Outcome.canceled(RequestType.RECEIVE, 1));
        fixture().await("the disconnect", disconnecting::isDone);
        pair.owner().assertDisconnected();
    }

    @Test
    @Proves("peer-death.others-alone")
    void leavesOtherConnectionsAlone() {
        ConnectedPair own = ConnectedPair.open(
                        fixture(), fixture().owner(), fixture().owner())
                .connect();
        ConnectedPair pair = connected();

        fixture().killPeer();
        pair.owner().assertDisconnected();
        own.owner().receive(1);
        own.peer().send(2);

        assertThat(own.owner().received()).isEqualTo(Outcome.success(RequestType.RECEIVE, 1));
        assertThat(own.peer().initiated()).isEqualTo(Outcome.success(RequestType.SEND, 2));
    }

    @Test
    @Proves("notify.peer-death")
    void completesANotification() {
        ConnectedPair pair = connected();
        pair.owner().receive(1);
        CompletableFuture<Void> any = pair.owner().receiveQueue().requestNotification(NotifyType.ANY);

        fixture().killPeer();

        fixture().get(any);
        assertThat(pair.owner().outcomesNow()).containsExactly(new Outcome(RequestType.RECEIVE, CANCELED, 1));
    }

    /** Binds a window over the peer's region and opens it at the owner. */
    private static RemoteWindow windowOfPeer(ConnectedPair pair) {
        UnsafeBuffer descriptor = newDescriptor();
        Side peer = pair.peer();
        assertPosted(peer.endpoint().bind(5, peer.region(), peer.newWindow(), 0, 64, READ_WRITE, descriptor, 0));
        assertThat(peer.initiated()).isEqualTo(Outcome.success(RequestType.BIND, 5));
        return pair.owner().endpoint().openWindow(descriptor, 0);
    }

    private ConnectedPair unconnected() {
        return ConnectedPair.open(fixture(), SideConfig.defaults(), SideConfig.defaults());
    }
}
