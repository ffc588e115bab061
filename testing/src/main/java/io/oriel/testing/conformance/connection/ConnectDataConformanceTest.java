// SPDX-License-Identifier: Apache-2.0
// Copyright the Oriel authors.
package io.oriel.testing.conformance.connection;

import static io.oriel.api.NdStatus.CONNECTION_ABORTED;
import static io.oriel.api.NdStatus.CONNECTION_INVALID;
import static io.oriel.api.NdStatus.CONNECTION_REFUSED;
import static io.oriel.api.NdStatus.INVALID_ADDRESS;
import static io.oriel.api.NdStatus.INVALID_BUFFER_SIZE;
import static io.oriel.api.NdStatus.INVALID_DEVICE_REQUEST;
import static io.oriel.api.NdStatus.INVALID_PARAMETER;
import static io.oriel.api.NdStatus.SHARING_VIOLATION;
import static io.oriel.api.NdStatus.STATUS_ADDRESS_ALREADY_ASSOCIATED;
import static io.oriel.api.NdStatus.STATUS_BAD_NETWORK_NAME;
import static io.oriel.api.NdStatus.SUCCESS;
import static io.oriel.api.NdStatus.TOO_MANY_ADDRESSES;
import static org.assertj.core.api.Assertions.assertThat;

import io.oriel.api.Adapter;
import io.oriel.api.Connector;
import io.oriel.api.Listener;
import io.oriel.api.NdException;
import io.oriel.api.NdStatus;
import io.oriel.api.OpFlags;
import io.oriel.api.RemoteWindow;
import io.oriel.api.RequestType;
import io.oriel.testing.conformance.fixture.ConformanceMedium;
import io.oriel.testing.conformance.fixture.ConformanceTest;
import io.oriel.testing.conformance.fixture.ConnectedPair;
import io.oriel.testing.conformance.fixture.Outcome;
import io.oriel.testing.conformance.fixture.Proves;
import io.oriel.testing.conformance.fixture.SideConfig;
import java.net.InetSocketAddress;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import org.junit.jupiter.api.Test;

/** What a connection carries and where it comes from: addresses, private data, read limits. */
public abstract class ConnectDataConformanceTest extends ConformanceTest {
    private static final byte[] NO_DATA = {};
    private static final int PORTS = 65536;
    private static final int ADAPTERS = 3;
    private static final int CONNECTIONS = 10;

    protected ConnectDataConformanceTest(ConformanceMedium medium) {
        super(medium);
    }

    @Test
    @Proves({"addresses.success", "addresses.before-accept", "addresses.connection-invalid"})
    void knowsItsAddresses() {
        ConnectedPair pair = unconnected();
        assertFails(CONNECTION_INVALID, () -> pair.peer().connector().localAddress());
        assertFails(CONNECTION_INVALID, () -> pair.peer().connector().peerAddress());
        CompletableFuture<Void> connecting = pair.request();

        InetSocketAddress listening = pair.owner().connector().localAddress();
        InetSocketAddress connectingFrom = pair.owner().connector().peerAddress();
        CompletableFuture<Void> accepting =
                pair.owner().connector().accept(pair.owner().endpoint());
        fixture().get(connecting);
        fixture().get(pair.peer().connector().completeConnect());
        fixture().get(accepting);

        assertThat(pair.peer().connector().peerAddress()).isEqualTo(listening);
        assertThat(pair.peer().connector().localAddress()).isEqualTo(connectingFrom);
        assertThat(connectingFrom.getPort()).isBetween(1, 65535);
        assertThat(pair.peer().connector().explain()).isNotBlank();
    }

    @Test
    @Proves("addresses.apart")
    void tellsItsPeersApart() {
        List<ConnectedPair> pairs = new ArrayList<>();
        for (int adapter = 0; adapter < ADAPTERS; adapter++) {
            Adapter peer = fixture().openPeerAdapter();
            for (int count = 0; count < CONNECTIONS; count++) {
                pairs.add(ConnectedPair.open(fixture(), fixture().owner(), peer).connect());
            }
        }

        assertThat(pairs)
                .extracting(pair -> pair.owner().connector().peerAddress())
                .doesNotHaveDuplicates()
                .isEqualTo(pairs.stream()
                        .map(pair -> pair.peer().connector().localAddress())
                        .toList());
    }

