// SPDX-License-Identifier: Apache-2.0
// Copyright the Oriel authors.
package io.oriel.engine.conformance;

import static io.oriel.api.NdStatus.ACCESS_VIOLATION;
import static io.oriel.api.NdStatus.BUFFER_OVERFLOW;
import static io.oriel.api.NdStatus.CONNECTION_INVALID;
import static io.oriel.api.NdStatus.DATA_OVERRUN;
import static io.oriel.api.NdStatus.INVALID_DEVICE_REQUEST;
import static io.oriel.api.NdStatus.INVALID_PARAMETER_5;
import static io.oriel.api.NdStatus.NO_MORE_ENTRIES;
import static io.oriel.api.NdStatus.REMOTE_ERROR;
import static org.assertj.core.api.Assertions.assertThat;

import io.oriel.api.Completion;
import io.oriel.api.MemoryWindow;
import io.oriel.api.NotifyType;
import io.oriel.api.OpFlags;
import io.oriel.api.RemoteWindow;
import io.oriel.api.RequestType;
import io.oriel.api.ScatterGatherList;
import io.oriel.api.config.EndpointConfig;
import java.util.concurrent.CompletableFuture;
import org.agrona.concurrent.UnsafeBuffer;
import org.junit.jupiter.api.Test;

/** INDEndpoint::SendAndInvalidate. */
public abstract class SendAndInvalidateConformanceTest extends ConformanceTest {
    private static final int LENGTH = SideConfig.defaults().regionLength();
    private static final long WINDOW = 12;
    private static final ScatterGatherList EMPTY = ScatterGatherList.empty();

    protected SendAndInvalidateConformanceTest(ConformanceMedium medium) {
        super(medium);
    }

    @Test
    @Proves({
        "seed3: sends data to a remote peer and then invalidates the specified memory window on the peer",
        "seed3: the peer will get two results: the invalidate request followed by the receive request",
        "seed3: this method generates a single result for the caller",
        "seed3: the results are reported in this endpoint's outbound completion queue"
    })
    void sendsTheDataAndInvalidatesWithTwoResultsForThePeerAndOneHere() {
        ConnectedPair pair = connected();
        MemoryWindow window = window(pair);
        RemoteWindow remote = pair.grant(window, 0, LENGTH, READ_WRITE);
        pair.owner().receive(1, 100, 50);
        pair.peer().put(0, "done with it");

        assertPosted(pair.peer().endpoint().sendAndInvalidate(2, pair.peer().range(0, 12), remote, OpFlags.NONE));

        Completion invalidated = pair.owner().next(pair.owner().receiveQueue());
        assertThat(Outcome.of(invalidated)).isEqualTo(Outcome.success(RequestType.INVALIDATE, WINDOW));
        assertThat(invalidated.bytesTransferred()).isZero();
        Completion received = pair.owner().next(pair.owner().receiveQueue());
        assertThat(Outcome.of(received)).isEqualTo(Outcome.success(RequestType.RECEIVE, 1));
        assertThat(received.bytesTransferred()).isEqualTo(12);
        assertThat(pair.owner().text(100, 12)).isEqualTo("done with it");
        assertThat(pair.peer().initiated()).isEqualTo(Outcome.success(RequestType.SEND, 2));
        assertThat(window.isBound()).isFalse();
        pair.owner().assertNothingMore();
        pair.peer().assertNothingMore();
    }

    @Test
    @Proves({
        "seed3: nSge may be zero, resulting in a zero-byte send and a corresponding zero-byte receive",
        "seed3: invalidating the window lets it be bound again to a different region of the registered memory"
    })
    void sendsNothingWithAnEmptyListAndFreesTheWindow() {
        ConnectedPair pair = connected();
        MemoryWindow window = window(pair);
        RemoteWindow remote = pair.grant(window, 0, 64, READ_WRITE);
        pair.owner().receive(1, 100, 50);

        assertPosted(pair.peer().endpoint().sendAndInvalidate(2, EMPTY, remote, OpFlags.NONE));

        assertThat(pair.owner().received()).isEqualTo(Outcome.success(RequestType.INVALIDATE, WINDOW));
        Completion received = pair.owner().next(pair.owner().receiveQueue());
        assertThat(Outcome.of(received)).isEqualTo(Outcome.success(RequestType.RECEIVE, 1));
        assertThat(received.bytesTransferred()).isZero();
        RemoteWindow again = pair.grant(window, 4096, 64, READ_WRITE);
        assertPosted(pair.peer().endpoint().write(3, pair.peer().range(0, 8), again, 0, OpFlags.NONE));
        assertThat(pair.peer().initiated(2)).last().isEqualTo(Outcome.success(RequestType.WRITE, 3));
    }

