// SPDX-License-Identifier: Apache-2.0
// Copyright the Oriel authors.
package io.oriel.testing.conformance.connection;

import static io.oriel.api.NdStatus.CANCELED;
import static io.oriel.api.NdStatus.STATUS_CONNECTION_DISCONNECTED;
import static io.oriel.api.NdStatus.SUCCESS;
import static org.assertj.core.api.Assertions.assertThat;

import io.oriel.api.OpFlags;
import io.oriel.api.RemoteWindow;
import io.oriel.api.RequestType;
import io.oriel.testing.conformance.fixture.ConformanceMedium;
import io.oriel.testing.conformance.fixture.ConformanceTest;
import io.oriel.testing.conformance.fixture.ConnectedPair;
import io.oriel.testing.conformance.fixture.Outcome;
import io.oriel.testing.conformance.fixture.Proves;
import io.oriel.testing.conformance.fixture.Side;
import io.oriel.testing.conformance.fixture.SideConfig;
import java.util.concurrent.CompletableFuture;
import org.junit.jupiter.api.Test;

/** INDConnector: Disconnect, NotifyDisconnect. */
public abstract class DisconnectConformanceTest extends ConformanceTest {
    protected DisconnectConformanceTest(ConformanceMedium medium) {
        super(medium);
    }

    @Test
    @Proves({"disconnect.flushes", "receive.canceled", "send.canceled"})
    void cancelsWhatIsOutstandingOnBothSides() {
        ConnectedPair pair = connected();
        for (int i = 0; i < 3; i++) {
            pair.owner().receive(i);
            pair.peer().receive(i);
        }

        fixture().get(pair.peer().connector().disconnect());

        for (Side side : new Side[] {pair.owner(), pair.peer()}) {
            assertThat(side.received(3))
                    .containsExactly(
                            Outcome.canceled(RequestType.RECEIVE, 0),
                            Outcome.canceled(RequestType.RECEIVE, 1),
                            Outcome.canceled(RequestType.RECEIVE, 2));
            side.assertNothingMore();
        }
        pair.assertDisconnected();
    }

    @Test
    @Proves("disconnect.either-side")
    void canBeCalledByTheAcceptingSide() {
        ConnectedPair pair = connected();
        pair.peer().receive(1);

        fixture().get(pair.owner().connector().disconnect());

        assertThat(pair.peer().received()).isEqualTo(Outcome.canceled(RequestType.RECEIVE, 1));
        pair.assertDisconnected();
    }

    @Test
    @Proves("disconnect.after-sent")
    void letsThePeerReceiveWhatWasSentBefore() {
        ConnectedPair pair = connected();
        for (int i = 0; i < 10; i++) {
            pair.owner().receive(i, 0, 8);
        }
        fixture().settle();
        for (int i = 0; i < 9; i++) {
            pair.peer().send(i, 0, 8);
            assertThat(pair.peer().initiated()).isEqualTo(Outcome.success(RequestType.SEND, i));
        }

        fixture().get(pair.peer().connector().disconnect());

        for (int i = 0; i < 9; i++) {
            assertThat(pair.owner().received()).isEqualTo(Outcome.success(RequestType.RECEIVE, i));
        }
        assertThat(pair.owner().received()).isEqualTo(Outcome.canceled(RequestType.RECEIVE, 9));
    }

    @Test
    @Proves({"disconnect.racing", "requests.once"})
    void completesEachRacingRequestOnce() {
        for (int round = 0; round < 20; round++) {
            ConnectedPair pair = connected();
            for (int i = 0; i < 10; i++) {
                pair.owner().receive(i, 0, 8);
            }
            for (int i = 0; i < 10; i++) {
                pair.peer().send(i, 0, 8);
            }
            for (int i = 0; i < round; i++) {
                fixture().idle();
            }

            fixture().get(pair.peer().connector().disconnect());

            long sent = pair.peer().initiated(10).stream()
                    .filter(outcome -> outcome.status() == SUCCESS)
                    .count();
            long received = pair.owner().received(10).stream()
                    .filter(outcome -> outcome.status() == SUCCESS)
                    .count();
            assertThat(received).isGreaterThanOrEqualTo(sent);
            pair.assertDisconnected();
        }
    }

    @Test
    @Proves({"requests.success-is-done", "disconnect.racing"})
    void neverReportsSuccessForWhatTheOtherSideDidNotExecute() {
        for (int round = 0; round < 8; round++) {
            ConnectedPair pair = connected();
            RemoteWindow remote = pair.grant(pair.owner().newWindow(), 0, 64, READ_WRITE);
            pair.owner().receive(1);
            pair.peer().put(0, "written");

            end(pair.owner(), round);
            Side.open(fixture(), fixture().owner(), SideConfig.defaults()); // takes the place of the one that ended
            if (pair.peer().endpoint().write(2, pair.peer().range(0, 7), remote, 0, OpFlags.NONE) != SUCCESS) {
                continue;
            }
            fixture().progress(pair.owner().adapter());

            if (pair.peer().initiated().status() == SUCCESS) {
                assertThat(pair.owner().text(0, 7)).isEqualTo("written");
            }
        }
    }