    @Test
    @Proves({"peer.success", "peer.connection-invalid"})
    void knowsThePeersProcessIfTheMediumDoes() {
        ConnectedPair pair = unconnected();
        assertFails(CONNECTION_INVALID, () -> pair.owner().connector().peer());
        pair.accept(pair.request());

        Optional<Connector.Peer> peer = pair.owner().connector().peer();

        assertThat(peer.isPresent()).isEqualTo(fixture().knowsPeers());
        peer.ifPresent(process -> {
            assertThat(process.processId()).isPositive();
            assertThat(process.userName()).isEqualTo(fixture().peerUserName());
            assertThat(pair.owner().connector().explain())
                    .contains(process.access().toString());
        });
    }

    @Test
    @Proves({"expected-peer.success", "expected-peer.connection-refused"})
    void connectsOnlyToTheExpectedPeer() {
        ConnectedPair pair = unconnected();
        connectRefusing(
                pair, new Connector.ExpectedPeer("no user of this host", "no peer"), Connector.ExpectedPeer.ANY);

        Optional<Connector.Peer> listening = pair.peer().connector().peer();
        assertThat(listening.isPresent()).isEqualTo(fixture().knowsPeers());
        listening.ifPresent(process -> connectRefusing(
                unconnected(),
                Connector.ExpectedPeer.identity(process.userName()),
                Connector.ExpectedPeer.user(process.userName())));
    }

    private void connectRefusing(ConnectedPair pair, Connector.ExpectedPeer another, Connector.ExpectedPeer expected) {
        Connector connector = pair.peer().connector();
        try (Listener listener = pair.listen(pair.owner().adapter())) {
            CompletableFuture<Void> requested =
                    listener.getConnectionRequest(pair.owner().connector());
            InetSocketAddress address = listener.localAddress();

            assertThat(fixture().statusOf(connector.connect(pair.peer().endpoint(), address, another)))
                    .isEqualTo(CONNECTION_REFUSED);
            assertThat(requested).isNotDone();
            CompletableFuture<Void> connecting = connector.connect(pair.peer().endpoint(), address, expected);
            fixture().get(requested);
            pair.accept(connecting);
        }
    }

    @Test
    @Proves({"connect.bad-network-name", "connect.invalid-address"})
    void refusesDestinationsThatCannotBe() {
        ConnectedPair pair = unconnected();
        Connector connector = pair.peer().connector();

        assertThat(fixture()
                        .statusOf(connector.connect(pair.peer().endpoint(), new InetSocketAddress("0.0.0.0", 5000))))
                .isEqualTo(STATUS_BAD_NETWORK_NAME);
        assertThat(fixture()
                        .statusOf(connector.connect(
                                pair.peer().endpoint(), fixture().anyPort())))
                .isEqualTo(INVALID_PARAMETER);
        assertThat(fixture()
                        .statusOf(connector.connect(
                                pair.peer().endpoint(), fixture().freshAddress(), -1, 0, NO_DATA)))
                .isEqualTo(INVALID_PARAMETER);
        assertThat(fixture()
                        .statusOf(connector.connect(
                                pair.peer().endpoint(), fixture().freshAddress(), 0, -1, NO_DATA)))
                .isEqualTo(INVALID_PARAMETER);
        pair.connect();
    }

