// SPDX-License-Identifier: Apache-2.0
// Copyright the Oriel authors.
package io.oriel.testing.conformance.connection;

import static io.oriel.api.NdStatus.CANCELED;
import static io.oriel.api.NdStatus.CONNECTION_ACTIVE;
import static io.oriel.api.NdStatus.CONNECTION_REFUSED;
import static io.oriel.api.NdStatus.INVALID_ADDRESS;
import static io.oriel.api.NdStatus.INVALID_DEVICE_STATE;
import static io.oriel.api.NdStatus.INVALID_HANDLE;
import static io.oriel.api.NdStatus.INVALID_PARAMETER;
import static io.oriel.api.NdStatus.SHARING_VIOLATION;
import static io.oriel.api.NdStatus.STATUS_ADDRESS_ALREADY_ASSOCIATED;
import static io.oriel.api.NdStatus.SUCCESS;
import static io.oriel.api.NdStatus.TOO_MANY_ADDRESSES;
import static org.assertj.core.api.Assertions.assertThat;

import io.oriel.api.Connector;
import io.oriel.api.Listener;
import io.oriel.api.NdStatus;
import io.oriel.api.OpFlags;
import io.oriel.api.RequestType;
import io.oriel.api.ScatterGatherList;
import io.oriel.testing.conformance.fixture.ConformanceMedium;
import io.oriel.testing.conformance.fixture.ConformanceTest;
import io.oriel.testing.conformance.fixture.ConnectedPair;
import io.oriel.testing.conformance.fixture.Outcome;
import io.oriel.testing.conformance.fixture.Proves;
import io.oriel.testing.conformance.fixture.Side;
import io.oriel.testing.conformance.fixture.SideConfig;
import java.io.IOException;
import java.net.InetSocketAddress;
import java.net.ServerSocket;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.function.IntConsumer;
import org.junit.jupiter.api.Test;

/** INDListen. */
public abstract class ListenerConformanceTest extends ConformanceTest {
    protected ListenerConformanceTest(ConformanceMedium medium) {
        super(medium);
    }

    @Test
    @Proves({
        "create-listener.success",
        "create-listener.port-zero",
        "create-listener.listens-already",
        "create-listener.backlog-negative",
        "addresses.device-state",
        "addresses.success"
    })
    void tellsItsAddressOnceItListens() {
        Listener listener = fixture().owner().createListener();
        assertFails(INVALID_DEVICE_STATE, listener::localAddress);
        assertFails(INVALID_DEVICE_STATE, () -> listener.listen(0));
        listener.bind(fixture().anyPort());
        assertFails(INVALID_PARAMETER, () -> listener.listen(-1));

        listener.listen(0);

        assertThat(listener.localAddress().getPort()).isBetween(1, 65535);
        assertFails(INVALID_DEVICE_STATE, () -> listener.listen(0));
    }

    @Test
    @Proves({
        "create-listener.already-associated",
        "create-listener.sharing-violation",
        "create-listener.invalid-address"
    })
    void refusesAddressesThatItCannotHave() {
        Listener listener = listening(0);
        Listener other = fixture().owner().createListener();
        Listener ofPeer = fixture().peer().createListener();

        assertFails(
                STATUS_ADDRESS_ALREADY_ASSOCIATED, () -> listener.bind(fixture().anyPort()));
        assertFails(SHARING_VIOLATION, () -> other.bind(listener.localAddress()));
        assertFails(SHARING_VIOLATION, () -> ofPeer.bind(listener.localAddress()));
        assertFails(INVALID_ADDRESS, () -> other.bind(new InetSocketAddress("192.0.2.1", 0)));

        other.bind(fixture().anyPort());
        other.listen(0);
    }

    @Test
    @Proves({"create-listener.address-free", "addresses.closed", "close.twice"})
    void freesItsAddressWhenItIsClosed() {
        Listener listener = listening(0);
        InetSocketAddress address = listener.localAddress();

        listener.close();
        listener.close();
        Listener next = fixture().peer().createListener();
        next.bind(address);
        next.listen(0);

        assertThat(next.localAddress()).isEqualTo(address);
        assertFails(INVALID_HANDLE, listener::localAddress);
    }

    @Test
    @Proves("create-listener.too-many-addresses")
    void findsThePortThatIsFreeAgainAmongTooMany() {
        IntConsumer free = fixture().occupyEveryPort();
        Listener listener = fixture().owner().createListener();

        assertFails(TOO_MANY_ADDRESSES, () -> listener.bind(fixture().anyPort()));

        free.accept(50_000);
        listener.bind(fixture().anyPort());
        listener.listen(0);
        assertThat(listener.localAddress().getPort()).isEqualTo(50_000);
    }

    @Test
    @Proves("create-listener.port-space")
    void listensAtAPortThatTcpUses() throws IOException {
        try (ServerSocket tcp = new ServerSocket(0, 1, fixture().anyPort().getAddress());
                Listener listener = fixture().owner().createListener()) {
            listener.bind(new InetSocketAddress(fixture().anyPort().getAddress(), tcp.getLocalPort()));
            listener.listen(0);

            assertThat(listener.localAddress().getPort()).isEqualTo(tcp.getLocalPort());
        }
    }