    @Test
    @Proves({"disconnect.success", "disconnect.idle-peer", "async-result.no-polling"})
    void completesThoughThePeersApplicationDoesNothing() {
        ConnectedPair pair = connected();

        fixture().get(pair.peer().connector().disconnect());

        assertThat(pair.peer().endpoint().isConnected()).isFalse();
        pair.assertDisconnected();
    }

    @Test
    @Proves("notify-disconnect.success")
    void completesNotifyDisconnectOfThePeer() {
        ConnectedPair pair = connected();
        CompletableFuture<Void> notified = pair.owner().connector().notifyDisconnect();
        CompletableFuture<Void> notifiedToo = pair.owner().connector().notifyDisconnect();
        fixture().settle();
        assertThat(notified).isNotDone();

        fixture().get(pair.peer().connector().disconnect());

        fixture().get(notified);
        fixture().get(notifiedToo);
        pair.assertDisconnected();
    }

    @Test
    @Proves("notify-disconnect.own-disconnect")
    void completesNotifyDisconnectOfTheDisconnectingSide() {
        ConnectedPair pair = connected();
        CompletableFuture<Void> notified = pair.peer().connector().notifyDisconnect();

        fixture().get(pair.peer().connector().disconnect());

        assertThat(fixture().statusOf(notified)).isIn(SUCCESS, STATUS_CONNECTION_DISCONNECTED);
        fixture().get(pair.peer().connector().notifyDisconnect());
    }

    @Test
    @Proves("notify-disconnect.failed-request")
    void completesNotifyDisconnectWhenARequestFails() {
        ConnectedPair pair = connected();
        CompletableFuture<Void> ofOwner = pair.owner().connector().notifyDisconnect();
        CompletableFuture<Void> ofPeer = pair.peer().connector().notifyDisconnect();
        pair.owner().receive(1);

        pair.peer().send(2, 0, 10); // longer than the Receive
        pair.assertDisconnected();

        fixture().get(ofOwner);
        fixture().get(ofPeer);
    }

    @Test
    @Proves("notify-disconnect.canceled")
    void cancelsNotifyDisconnectWhenTheConnectorIsClosed() {
        ConnectedPair pair = connected();
        CompletableFuture<Void> cancelled = pair.peer().connector().notifyDisconnect();
        CompletableFuture<Void> pending = pair.peer().connector().notifyDisconnect();

        assertThat(cancelled.cancel(false)).isTrue();
        pair.peer().connector().close();

        assertThat(fixture().statusOf(pending)).isEqualTo(CANCELED);
        pair.assertDisconnected();
    }

    @Test
    @Proves({"close.connector", "create-connector.close"})
    void isImpliedByClosingTheConnector() {
        ConnectedPair pair = connected();
        pair.owner().receive(1);

        pair.peer().connector().close();

        assertThat(pair.owner().received()).isEqualTo(Outcome.canceled(RequestType.RECEIVE, 1));
        pair.assertDisconnected();
    }

    @Test
    @Proves({"close.endpoint", "create-endpoint.close"})
    void isImpliedByClosingTheEndpoint() {
        ConnectedPair pair = connected();
        CompletableFuture<Void> notified = pair.owner().connector().notifyDisconnect();
        pair.owner().receive(1);

        pair.peer().endpoint().close();

        fixture().get(notified);
        assertThat(pair.owner().received()).isEqualTo(Outcome.canceled(RequestType.RECEIVE, 1));
    }

    @Test
    @Proves("disconnect.both-at-once")
    void succeedsWhenTheConnectionHasEndedAlready() {
        ConnectedPair pair = connected();
        fixture().get(pair.peer().connector().disconnect());

        fixture().get(pair.peer().connector().disconnect());
        pair.owner().assertDisconnected();
        fixture().get(pair.owner().connector().disconnect());
    }

    @Test
    @Proves("disconnect.both-at-once")
    void canBeCalledByBothSidesAtOnce() {
        ConnectedPair pair = connected();
        pair.owner().receive(1);
        pair.peer().receive(2);

        CompletableFuture<Void> ofOwner = pair.owner().connector().disconnect();
        CompletableFuture<Void> ofPeer = pair.peer().connector().disconnect();

        fixture().get(ofOwner);
        fixture().get(ofPeer);
        assertThat(pair.owner().received()).isEqualTo(Outcome.canceled(RequestType.RECEIVE, 1));
        assertThat(pair.peer().received()).isEqualTo(Outcome.canceled(RequestType.RECEIVE, 2));
        pair.assertDisconnected();
    }

    @Test
    @Proves("disconnect.others-alone")
    void leavesOtherConnectionsAlone() {
        ConnectedPair ended = connected();
        ConnectedPair other = connected();
        fixture().get(ended.peer().connector().disconnect());
        ended.assertDisconnected();

        other.owner().receive(1);
        other.peer().send(2);

        assertThat(other.owner().received()).isEqualTo(Outcome.success(RequestType.RECEIVE, 1));
        assertThat(other.peer().initiated()).isEqualTo(Outcome.success(RequestType.SEND, 2));
    }

    /** Ends the connection in one of several ways, without letting the other side hear of it. */
    private static void end(Side side, int way) {
        switch (way % 4) {
            case 0 -> assertPosted(side.endpoint().flush());
            case 1 -> side.endpoint().close();
            case 2 -> assertThat(side.connector().disconnect()).isNotNull();
            default -> side.connector().close();
        }
    }
}