    @Test
    @Proves({
        "connect.invalid-buffer-size",
        "accept.invalid-buffer-size",
        "reject.invalid-buffer-size",
        "connection-data.private-data",
        "connection-data.exact-maximum",
        "connection-data.success"
    })
    void carriesPrivateDataUpToTheLimits() {
        ConnectedPair pair = unconnected();
        byte[] callerData = data(fixture().peer().info().connections().maxCallerData());
        byte[] calleeData = data(fixture().owner().info().connections().maxCalleeData());
        byte[] tooLong = data(callerData.length + 1);
        assertThat(fixture()
                        .statusOf(pair.peer()
                                .connector()
                                .connect(pair.peer().endpoint(), fixture().freshAddress(), 0, 0, tooLong)))
                .isEqualTo(INVALID_BUFFER_SIZE);

        CompletableFuture<Void> connecting = pair.request(1, 1, callerData);
        assertThat(pair.owner().connector().privateData()).startsWith(callerData);
        Connector passive = pair.owner().connector();
        assertThat(fixture().statusOf(passive.accept(pair.owner().endpoint(), 1, 1, data(calleeData.length + 1))))
                .isEqualTo(INVALID_BUFFER_SIZE);
        assertFails(INVALID_BUFFER_SIZE, () -> passive.reject(data(calleeData.length + 1)));
        CompletableFuture<Void> accepting = passive.accept(pair.owner().endpoint(), 1, 1, calleeData);
        fixture().get(connecting);
        assertThat(accepting).isNotDone();

        assertThat(pair.peer().connector().privateData()).startsWith(calleeData);
    }

    @Test
    @Proves("connection-data.exact-length")
    void tellsExactlyThePrivateDataThatWasSent() {
        ConnectedPair pair = unconnected();

        CompletableFuture<Void> connecting = pair.request(0, 0, new byte[] {1, 2, 3});
        CompletableFuture<Void> accepting =
                pair.owner().connector().accept(pair.owner().endpoint(), 0, 0, NO_DATA);
        fixture().get(connecting);

        assertThat(pair.owner().connector().privateData()).containsExactly(1, 2, 3);
        assertThat(pair.peer().connector().privateData()).isEmpty();
        assertThat(accepting).isNotDone();
    }

    @Test
    @Proves({"connection-data.given-up", "reject.connection-aborted", "accept.connection-refused"})
    void tellsWhatAWithdrawnRequestBrought() {
        ConnectedPair pair = unconnected();
        CompletableFuture<Void> connecting = pair.request(3, 4, new byte[] {1, 2, 3});
        Connector passive = pair.owner().connector();

        assertThat(connecting.cancel(false)).isTrue();
        fixture().settle();

        assertThat(passive.privateData()).containsExactly(1, 2, 3);
        assertThat(passive.readLimits()).isEqualTo(new Connector.ReadLimits(4, 3));
        assertFails(CONNECTION_ABORTED, () -> passive.reject(NO_DATA));
        assertThat(fixture().statusOf(passive.accept(pair.owner().endpoint()))).isEqualTo(CONNECTION_REFUSED);
    }

    @Test
    @Proves("connection-data.given-up")
    void tellsWhatAnAcceptBroughtThatWasTakenBack() {
        ConnectedPair pair = unconnected();
        CompletableFuture<Void> connecting = pair.request();
        CompletableFuture<Void> accepting =
                pair.owner().connector().accept(pair.owner().endpoint(), 0, 0, new byte[] {4, 5});
        fixture().get(connecting);

        assertThat(accepting.cancel(false)).isTrue();
        fixture().settle();

        assertThat(pair.peer().connector().privateData()).containsExactly(4, 5);
        assertFails(CONNECTION_ABORTED, () -> pair.peer().connector().reject(NO_DATA));
    }

    @Test
    @Proves({"reject.connection-aborted", "connection-data.given-up"})
    void canRejectARequestThatIsBeingWithdrawn() {
        Connector passive = fixture().owner().createConnector();
        for (int round = 0; round < 20; round++) {
            ConnectedPair pair = unconnected();
            try (Listener listener = pair.listen(fixture().owner())) {
                CompletableFuture<Void> requested = listener.getConnectionRequest(passive);
                CompletableFuture<Void> connecting = pair.peer()
                        .connector()
                        .connect(pair.peer().endpoint(), listener.localAddress(), 0, 0, new byte[] {(byte) round});
                fixture().get(requested);

                boolean unused = connecting.cancel(false);
                for (int pause = 0; pause < round; pause++) {
                    fixture().pause();
                }

                assertThat(passive.privateData()).containsExactly(round);
                NdStatus status = SUCCESS;
                try {
                    passive.reject(NO_DATA);
                } catch (NdException e) {
                    status = e.status();
                }
                assertThat(status).isIn(SUCCESS, CONNECTION_ABORTED);
                assertThat(passive.privateData()).containsExactly(round);
            }
        }
    }

