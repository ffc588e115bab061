// SPDX-License-Identifier: Apache-2.0
// Copyright the Oriel authors.
package io.oriel.testing.conformance.window;

import static io.oriel.api.NdStatus.BUFFER_OVERFLOW;
import static io.oriel.api.NdStatus.CONNECTION_INVALID;
import static io.oriel.api.NdStatus.DATA_OVERRUN;
import static io.oriel.api.NdStatus.INVALID_DEVICE_REQUEST;
import static io.oriel.api.NdStatus.INVALID_PARAMETER_5;
import static io.oriel.api.NdStatus.NO_MORE_ENTRIES;
import static org.assertj.core.api.Assertions.assertThat;

import io.oriel.api.MemoryWindow;
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
import java.util.concurrent.CompletableFuture;
import org.junit.jupiter.api.Test;

/** INDEndpoint::SendAndInvalidate: its flags, and what the call returns. */
public abstract class SendAndInvalidateCallConformanceTest extends ConformanceTest {
    private static final int LENGTH = SideConfig.defaults().regionLength();

    private static final long WINDOW = 12;

    private static final ScatterGatherList EMPTY = ScatterGatherList.empty();

    protected SendAndInvalidateCallConformanceTest(ConformanceMedium medium) {
        super(medium);
    }

    @Test
    @Proves("send-and-invalidate.silent")
    void addsNoCompletionWhenItSucceedsSilently() {
        ConnectedPair pair = connected();
        RemoteWindow remote = pair.grant(window(pair), 0, 64, READ_WRITE);
        pair.owner().receive(1);

        assertPosted(pair.peer().endpoint().sendAndInvalidate(2, EMPTY, remote, OpFlags.SILENT_SUCCESS));

        assertThat(pair.owner().received(2)).last().isEqualTo(Outcome.success(RequestType.RECEIVE, 1));
        pair.peer().assertNothingMore();
    }

    @Test
    @Proves("send-and-invalidate.read-fence")
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
    @Proves({"send-and-invalidate.solicited", "send-and-invalidate.solicited-unasked"})
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
    @Proves({"send-and-invalidate.solicited-error", "notify.errors-always", "receive.invalidation-error"})
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
    @Proves({"send-and-invalidate.flags-together", "send-and-invalidate.like-send", "send-and-invalidate.inline"})
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
    @Proves("send-and-invalidate.connection-invalid")
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
        "send-and-invalidate.buffer-overflow",
        "send-and-invalidate.data-overrun",
        "send-and-invalidate.flags",
        "send-and-invalidate.call-failure"
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
    @Proves("send-and-invalidate.no-more-entries")
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

    private static MemoryWindow window(ConnectedPair pair) {
        return pair.owner().adapter().createMemoryWindow(WINDOW);
    }
}
