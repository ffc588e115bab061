// SPDX-License-Identifier: Apache-2.0
// Copyright the Oriel authors.
package io.oriel.testing.conformance.connection;

import static io.oriel.api.NdStatus.CANCELED;
import static io.oriel.api.NdStatus.CONNECTION_ABORTED;
import static io.oriel.api.NdStatus.CONNECTION_ACTIVE;
import static io.oriel.api.NdStatus.CONNECTION_INVALID;
import static io.oriel.api.NdStatus.CONNECTION_REFUSED;
import static io.oriel.api.NdStatus.SUCCESS;
import static org.assertj.core.api.Assertions.assertThat;

import io.oriel.api.Connector;
import io.oriel.api.RequestType;
import io.oriel.testing.conformance.fixture.ConformanceMedium;
import io.oriel.testing.conformance.fixture.ConformanceTest;
import io.oriel.testing.conformance.fixture.ConnectedPair;
import io.oriel.testing.conformance.fixture.Outcome;
import io.oriel.testing.conformance.fixture.Proves;
import io.oriel.testing.conformance.fixture.Side;
import io.oriel.testing.conformance.fixture.SideConfig;
import java.net.InetSocketAddress;
import java.util.concurrent.CompletableFuture;
import org.junit.jupiter.api.Test;

/** INDConnector: Connect, CompleteConnect, Accept, Reject. */
public abstract class ConnectConformanceTest extends ConformanceTest {
    private static final byte[] NO_DATA = {};

    protected ConnectConformanceTest(ConformanceMedium medium) {
        super(medium);
    }

    @Test
    @Proves({
        "connect.success",
        "connect.accept-first",
        "accept.success",
        "accept.after-complete",
        "accept.slow-peer",
        "complete-connect.success",
        "complete-connect.initiator-requests",
        "async-result.published",
        "async-result.no-polling",
        "create-connector.success",
        "accept.early-message"
    })
    void goesThroughItsStatesInOrder() {
        ConnectedPair pair = unconnected();
        CompletableFuture<Void> connecting = pair.request();
        fixture().settle();
        assertThat(connecting).isNotDone();

        CompletableFuture<Void> accepting =
                pair.owner().connector().accept(pair.owner().endpoint());
        fixture().get(connecting);
        fixture().settle();
        assertThat(accepting).isNotDone();
        assertThat(pair.peer().endpoint().isConnected()).isFalse();
        assertThat(pair.owner().endpoint().isConnected()).isFalse();
        pair.owner().receive(1);

        fixture().get(pair.peer().connector().completeConnect());
        assertThat(pair.peer().endpoint().isConnected()).isTrue();
        pair.peer().send(2);
        fixture().get(accepting);
        assertThat(pair.owner().endpoint().isConnected()).isTrue();
        assertThat(pair.owner().received()).isEqualTo(Outcome.success(RequestType.RECEIVE, 1));
        pair.owner().send(3);
        pair.peer().receive(4);
        assertThat(pair.owner().initiated()).isEqualTo(Outcome.success(RequestType.SEND, 3));
    }

    @Test
    @Proves("connect.connection-refused")
    void isRefusedWhereNobodyListensAndCanTryAgain() {
        ConnectedPair pair = unconnected();
        InetSocketAddress nobody = fixture().freshAddress();
        Connector connector = pair.peer().connector();

        assertThat(fixture().statusOf(connector.connect(pair.peer().endpoint(), nobody)))
                .isEqualTo(CONNECTION_REFUSED);
        assertThat(fixture().statusOf(connector.connect(pair.peer().endpoint(), nobody)))
                .isEqualTo(CONNECTION_REFUSED);

        pair.connect();
        assertThat(pair.peer().endpoint().isConnected()).isTrue();
    }

    @Test
    @Proves({"reject.success", "reject.private-data", "connect.rejected", "connection-data.private-data"})
    void isRefusedByRejectAndCanTryAgain() {
        ConnectedPair pair = unconnected();
        CompletableFuture<Void> connecting = pair.request();

        pair.owner().connector().reject(new byte[] {4, 5});

        assertThat(fixture().statusOf(connecting)).isEqualTo(CONNECTION_REFUSED);
        assertThat(pair.peer().connector().privateData()).startsWith(4, 5);
        ConnectedPair again = ConnectedPair.of(
                fixture(), Side.open(fixture(), fixture().owner(), SideConfig.defaults()), pair.peer());
        again.connect();
        assertThat(pair.peer().endpoint().isConnected()).isTrue();
    }