    @Test
    @Proves("reject.connection-invalid")
    void cannotRejectWhatIsAccepted() {
        ConnectedPair pair = unconnected();
        CompletableFuture<Void> connecting = pair.request();

        CompletableFuture<Void> accepting =
                pair.owner().connector().accept(pair.owner().endpoint());
        assertFails(CONNECTION_INVALID, () -> pair.owner().connector().reject(NO_DATA));
        fixture().get(connecting);
        CompletableFuture<Void> completing = pair.peer().connector().completeConnect();
        assertFails(CONNECTION_INVALID, () -> pair.peer().connector().reject(NO_DATA));

        fixture().get(completing);
        fixture().get(accepting);
        fixture().settle();
        assertThat(pair.peer().endpoint().isConnected()).isTrue();
        assertThat(pair.owner().endpoint().isConnected()).isTrue();
    }

    @Test
    @Proves({"connection-data.read-limits", "connection-data.clamped", "connection-data.success"})
    void knowsThePeersReadLimits() {
        ConnectedPair pair = unconnected();
        int maxIn = fixture().peer().info().connections().maxInboundReadLimit();
        int maxOut = fixture().peer().info().connections().maxOutboundReadLimit();

        CompletableFuture<Void> connecting = pair.request(3, Integer.MAX_VALUE, NO_DATA);
        assertThat(pair.owner().connector().readLimits()).isEqualTo(new Connector.ReadLimits(maxOut, 3));
        CompletableFuture<Void> accepting =
                pair.owner().connector().accept(pair.owner().endpoint(), 1, 2, NO_DATA);
        fixture().get(connecting);
        assertThat(accepting).isNotDone();

        assertThat(pair.peer().connector().readLimits()).isEqualTo(new Connector.ReadLimits(2, 1));
        assertThat(maxIn).isPositive();
    }

    @Test
    @Proves("accept.invalid-parameter")
    void refusesToAcceptWithANegativeReadLimit() {
        ConnectedPair pair = unconnected();
        CompletableFuture<Void> connecting = pair.request();
        Connector passive = pair.owner().connector();

        assertThat(fixture().statusOf(passive.accept(pair.owner().endpoint(), -1, 0, NO_DATA)))
                .isEqualTo(INVALID_PARAMETER);
        assertThat(fixture().statusOf(passive.accept(pair.owner().endpoint(), 0, -1, NO_DATA)))
                .isEqualTo(INVALID_PARAMETER);

        pair.accept(connecting);
    }

    @Test
    @Proves({"connection-data.effective", "read.no-reads"})
    void allowsNoMoreReadsThanBothSidesDo() {
        ConnectedPair pair = unconnected();
        CompletableFuture<Void> connecting = pair.request(5, 5, NO_DATA);
        CompletableFuture<Void> accepting =
                pair.owner().connector().accept(pair.owner().endpoint(), 0, 5, NO_DATA);
        fixture().get(connecting);
        fixture().get(pair.peer().connector().completeConnect());
        fixture().get(accepting);
        RemoteWindow remote = pair.grant(pair.owner().newWindow(), 0, 64, READ_WRITE);

        assertPosted(pair.peer().endpoint().read(1, pair.peer().range(0, 8), remote, 0, OpFlags.NONE));

        assertThat(pair.peer().initiated()).isEqualTo(new Outcome(RequestType.READ, INVALID_DEVICE_REQUEST, 1));
    }