    @Test
    @Proves("seed3: the SGL may be stack-based, and is only used in the context of this call")
    void readsTheListOnlyDuringTheCall() {
        ConnectedPair pair = connected();
        RemoteWindow remote = pair.grant(window(pair), 0, 64, READ_WRITE);
        pair.owner().receive(1, 100, 50);
        pair.peer().put(0, "first");
        pair.peer().put(10, "other");
        ScatterGatherList list = new ScatterGatherList(1).add(pair.peer().region(), 0, 5);

        assertPosted(pair.peer().endpoint().sendAndInvalidate(2, list, remote, OpFlags.NONE));
        list.clear().add(pair.peer().region(), 10, 5);

        assertThat(pair.owner().received(2)).last().isEqualTo(Outcome.success(RequestType.RECEIVE, 1));
        assertThat(pair.owner().text(100, 5)).isEqualTo("first");
    }

    @Test
    @Proves("Oriel: the window is taken back when the whole message has arrived, however long it is")
    void invalidatesWithTheEndOfALongMessage() {
        ConnectedPair pair = connected();
        MemoryWindow window = window(pair);
        RemoteWindow remote = pair.grant(window, 0, 64, READ_WRITE);
        pair.owner().receive(1, 0, LENGTH);
        pair.peer().fill(0, LENGTH, 5);

        assertPosted(pair.peer().endpoint().sendAndInvalidate(2, pair.peer().range(0, LENGTH), remote, OpFlags.NONE));

        assertThat(pair.owner().received(2))
                .containsExactly(
                        Outcome.success(RequestType.INVALIDATE, WINDOW), Outcome.success(RequestType.RECEIVE, 1));
        pair.owner().assertFilled(0, LENGTH, 5);
        assertThat(window.isBound()).isFalse();
    }

    @Test
    @Proves("seed3: ND_OP_FLAG_SILENT_SUCCESS: the successful completion does not generate a completion")
    void addsNoCompletionWhenItSucceedsSilently() {
        ConnectedPair pair = connected();
        RemoteWindow remote = pair.grant(window(pair), 0, 64, READ_WRITE);
        pair.owner().receive(1);

        assertPosted(pair.peer().endpoint().sendAndInvalidate(2, EMPTY, remote, OpFlags.SILENT_SUCCESS));

        assertThat(pair.owner().received(2)).last().isEqualTo(Outcome.success(RequestType.RECEIVE, 1));
        pair.peer().assertNothingMore();
    }

    @Test
    @Proves({
        "seed3: ND_OP_FLAG_SILENT_SUCCESS: requests that fail processing always generate a work completion",
        "v1: ND_INVALIDATION_ERROR on the Receive when the window could not be invalidated",
        "Oriel: a SendAndInvalidate whose window is not bound any more ends REMOTE_ERROR at the sender, and the"
                + " connection on both sides"
    })
    void failsAloudWhenTheWindowIsNotBoundAnyMore() {
        ConnectedPair pair = connected();
        MemoryWindow window = window(pair);
        RemoteWindow remote = pair.grant(window, 0, 64, READ_WRITE);
        assertPosted(pair.owner().endpoint().invalidate(3, window, OpFlags.NONE));
        assertThat(pair.owner().initiated()).isEqualTo(Outcome.success(RequestType.INVALIDATE, 3));
        pair.owner().receive(1);
        pair.owner().receive(4);

        assertPosted(pair.peer().endpoint().sendAndInvalidate(2, EMPTY, remote, OpFlags.SILENT_SUCCESS));

        assertThat(pair.peer().initiated()).isEqualTo(new Outcome(RequestType.SEND, REMOTE_ERROR, 2));
        assertThat(pair.owner().received(2))
                .containsExactly(
                        new Outcome(RequestType.RECEIVE, INVALID_DEVICE_REQUEST, 1),
                        Outcome.canceled(RequestType.RECEIVE, 4));
        pair.assertDisconnected();
        pair.owner().assertNothingMore();
    }

    @Test
    @Proves("seed3: ND_OP_FLAG_READ_FENCE: all prior Read requests must be complete before")
    void arrivesAfterTheReadsBeforeItWhenItIsFenced() {
        ConnectedPair pair = connected();
        RemoteWindow remote = pair.grant(window(pair), 0, LENGTH, READ_WRITE);
        pair.owner().fill(0, LENGTH, 42);
        pair.owner().receive(1);

        assertPosted(pair.peer().endpoint().read(2, pair.peer().range(0, LENGTH), remote, 0, OpFlags.SILENT_SUCCESS));
        assertPosted(pair.peer().endpoint().sendAndInvalidate(3, EMPTY, remote, OpFlags.READ_FENCE));

        assertThat(pair.owner().received(2)).last().isEqualTo(Outcome.success(RequestType.RECEIVE, 1));
        pair.peer().assertFilled(0, LENGTH, 42);
        assertThat(pair.peer().initiated()).isEqualTo(Outcome.success(RequestType.SEND, 3));
    }