    @Test
    @Proves("create-listener.wildcard")
    void takesRequestsForEveryAddressWhenItIsBoundToTheWildcard() {
        Listener listener = fixture().owner().createListener();
        listener.bind(new InetSocketAddress("0.0.0.0", 0));
        listener.listen(0);
        InetSocketAddress loopback = new InetSocketAddress(
                fixture().anyPort().getAddress(), listener.localAddress().getPort());
        ConnectedPair pair = unconnected();
        CompletableFuture<Void> requested =
                listener.getConnectionRequest(pair.owner().connector());

        CompletableFuture<Void> connecting =
                pair.peer().connector().connect(pair.peer().endpoint(), loopback);
        fixture().get(requested);

        pair.accept(connecting);
    }

    @Test
    @Proves({"connection-request.several", "connection-request.success"})
    void servesSeveralRequestsInOrder() {
        Listener listener = listening(0);
        List<ConnectedPair> pairs = new ArrayList<>();
        List<CompletableFuture<Void>> requests = new ArrayList<>();
        for (int i = 0; i < 5; i++) {
            pairs.add(unconnected());
            requests.add(listener.getConnectionRequest(pairs.get(i).owner().connector()));
        }

        for (int i = 0; i < 5; i++) {
            Side peer = pairs.get(i).peer();
            CompletableFuture<Void> connecting =
                    peer.connector().connect(peer.endpoint(), listener.localAddress(), 1, 1, new byte[] {(byte) i});
            fixture().get(requests.get(i));
            assertThat(pairs.get(i).owner().connector().privateData()).startsWith(i);
            pairs.get(i).accept(connecting);
        }
    }

    @Test
    @Proves({"create-listener.backlog", "create-listener.backlog-full"})
    void keepsAsManyRequestsAsItsBacklog() {
        Listener listener = listening(2);
        List<ConnectedPair> pairs = new ArrayList<>();
        List<CompletableFuture<Void>> connecting = new ArrayList<>();
        for (int i = 0; i < 3; i++) {
            pairs.add(unconnected());
            Side peer = pairs.get(i).peer();
            connecting.add(
                    peer.connector().connect(peer.endpoint(), listener.localAddress(), 1, 1, new byte[] {(byte) i}));
            fixture().settle();
        }

        assertThat(fixture().statusOf(connecting.get(2))).isEqualTo(CONNECTION_REFUSED);
        for (int i = 0; i < 2; i++) {
            fixture().get(listener.getConnectionRequest(pairs.get(i).owner().connector()));
            assertThat(pairs.get(i).owner().connector().privateData()).startsWith(i);
            pairs.get(i).accept(connecting.get(i));
        }
    }

    @Test
    @Proves("create-listener.backlog-zero")
    void keepsManyRequestsWithoutABacklogLimit() {
        Listener listener = listening(0);
        List<ConnectedPair> pairs = new ArrayList<>();
        List<CompletableFuture<Void>> connecting = new ArrayList<>();
        for (int i = 0; i < 20; i++) {
            pairs.add(unconnected());
            Side peer = pairs.get(i).peer();
            connecting.add(peer.connector().connect(peer.endpoint(), listener.localAddress()));
        }
        fixture().settle();

        List<CompletableFuture<Void>> accepting = new ArrayList<>();
        for (int i = 0; i < 20; i++) {
            Side owner = pairs.get(i).owner();
            fixture().get(listener.getConnectionRequest(owner.connector()));
            accepting.add(owner.connector().accept(owner.endpoint()));
        }

        for (int i = 0; i < 20; i++) {
            fixture().get(connecting.get(i));
            fixture().get(pairs.get(i).peer().connector().completeConnect());
        }
        accepting.forEach(fixture()::get);
    }

    @Test
    @Proves({
        "create-listener.closed-refuses",
        "close.listener",
        "connection-request.canceled",
        "connection-request.closed"
    })
    void refusesWhatWaitsWhenItIsClosed() {
        Listener listener = listening(0);
        InetSocketAddress address = listener.localAddress();
        ConnectedPair waiting = unconnected();
        CompletableFuture<Void> connecting =
                waiting.peer().connector().connect(waiting.peer().endpoint(), address);
        fixture().settle();
        Listener other = listening(0);
        CompletableFuture<Void> pending =
                other.getConnectionRequest(fixture().owner().createConnector());

        listener.close();
        other.close();

        assertThat(fixture().statusOf(connecting)).isEqualTo(CONNECTION_REFUSED);
        assertThat(fixture().statusOf(pending)).isEqualTo(CANCELED);
        assertThat(fixture()
                        .statusOf(waiting.peer()
                                .connector()
                                .connect(waiting.peer().endpoint(), address)))
                .isEqualTo(CONNECTION_REFUSED);
        assertThat(fixture()
                        .statusOf(
                                listener.getConnectionRequest(fixture().owner().createConnector())))
                .isEqualTo(INVALID_HANDLE);
    }

