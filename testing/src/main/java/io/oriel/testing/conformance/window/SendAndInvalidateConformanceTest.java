// SPDX-License-Identifier: Apache-2.0
// Copyright the Oriel authors.
package io.oriel.testing.conformance.window;

import static io.oriel.api.NdStatus.ACCESS_VIOLATION;
import static io.oriel.api.NdStatus.INVALID_DEVICE_REQUEST;
import static io.oriel.api.NdStatus.REMOTE_ERROR;
import static org.assertj.core.api.Assertions.assertThat;

import io.oriel.api.Completion;
import io.oriel.api.MemoryWindow;
import io.oriel.api.OpFlags;
import io.oriel.api.RemoteWindow;
import io.oriel.api.RequestType;
import io.oriel.api.ScatterGatherList;
import io.oriel.testing.conformance.fixture.ConformanceMedium;
import io.oriel.testing.conformance.fixture.ConformanceTest;
import io.oriel.testing.conformance.fixture.ConnectedPair;
import io.oriel.testing.conformance.fixture.Outcome;
import io.oriel.testing.conformance.fixture.Proves;
import io.oriel.testing.conformance.fixture.SideConfig;
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
        "send-and-invalidate.success",
        "send-and-invalidate.completes-success",
        "send-and-invalidate.sends-then-invalidates",
        "send-and-invalidate.two-results",
        "send-and-invalidate.one-result",
        "send-and-invalidate.own-context",
        "send-and-invalidate.tells-done"
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
        "send-and-invalidate.empty-list",
        "send-and-invalidate.frees-window",
        "bind.rebind",
        "requests.zero-entries"
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
    @Proves("send-and-invalidate.list-during-call")
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
    @Proves("send-and-invalidate.whole-message")
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
    @Proves({
        "send-and-invalidate.silent-failure",
        "send-and-invalidate.not-bound",
        "send-and-invalidate.remote-error",
        "receive.invalidation-error"
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
    @Proves({"send-and-invalidate.no-access", "send-and-invalidate.closes-at-once"})
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
