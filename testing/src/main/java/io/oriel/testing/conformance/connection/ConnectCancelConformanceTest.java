// SPDX-License-Identifier: Apache-2.0
// Copyright the Oriel authors.
package io.oriel.testing.conformance.connection;

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
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeoutException;
import org.junit.jupiter.api.Test;

/** IND2Overlapped::CancelOverlappedRequests on a connector, and what a step that failed leaves behind. */
public abstract class ConnectCancelConformanceTest extends ConformanceTest {
    protected ConnectCancelConformanceTest(ConformanceMedium medium) {
        super(medium);
    }

    @Test
    @Proves({"connect.canceled", "connect.endpoint-kept"})
    void leavesTheEndpointOfACancelledConnectAsItWas() {
        ConnectedPair pair = unconnected();
        CompletableFuture<Void> connecting = pair.request();

        assertThat(connecting.cancel(false)).isTrue();
        fixture().settle();

        ConnectedPair again =
                ConnectedPair.of(fixture(), newSide(), pair.peer()).connect();
        assertThat(again.peer().endpoint().isConnected()).isTrue();
    }

    @Test
    @Proves({"accept.canceled", "accept.spends-endpoint"})
    void spendsTheEndpointOfACancelledAccept() {
        ConnectedPair pair = unconnected();
        CompletableFuture<Void> connecting = pair.request();
        CompletableFuture<Void> accepting =
                pair.owner().connector().accept(pair.owner().endpoint());
        fixture().get(connecting);

        assertThat(accepting.cancel(false)).isTrue();
        fixture().settle();

        assertThat(fixture().statusOf(pair.peer().connector().completeConnect()))
                .isNotEqualTo(SUCCESS);
        assertThatIsSpent(pair.owner());
    }

    @Test
    @Proves({"accept.connection-refused", "accept.spends-endpoint"})
    void spendsTheEndpointOfARefusedAccept() {
        ConnectedPair pair = unconnected();
        CompletableFuture<Void> connecting = pair.request();
        CompletableFuture<Void> accepting =
                pair.owner().connector().accept(pair.owner().endpoint());
        fixture().get(connecting);

        pair.peer().connector().reject(new byte[0]);

        assertThat(fixture().statusOf(accepting)).isEqualTo(CONNECTION_REFUSED);
        assertThatIsSpent(pair.owner());
        ConnectedPair again =
                ConnectedPair.of(fixture(), newSide(), pair.peer()).connect();
        assertThat(again.peer().endpoint().isConnected()).isTrue();
    }

    @Test
    @Proves("complete-connect.canceled")
    void abandonsACompleteConnectThatIsCancelled() {
        for (int round = 0; round < 10; round++) {
            ConnectedPair pair = unconnected();
            CompletableFuture<Void> connecting = pair.request();
            CompletableFuture<Void> accepting =
                    pair.owner().connector().accept(pair.owner().endpoint());
            fixture().get(connecting);

            boolean cancelled = pair.peer().connector().completeConnect().cancel(false);
            boolean accepted = fixture().statusOf(accepting) == SUCCESS;

            if (cancelled) {
                fixture().await("the end", () -> !pair.owner().endpoint().isConnected());
                assertThat(pair.peer().endpoint().isConnected()).isFalse();
            } else {
                assertThat(accepted).isTrue();
                assertThat(pair.peer().endpoint().isConnected()).isTrue();
            }
        }
    }

    @Test
    @Proves("async-result.no-place")
    void doesNotDisturbAConnectionByCancellingAStepThatHasNoPlace() {
        ConnectedPair pair = connected();
        Connector connector = pair.owner().connector();

        for (int round = 0; round < 10; round++) {
            boolean unused = connector.accept(pair.owner().endpoint()).cancel(false);
            unused = connector.completeConnect().cancel(false);
            unused = connector
                    .connect(pair.owner().endpoint(), fixture().freshAddress())
                    .cancel(false);
        }
        fixture().settle();

        assertThatWorks(pair);
    }