    @Test
    @Proves({
        "seed3: ND_OP_FLAG_SEND_AND_SOLICIT_EVENT: the completion queue for the peer generates a notification",
        "seed3: the notification is generated after the receive completes",
        "seed3: the flag has no meaning to the receiver unless it has called Notify with NdCqNotifySolicited"
    })
    void firesTheSolicitedNotificationAfterItsReceive() {
        ConnectedPair pair = connected();
        RemoteWindow plain = pair.grant(window(pair), 0, 64, READ_WRITE);
        RemoteWindow marked = pair.grant(window(pair), 0, 64, READ_WRITE);
        pair.owner().receive(1);
        pair.owner().receive(2);
        CompletableFuture<Void> solicited = pair.owner().receiveQueue().requestNotification(NotifyType.SOLICITED);

        assertPosted(pair.peer().endpoint().sendAndInvalidate(3, EMPTY, plain, OpFlags.NONE));
        assertThat(pair.peer().initiated()).isEqualTo(Outcome.success(RequestType.SEND, 3));
        fixture().settle();
        assertThat(solicited).isNotDone();
        assertPosted(pair.peer().endpoint().sendAndInvalidate(4, EMPTY, marked, OpFlags.SEND_AND_SOLICIT_EVENT));
        fixture().getDriving(solicited, pair.peer().adapter());

        assertThat(pair.owner().outcomesNow()).hasSize(4).last().isEqualTo(Outcome.success(RequestType.RECEIVE, 2));
    }

    @Test
    @Proves("seed3: errors always satisfy a Notify request")
    void firesTheSolicitedNotificationWhenItFails() {
        ConnectedPair pair = connected();
        MemoryWindow window = window(pair);
        RemoteWindow remote = pair.grant(window, 0, 64, READ_WRITE);
        window.close();
        pair.owner().receive(1);
        CompletableFuture<Void> solicited = pair.owner().receiveQueue().requestNotification(NotifyType.SOLICITED);

        assertPosted(pair.peer().endpoint().sendAndInvalidate(3, EMPTY, remote, OpFlags.NONE));
        fixture().getDriving(solicited, pair.peer().adapter());

        assertThat(pair.owner().outcomesNow())
                .containsExactly(new Outcome(RequestType.RECEIVE, INVALID_DEVICE_REQUEST, 1));
    }

    @Test
    @Proves({
        "seed3: you can specify one or more of the flags",
        "seed3: this method behaves the same as the Send method",
        "NDK: inline data in a SendAndInvalidate"
    })
    void takesAllItsFlagsAtOnce() {
        ConnectedPair pair = connected();
        MemoryWindow window = window(pair);
        RemoteWindow remote = pair.grant(window, 0, 64, READ_WRITE);
        pair.owner().receive(1, 100, 50);
        pair.peer().put(0, "inline");
        CompletableFuture<Void> solicited = pair.owner().receiveQueue().requestNotification(NotifyType.SOLICITED);
        int flags = OpFlags.SILENT_SUCCESS | OpFlags.READ_FENCE | OpFlags.SEND_AND_SOLICIT_EVENT | OpFlags.INLINE;

        assertPosted(pair.peer().endpoint().sendAndInvalidate(2, pair.peer().range(0, 6), remote, flags));
        pair.peer().put(0, "reused");
        fixture().getDriving(solicited, pair.peer().adapter());

        assertThat(pair.owner().outcomesNow())
                .containsExactly(
                        Outcome.success(RequestType.INVALIDATE, WINDOW), Outcome.success(RequestType.RECEIVE, 1));
        assertThat(pair.owner().text(100, 6)).isEqualTo("inline");
        assertThat(window.isBound()).isFalse();
        pair.peer().assertNothingMore();
    }

    @Test
    @Proves("seed3: ND_CONNECTION_INVALID: the endpoint is not connected")
    void refusesAnEndpointWhoseConnectionHasEnded() {
        ConnectedPair pair = connected();
        RemoteWindow remote = pair.grant(window(pair), 0, 64, READ_WRITE);

        fixture().get(pair.owner().connector().disconnect());
        pair.assertDisconnected();

        assertThat(pair.peer().endpoint().sendAndInvalidate(2, EMPTY, remote, OpFlags.NONE))
                .isEqualTo(CONNECTION_INVALID);
    }