    @Test
    @Proves("connect.passive-closed")
    void isRefusedWhenThePassiveConnectorIsClosed() {
        ConnectedPair pair = unconnected();
        CompletableFuture<Void> connecting = pair.request();

        pair.owner().connector().close();

        assertThat(fixture().statusOf(connecting)).isEqualTo(CONNECTION_REFUSED);
    }

    @Test
    @Proves({"reject.active-side", "accept.connection-refused", "complete-connect.connection-invalid"})
    void canBeRejectedByTheConnectingSide() {
        ConnectedPair pair = unconnected();
        CompletableFuture<Void> connecting = pair.request();
        CompletableFuture<Void> accepting =
                pair.owner().connector().accept(pair.owner().endpoint());
        fixture().get(connecting);
        pair.owner().receive(1);

        pair.peer().connector().reject(NO_DATA);

        assertThat(fixture().statusOf(accepting)).isEqualTo(CONNECTION_REFUSED);
        assertThat(fixture().statusOf(pair.peer().connector().completeConnect()))
                .isEqualTo(CONNECTION_INVALID);
    }

    @Test
    @Proves({"create-connector.abandon", "accept.connection-refused"})
    void canBeAbandonedAfterConnect() {
        ConnectedPair pair = unconnected();
        CompletableFuture<Void> connecting = pair.request();
        CompletableFuture<Void> accepting =
                pair.owner().connector().accept(pair.owner().endpoint());
        fixture().get(connecting);

        pair.peer().connector().close();

        assertThat(fixture().statusOf(accepting)).isEqualTo(CONNECTION_REFUSED);
    }

    @Test
    @Proves({"complete-connect.connection-aborted", "accept.canceled"})
    void isAbortedWhenTheAcceptingSideGivesUp() {
        ConnectedPair pair = unconnected();
        CompletableFuture<Void> connecting = pair.request();
        CompletableFuture<Void> accepting =
                pair.owner().connector().accept(pair.owner().endpoint());
        fixture().get(connecting);

        pair.owner().connector().close();
        assertThat(fixture().statusOf(accepting)).isEqualTo(CANCELED);
        fixture().settle();

        assertThat(fixture().statusOf(pair.peer().connector().completeConnect()))
                .isEqualTo(CONNECTION_ABORTED);
        assertThat(pair.peer().endpoint().isConnected()).isFalse();
    }

    @Test
    @Proves("complete-connect.gives-up-meanwhile")
    void endsWhenTheAcceptingSideGivesUpMeanwhile() {
        ConnectedPair pair = unconnected();
        CompletableFuture<Void> connecting = pair.request();
        CompletableFuture<Void> accepting =
                pair.owner().connector().accept(pair.owner().endpoint());
        fixture().get(connecting);

        pair.owner().connector().close();
        CompletableFuture<Void> completing = pair.peer().connector().completeConnect();

        assertThat(fixture().statusOf(accepting)).isIn(CANCELED, SUCCESS);
        assertThat(fixture().statusOf(completing)).isIn(CONNECTION_ABORTED, SUCCESS);
        fixture().await("the end", () -> !pair.peer().endpoint().isConnected());
    }

    @Test
    @Proves({"accept.gave-up-before", "async-result.canceled"})
    void canBeAbandonedBeforeItIsAccepted() {
        ConnectedPair pair = unconnected();
        CompletableFuture<Void> connecting = pair.request();

        pair.peer().connector().close();
        assertThat(fixture().statusOf(connecting)).isEqualTo(CANCELED);
        fixture().settle();

        assertThat(fixture()
                        .statusOf(pair.owner().connector().accept(pair.owner().endpoint())))
                .isIn(CONNECTION_REFUSED, CONNECTION_ABORTED);
        assertThat(pair.owner().endpoint().isConnected()).isFalse();
    }