    @Test
    @Proves("async-result.completed")
    void abandonsAnAcceptThatTheApplicationCompletesItself() {
        ConnectedPair pair = unconnected();
        CompletableFuture<Void> connecting = pair.request();
        CompletableFuture<Void> accepting =
                pair.owner().connector().accept(pair.owner().endpoint());
        fixture().get(connecting);

        assertThat(accepting.completeExceptionally(new TimeoutException("as of orTimeout")))
                .isTrue();
        fixture().settle();

        assertThat(fixture().statusOf(pair.peer().connector().completeConnect()))
                .isNotEqualTo(SUCCESS);
        assertThatIsSpent(pair.owner());
    }

    @Test
    @Proves("async-result.completed")
    void abandonsAConnectThatTheApplicationCompletesItself() {
        ConnectedPair pair = ConnectedPair.openReversed(fixture());
        CompletableFuture<Void> connecting = pair.request();

        assertThat(connecting.completeExceptionally(new TimeoutException("as of orTimeout")))
                .isTrue();
        fixture().settle();

        Side other = Side.open(fixture(), fixture().peer(), SideConfig.defaults());
        assertThat(ConnectedPair.of(fixture(), other, pair.peer())
                        .connect()
                        .peer()
                        .endpoint()
                        .isConnected())
                .isTrue();
    }

    @Test
    @Proves("notify-disconnect.canceled")
    void withdrawsANotifyDisconnect() {
        ConnectedPair pair = connected();
        CompletableFuture<Void> kept = pair.owner().connector().notifyDisconnect();
        for (int round = 0; round < 100; round++) {
            CompletableFuture<Void> withdrawn = pair.owner().connector().notifyDisconnect();
            assertThat(withdrawn.cancel(false)).isTrue();
            assertThat(withdrawn).isCancelled();
        }
        fixture().settle();

        assertThatWorks(pair);
        assertThat(kept).isNotDone();
        fixture().get(pair.peer().connector().disconnect());
        fixture().get(kept);
    }

    @Test
    @Proves("notify-disconnect.while-accepting")
    void tellsOfTheEndOfAnAcceptToo() {
        ConnectedPair pair = unconnected();
        CompletableFuture<Void> connecting = pair.request();
        assertThat(fixture().statusOf(pair.owner().connector().notifyDisconnect()))
                .isEqualTo(CONNECTION_INVALID);
        CompletableFuture<Void> accepting =
                pair.owner().connector().accept(pair.owner().endpoint());
        CompletableFuture<Void> notified = pair.owner().connector().notifyDisconnect();
        fixture().get(connecting);
        assertThat(notified).isNotDone();

        pair.peer().connector().close();

        fixture().get(notified);
        assertThat(fixture().statusOf(accepting)).isEqualTo(CONNECTION_REFUSED);
    }

    @Test
    @Proves("notify-disconnect.while-accepting")
    void tellsOfTheEndOfAnAcceptThatIsOverAlready() {
        ConnectedPair pair = unconnected();
        CompletableFuture<Void> connecting = pair.request();
        CompletableFuture<Void> accepting =
                pair.owner().connector().accept(pair.owner().endpoint());
        fixture().get(connecting);
        pair.peer().connector().close();
        assertThat(fixture().statusOf(accepting)).isEqualTo(CONNECTION_REFUSED);

        fixture().get(pair.owner().connector().notifyDisconnect());
    }

    @Test
    @Proves("disconnect.goes-on")
    void cannotTakeADisconnectBack() {
        ConnectedPair pair = connected();

        boolean unused = pair.peer().connector().disconnect().cancel(false);

        pair.assertDisconnected();
    }

    private void assertThatIsSpent(Side side) {
        ConnectedPair fresh = unconnected();
        CompletableFuture<Void> connecting = fresh.request();
        assertThat(fixture().statusOf(fresh.owner().connector().accept(side.endpoint())))
                .isEqualTo(CONNECTION_INVALID);
        assertThat(connecting).isNotDone();
    }

    private void assertThatWorks(ConnectedPair pair) {
        pair.owner().receive(1);
        pair.peer().send(2);
        assertThat(pair.owner().received()).isEqualTo(Outcome.success(RequestType.RECEIVE, 1));
        assertThat(pair.peer().initiated()).isEqualTo(Outcome.success(RequestType.SEND, 2));
    }

    private Side newSide() {
        return Side.open(fixture(), fixture().owner(), SideConfig.defaults());
    }

    private ConnectedPair unconnected() {
        return ConnectedPair.open(fixture(), SideConfig.defaults(), SideConfig.defaults());
    }
}