    @Test
    @Proves({
        "seed3: ND_BUFFER_OVERFLOW: more data than is supported",
        "seed3: ND_DATA_OVERRUN: more scatter/gather entries than allowed on the endpoint",
        "seed3: if the send request fails, the endpoint can still process existing or future requests"
    })
    void refusesTooMuchAndStaysUsable() {
        ConnectedPair pair = connected(EndpointConfig.defaults().withMaxSge(1).withInlineDataSize(8));
        MemoryWindow window = window(pair);
        RemoteWindow remote = pair.grant(window, 0, 64, READ_WRITE);
        pair.owner().receive(1);
        Side peer = pair.peer();
        ScatterGatherList two =
                new ScatterGatherList(2).add(peer.region(), 0, 1).add(peer.region(), 1, 1);
        ScatterGatherList huge = new ScatterGatherList(1).add(peer.region(), 0, Long.MAX_VALUE);

        assertThat(peer.endpoint().sendAndInvalidate(2, huge, remote, OpFlags.NONE))
                .isEqualTo(BUFFER_OVERFLOW);
        assertThat(peer.endpoint().sendAndInvalidate(2, peer.range(0, 9), remote, OpFlags.INLINE))
                .isEqualTo(BUFFER_OVERFLOW);
        assertThat(peer.endpoint().sendAndInvalidate(2, two, remote, OpFlags.NONE))
                .isEqualTo(DATA_OVERRUN);
        assertThat(peer.endpoint().sendAndInvalidate(2, EMPTY, remote, OpFlags.ALLOW_READ))
                .isEqualTo(INVALID_PARAMETER_5);

        assertPosted(peer.endpoint().write(3, peer.range(0, 1), remote, 0, OpFlags.NONE));
        assertPosted(peer.endpoint().sendAndInvalidate(4, EMPTY, remote, OpFlags.NONE));
        assertThat(peer.initiated(2))
                .containsExactly(Outcome.success(RequestType.WRITE, 3), Outcome.success(RequestType.SEND, 4));
        assertThat(window.isBound()).isFalse();
    }

    @Test
    @Proves("seed3: ND_NO_MORE_ENTRIES: more than the number of outbound requests allowed on the endpoint")
    void refusesMoreThanTheInitiatorQueueHolds() {
        ConnectedPair pair = connected(EndpointConfig.defaults().withInitiatorQueueDepth(1));
        RemoteWindow remote = pair.grant(window(pair), 0, 64, READ_WRITE);
        pair.peer().send(1);

        assertThat(pair.peer().endpoint().sendAndInvalidate(2, EMPTY, remote, OpFlags.NONE))
                .isEqualTo(NO_MORE_ENTRIES);

        pair.owner().receive(3);
        assertThat(pair.peer().initiated()).isEqualTo(Outcome.success(RequestType.SEND, 1));
        assertPosted(pair.peer().endpoint().write(4, pair.peer().range(0, 8), remote, 0, OpFlags.NONE));
        assertThat(pair.peer().initiated()).isEqualTo(Outcome.success(RequestType.WRITE, 4));
    }

    @Test
    @Proves({
        "seed3: further references to that memory window in a Read or Write result in a fatal error and the connection"
                + " is terminated",
        "Oriel: posting SendAndInvalidate closes the binding on the initiator at once, in every remote window opened"
                + " from its descriptor"
    })
    void closesTheWindowOnThisSideAtOnce() {
        ConnectedPair pair = connected();
        UnsafeBuffer descriptor = pair.bind(window(pair), 0, 64, READ_WRITE);
        RemoteWindow one = pair.peer().endpoint().openWindow(descriptor, 0);
        RemoteWindow same = pair.peer().endpoint().openWindow(descriptor, 0);
        pair.owner().put(0, "keep");
        pair.owner().receive(1);
        pair.owner().receive(2);

        assertPosted(pair.peer().endpoint().sendAndInvalidate(3, EMPTY, one, OpFlags.NONE));
        assertPosted(pair.peer().endpoint().write(4, pair.peer().range(0, 4), same, 0, OpFlags.NONE));

        assertThat(pair.peer().initiated(2))
                .containsExactly(
                        Outcome.success(RequestType.SEND, 3), new Outcome(RequestType.WRITE, ACCESS_VIOLATION, 4));
        assertThat(pair.owner().received(3))
                .containsExactly(
                        Outcome.success(RequestType.INVALIDATE, WINDOW),
                        Outcome.success(RequestType.RECEIVE, 1),
                        Outcome.canceled(RequestType.RECEIVE, 2));
        assertThat(pair.owner().text(0, 4)).isEqualTo("keep");
        pair.assertDisconnected();
    }

    private static MemoryWindow window(ConnectedPair pair) {
        return pair.owner().adapter().createMemoryWindow(WINDOW);
    }
}