    @Test
    @Proves({"connect.canceled", "async-result.canceled"})
    void canBeCancelledWhileItConnects() {
        ConnectedPair pair = unconnected();
        CompletableFuture<Void> connecting = pair.request();

        assertThat(connecting.cancel(false)).isTrue();
        fixture().settle();

        assertThat(fixture()
                        .statusOf(pair.owner().connector().accept(pair.owner().endpoint())))
                .isIn(CONNECTION_REFUSED, CONNECTION_ABORTED);
        assertThat(pair.peer().endpoint().isConnected()).isFalse();
    }

    @Test
    @Proves("connect.connection-active")
    void refusesAConnectorOrEndpointInUse() {
        ConnectedPair pair = unconnected();
        CompletableFuture<Void> connecting = pair.request();
        Side peer = pair.peer();
        InetSocketAddress somewhere = fixture().freshAddress();

        assertThat(fixture().statusOf(peer.connector().connect(peer.endpoint(), somewhere)))
                .isEqualTo(CONNECTION_ACTIVE);
        assertThat(fixture().statusOf(peer.adapter().createConnector().connect(peer.endpoint(), somewhere)))
                .isEqualTo(CONNECTION_ACTIVE);
        CompletableFuture<Void> accepting =
                pair.owner().connector().accept(pair.owner().endpoint());
        assertThat(fixture()
                        .statusOf(pair.owner().connector().accept(pair.owner().endpoint())))
                .isIn(CONNECTION_ACTIVE, CONNECTION_INVALID);
        fixture().get(connecting);
        fixture().get(peer.connector().completeConnect());
        fixture().get(accepting);

        assertThat(fixture().statusOf(peer.connector().connect(peer.endpoint(), somewhere)))
                .isEqualTo(CONNECTION_ACTIVE);
        assertThat(peer.endpoint().isConnected()).isTrue();
    }

    @Test
    @Proves("accept.connection-active")
    void cannotAcceptOnAnEndpointThatIsConnected() {
        ConnectedPair connected = connected();
        ConnectedPair pair = unconnected();
        CompletableFuture<Void> connecting = pair.request();

        assertThat(fixture()
                        .statusOf(pair.owner()
                                .connector()
                                .accept(connected.owner().endpoint())))
                .isEqualTo(CONNECTION_ACTIVE);

        pair.accept(connecting);
    }

    @Test
    @Proves({"disconnect.not-reusable", "connect.connection-invalid"})
    void cannotConnectAnEndpointTwiceInItsLife() {
        ConnectedPair pair = connected();
        fixture().get(pair.peer().connector().disconnect());
        pair.assertDisconnected();
        ConnectedPair fresh = unconnected();
        CompletableFuture<Void> connecting = fresh.request();

        assertThat(fixture()
                        .statusOf(fixture()
                                .peer()
                                .createConnector()
                                .connect(pair.peer().endpoint(), fixture().freshAddress())))
                .isEqualTo(CONNECTION_INVALID);
        assertThat(fixture()
                        .statusOf(fresh.owner().connector().accept(pair.owner().endpoint())))
                .isEqualTo(CONNECTION_INVALID);
        assertThat(connecting).isNotDone();
    }

    @Test
    @Proves({
        "complete-connect.connection-invalid",
        "accept.connection-invalid",
        "disconnect.connection-invalid",
        "notify-disconnect.connection-invalid",
        "reject.connection-invalid",
        "connection-data.connection-invalid"
    })
    void refusesStepsThatHaveNoStepBefore() {
        ConnectedPair pair = unconnected();
        Connector connector = pair.peer().connector();

        assertThat(fixture().statusOf(connector.completeConnect())).isEqualTo(CONNECTION_INVALID);
        assertThat(fixture().statusOf(connector.accept(pair.peer().endpoint()))).isEqualTo(CONNECTION_INVALID);
        assertThat(fixture().statusOf(connector.disconnect())).isEqualTo(CONNECTION_INVALID);
        assertThat(fixture().statusOf(connector.notifyDisconnect())).isEqualTo(CONNECTION_INVALID);
        assertFails(CONNECTION_INVALID, () -> connector.reject(NO_DATA));
        assertFails(CONNECTION_INVALID, connector::privateData);
        assertFails(CONNECTION_INVALID, connector::readLimits);
    }

    private ConnectedPair unconnected() {
        return ConnectedPair.open(fixture(), SideConfig.defaults(), SideConfig.defaults());
    }
}