    @Test
    @Proves({"create-listener.connections-stay", "close.listener"})
    void leavesItsConnectionsAloneWhenItIsClosed() {
        ConnectedPair pair = connected(); // closes its listener

        pair.owner().receive(1);
        pair.peer().send(2);

        assertThat(pair.owner().received()).isEqualTo(Outcome.success(RequestType.RECEIVE, 1));
    }

    @Test
    @Proves({
        "connection-request.connection-active",
        "connection-request.device-state",
        "connection-request.closed",
        "connection-request.withdrawn"
    })
    void refusesConnectorsThatCannotTakeARequest() {
        Listener listener = listening(0);
        ConnectedPair pair = connected();
        Connector fresh = fixture().owner().createConnector();
        Connector closed = fixture().owner().createConnector();
        closed.close();

        assertThat(fixture().statusOf(listener.getConnectionRequest(pair.owner().connector())))
                .isEqualTo(CONNECTION_ACTIVE);
        assertThat(fixture()
                        .statusOf(listener.getConnectionRequest(fixture().peer().createConnector())))
                .isEqualTo(INVALID_HANDLE);
        assertThat(fixture().statusOf(listener.getConnectionRequest(closed))).isEqualTo(INVALID_HANDLE);
        assertThat(fixture().statusOf(fixture().owner().createListener().getConnectionRequest(fresh)))
                .isEqualTo(INVALID_DEVICE_STATE);

        CompletableFuture<Void> withdrawn = listener.getConnectionRequest(fresh);
        assertThat(withdrawn.cancel(false)).isTrue();
        CompletableFuture<Void> taken =
                listener.getConnectionRequest(unconnected().owner().connector());
        ConnectedPair next = unconnected();
        CompletableFuture<Void> connecting =
                next.peer().connector().connect(next.peer().endpoint(), listener.localAddress());
        fixture().get(taken);
        assertThat(connecting).isNotDone();
    }

    @Test
    @Proves({"connection-request.withdrawn", "connection-request.several"})
    void leavesARequestToTheNextCallIfOneIsWithdrawnAtTheLastMoment() {
        Listener listener = listening(0);
        ConnectedPair busy = unconnected();
        CompletableFuture<Void> first =
                listener.getConnectionRequest(busy.owner().connector());
        CompletableFuture<Void> withdrawn =
                listener.getConnectionRequest(fixture().owner().createConnector());
        Connector last = fixture().owner().createConnector();
        CompletableFuture<Void> taken = listener.getConnectionRequest(last);
        busy.connect();
        var unused = first.whenComplete((nothing, failure) -> withdrawn.cancel(false));

        ConnectedPair next = unconnected();
        CompletableFuture<Void> connecting =
                next.peer().connector().connect(next.peer().endpoint(), listener.localAddress());

        assertThat(fixture().statusOf(first)).isEqualTo(CONNECTION_ACTIVE);
        fixture().get(taken);
        last.reject(new byte[0]);
        assertThat(fixture().statusOf(connecting)).isEqualTo(CONNECTION_REFUSED);
    }

    @Test
    @Proves("connection-request.canceled")
    void endsAPendingRequestWhenItsConnectorIsClosed() {
        Listener listener = listening(0);
        Connector closed = fixture().owner().createConnector();
        CompletableFuture<Void> pending = listener.getConnectionRequest(closed);

        closed.close();

        assertThat(fixture().statusOf(pending)).isEqualTo(CANCELED);
    }

    @Test
    @Proves("async-result.published")
    void servesAPeerInTheActionsOfItsFutures() {
        Listener listener = listening(0);
        ConnectedPair pair = unconnected();
        Side owner = pair.owner();
        pair.peer().receive(1);
        List<NdStatus> sent = new ArrayList<>();

        CompletableFuture<Void> served = listener.getConnectionRequest(owner.connector())
                .thenCompose(nothing -> owner.connector().accept(owner.endpoint()))
                .thenRun(() -> sent.add(owner.endpoint().send(2, ScatterGatherList.empty(), OpFlags.NONE)));
        fixture().get(pair.peer().connector().connect(pair.peer().endpoint(), listener.localAddress()));
        fixture().get(pair.peer().connector().completeConnect());
        fixture().get(served);

        assertThat(sent).containsExactly(SUCCESS);
        assertThat(pair.peer().received()).isEqualTo(Outcome.success(RequestType.RECEIVE, 1));
    }

    private Listener listening(int backlog) {
        Listener listener = fixture().owner().createListener();
        listener.bind(fixture().anyPort());
        listener.listen(backlog);
        return listener;
    }

    private ConnectedPair unconnected() {
        return ConnectedPair.open(fixture(), SideConfig.defaults(), SideConfig.defaults());
    }
}