    @Test
    @Proves({
        "bind-address.success",
        "bind-address.port-zero",
        "bind-address.already-associated",
        "bind-address.sharing-violation",
        "bind-address.invalid-address"
    })
    void canChooseItsLocalAddress() {
        ConnectedPair pair = unconnected();
        Connector connector = pair.peer().connector();

        connector.bind(fixture().anyPort());
        assertThat(connector.localAddress().getPort()).isBetween(49152, 65535);
        assertFails(
                STATUS_ADDRESS_ALREADY_ASSOCIATED,
                () -> connector.bind(fixture().anyPort()));
        Connector other = fixture().peer().createConnector();
        assertFails(SHARING_VIOLATION, () -> other.bind(connector.localAddress()));
        assertFails(INVALID_ADDRESS, () -> other.bind(new InetSocketAddress("192.0.2.1", 0)));
        CompletableFuture<Void> connecting = pair.request();

        assertThat(pair.owner().connector().peerAddress()).isEqualTo(connector.localAddress());
        assertThat(connecting).isNotDone();
    }

    @Test
    @Proves("bind-address.too-many-addresses")
    void choosesAnAddressAgainOnceThoseOfTooManyAreFree() {
        Deque<Connector> bound = new ArrayDeque<>();

        assertFails(TOO_MANY_ADDRESSES, () -> {
            for (int i = 0; i < PORTS; i++) {
                bound.push(fixture().peer().createConnector());
                bound.element().bind(fixture().anyPort());
            }
        });
        bound.forEach(Connector::close);
        fixture().settle();

        Connector connector = fixture().peer().createConnector();
        connector.bind(fixture().anyPort());
        assertThat(connector.localAddress().getPort()).isBetween(49152, 65535);
    }

    @Test
    @Proves({"connect.own-adapter", "query.loopback"})
    void canConnectToItsOwnAdapter() {
        ConnectedPair pair = ConnectedPair.open(
                        fixture(), fixture().owner(), fixture().owner())
                .connect();
        pair.owner().receive(1, 0, 10);

        pair.peer().put(0, "to myself!");
        pair.peer().send(2, 0, 10);

        assertThat(pair.owner().received()).isEqualTo(Outcome.success(RequestType.RECEIVE, 1));
        assertThat(pair.peer().initiated()).isEqualTo(Outcome.success(RequestType.SEND, 2));
        assertThat(pair.owner().text(0, 10)).isEqualTo("to myself!");
    }

    @Test
    @Proves("connect.both-ways")
    void canConnectBothWaysAtOnce() {
        ConnectedPair there = unconnected();
        ConnectedPair back = ConnectedPair.openReversed(fixture());
        try (Listener one = there.listen(fixture().owner());
                Listener other = back.listen(fixture().peer())) {
            CompletableFuture<Void> requestThere =
                    one.getConnectionRequest(there.owner().connector());
            CompletableFuture<Void> requestBack =
                    other.getConnectionRequest(back.owner().connector());
            CompletableFuture<Void> connectingThere =
                    there.peer().connector().connect(there.peer().endpoint(), one.localAddress());
            CompletableFuture<Void> connectingBack =
                    back.peer().connector().connect(back.peer().endpoint(), other.localAddress());
            fixture().get(requestThere);
            fixture().get(requestBack);
            there.accept(connectingThere);
            back.accept(connectingBack);
        }

        there.owner().receive(1);
        back.owner().receive(2);
        there.peer().send(3);
        back.peer().send(4);

        assertThat(there.owner().received()).isEqualTo(Outcome.success(RequestType.RECEIVE, 1));
        assertThat(back.owner().received()).isEqualTo(Outcome.success(RequestType.RECEIVE, 2));
    }

    private ConnectedPair unconnected() {
        return ConnectedPair.open(fixture(), SideConfig.defaults(), SideConfig.defaults());
    }

    private static byte[] data(int length) {
        byte[] data = new byte[length];
        for (int i = 0; i < length; i++) {
            data[i] = (byte) i;
        }
        return data;
    }
}
