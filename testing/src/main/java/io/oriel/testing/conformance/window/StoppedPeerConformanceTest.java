// SPDX-License-Identifier: Apache-2.0
// Copyright the Oriel authors.
package io.oriel.testing.conformance.window;

import static io.oriel.api.NdStatus.ACCESS_VIOLATION;
import static io.oriel.api.NdStatus.CANCELED;
import static io.oriel.api.NdStatus.CONNECTION_INVALID;
import static io.oriel.api.NdStatus.DEVICE_BUSY;
import static io.oriel.api.NdStatus.INVALID_DEVICE_REQUEST;
import static io.oriel.api.NdStatus.IO_TIMEOUT;
import static io.oriel.api.NdStatus.REMOTE_ERROR;
import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import io.oriel.api.MemoryWindow;
import io.oriel.api.OpFlags;
import io.oriel.api.RemoteWindow;
import io.oriel.api.RequestType;
import io.oriel.api.ScatterGatherList;
import io.oriel.api.config.OrielConfig;
import io.oriel.api.config.TimeoutConfig;
import io.oriel.testing.conformance.fixture.ConformanceMedium;
import io.oriel.testing.conformance.fixture.ConformanceTest;
import io.oriel.testing.conformance.fixture.ConnectedPair;
import io.oriel.testing.conformance.fixture.Outcome;
import io.oriel.testing.conformance.fixture.Proves;
import java.time.Duration;
import org.agrona.concurrent.UnsafeBuffer;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** A peer's process that was stopped in the midst of a direct copy. */
public abstract class StoppedPeerConformanceTest extends ConformanceTest {
    private static final int LENGTH = 4096;

    private ConnectedPair pair;
    private MemoryWindow window;
    private UnsafeBuffer descriptor;
    private RemoteWindow remote;

    protected StoppedPeerConformanceTest(ConformanceMedium medium) {
        super(medium);
    }

    @Override
    protected OrielConfig config() {
        return OrielConfig.defaults().withTimeouts(TimeoutConfig.defaults().withRevoke(Duration.ofMillis(50)));
    }

    @BeforeEach
    void grantAWindow() {
        assumeTrue(fixture().canStopPeerInside(), "the peer cannot be stopped inside on this medium");
        pair = connected();
        window = pair.owner().newWindow();
        descriptor = pair.bind(window, 0, LENGTH, READ_WRITE);
        remote = pair.peer().endpoint().openWindow(descriptor, 0);
    }

    @Test
    @Proves({"invalidate.stopped-peer", "stopped-peer.invalidate-waits"})
    void makesAnInvalidateWait() {
        fixture().stopPeerInside(descriptor);

        assertPosted(pair.owner().endpoint().invalidate(1, window, OpFlags.NONE));
        pair.owner().assertNothingMore();
        assertThat(window.isBound()).isFalse();
        fixture().resumePeer();

        assertThat(pair.owner().initiated()).isEqualTo(Outcome.success(RequestType.INVALIDATE, 1));
        assertThat(pair.owner().endpoint().isConnected()).isTrue();
    }

    @Test
    @Proves({"invalidate.stopped-peer", "stopped-peer.invalidate-waits"})
    void makesAnInvalidateWaitWhoseWindowIsBoundAndTakenBackElsewhereMeanwhile() {
        ConnectedPair other = connected();
        fixture().stopPeerInside(descriptor);

        assertPosted(pair.owner().endpoint().invalidate(1, window, OpFlags.NONE));
        other.bind(window, 0, LENGTH, READ_WRITE);
        assertPosted(other.owner().endpoint().invalidate(2, window, OpFlags.NONE));
        assertThat(other.owner().initiated()).isEqualTo(Outcome.success(RequestType.INVALIDATE, 2));
        pair.owner().assertNothingMore();
        fixture().resumePeer();

        assertThat(pair.owner().initiated()).isEqualTo(Outcome.success(RequestType.INVALIDATE, 1));
    }

    @Test
    @Proves({"invalidate.stopped-peer-retry", "requests.direct-same"})
    void doesNotSpoilTheInvalidateByWhatItTriesNext() {
        fixture().stopPeerInside(descriptor);
        assertPosted(pair.owner().endpoint().invalidate(1, window, OpFlags.NONE));
        pair.owner().assertNothingMore();

        fixture().resumePeer();
        assertPosted(pair.peer().endpoint().write(2, pair.peer().range(0, 4), remote, 0, OpFlags.NONE));

        assertThat(pair.owner().initiated()).isEqualTo(Outcome.success(RequestType.INVALIDATE, 1));
        assertThat(pair.peer().initiated()).isEqualTo(new Outcome(RequestType.WRITE, ACCESS_VIOLATION, 2));
        pair.assertDisconnected();
    }

    @Test
    @Proves({"invalidate.stopped-peer-order", "get-results.initiator-order"})
    void makesWhatWasPostedBehindTheInvalidateWait() {
        fixture().stopPeerInside(descriptor);

        assertPosted(pair.owner().endpoint().invalidate(1, window, OpFlags.NONE));
        assertPosted(pair.owner()
                .endpoint()
                .bind(2, pair.owner().region(), window, 0, LENGTH, OpFlags.ALLOW_READ, newDescriptor(), 0));
        pair.owner().assertNothingMore();
        fixture().resumePeer();

        assertThat(pair.owner().initiated(2))
                .containsExactly(Outcome.success(RequestType.INVALIDATE, 1), Outcome.success(RequestType.BIND, 2));
    }

    @Test
    @Proves({"invalidate.io-timeout", "stopped-peer.gives-up", "deregister.device-busy-copying", "stopped-peer.busy"})
    void endsTheConnectionWhenItDoesNotGoOnInTime() {
        pair.owner().receive(7);
        fixture().stopPeerInside(descriptor);

        assertPosted(pair.owner().endpoint().invalidate(1, window, OpFlags.NONE));

        assertThat(pair.owner().initiated()).isEqualTo(new Outcome(RequestType.INVALIDATE, IO_TIMEOUT, 1));
        assertThat(pair.owner().received()).isEqualTo(new Outcome(RequestType.RECEIVE, CANCELED, 7));
        pair.owner().assertDisconnected();
        assertFails(DEVICE_BUSY, () -> pair.owner().region().deregister());
        assertThat(pair.owner().region().isRegistered()).isTrue();

        fixture().resumePeer();
        pair.owner().region().deregister();
        pair.peer().assertDisconnected();
    }

    @Test
    @Proves({"invalidate.io-timeout", "stopped-peer.gives-up", "deregister.device-busy-copying", "stopped-peer.busy"})
    void keepsTheMemoryBusyUntilItDies() {
        assumeTrue(fixture().canKill(), "the peer cannot be killed on this medium");
        fixture().stopPeerInside(descriptor);
        assertPosted(pair.owner().endpoint().invalidate(1, window, OpFlags.NONE));
        assertThat(pair.owner().initiated()).isEqualTo(new Outcome(RequestType.INVALIDATE, IO_TIMEOUT, 1));
        assertFails(DEVICE_BUSY, () -> pair.owner().region().deregister());

        fixture().killPeer();
        fixture().settle();

        pair.owner().region().deregister();
        assertThat(pair.owner().region().isRegistered()).isFalse();
    }

    @Test
    @Proves("invalidate.dead-peer")
    void letsAnInvalidateCompleteWhenItDies() {
        assumeTrue(fixture().canKill(), "the peer cannot be killed on this medium");
        fixture().stopPeerInside(descriptor);
        assertPosted(pair.owner().endpoint().invalidate(1, window, OpFlags.NONE));
        pair.owner().assertNothingMore();

        fixture().killPeer();

        assertThat(pair.owner().initiated()).isEqualTo(Outcome.success(RequestType.INVALIDATE, 1));
        pair.owner().region().deregister();
    }

    @Test
    @Proves({"deregister.device-busy-copying", "stopped-peer.busy"})
    void keepsTheMemoryBusyAfterADisconnect() {
        fixture().stopPeerInside(descriptor);

        fixture().get(pair.owner().connector().disconnect());
        pair.owner().assertDisconnected();
        assertThat(window.isBound()).isFalse();
        assertFails(DEVICE_BUSY, () -> pair.owner().region().deregister());
        fixture().resumePeer();

        pair.owner().region().deregister();
    }

    @Test
    @Proves({"deregister.device-busy-copying", "stopped-peer.busy"})
    void keepsTheMemoryBusyAfterTheWindowWasClosed() {
        fixture().stopPeerInside(descriptor);

        window.close();
        assertFails(DEVICE_BUSY, () -> pair.owner().region().deregister());
        fixture().resumePeer();

        pair.owner().region().deregister();
    }

    @Test
    @Proves({"deregister.device-busy-copying", "stopped-peer.busy"})
    void leavesReceivesAsTheyWereWhereTheMemoryIsBusy() {
        exchange(1); // from now on the peer can place messages
        pair.owner().receive(2, LENGTH, LENGTH);
        pair.peer().fill(0, LENGTH, 2);
        pair.peer().send(2, 0, LENGTH);
        fixture().stopPeerInside(descriptor);

        window.close();
        assertFails(DEVICE_BUSY, () -> pair.owner().region().deregister());

        assertThat(pair.owner().received()).isEqualTo(Outcome.success(RequestType.RECEIVE, 2));
        pair.owner().assertFilled(LENGTH, LENGTH, 2);
        assertThat(pair.peer().initiated()).isEqualTo(Outcome.success(RequestType.SEND, 2));
        fixture().resumePeer();
        exchange(3);
    }

    private void exchange(int number) {
        pair.owner().receive(number, LENGTH, LENGTH);
        pair.peer().fill(0, LENGTH, number);
        pair.peer().send(number, 0, LENGTH);
        assertThat(pair.owner().received()).isEqualTo(Outcome.success(RequestType.RECEIVE, number));
        assertThat(pair.peer().initiated()).isEqualTo(Outcome.success(RequestType.SEND, number));
        pair.owner().assertFilled(LENGTH, LENGTH, number);
        fixture().settle();
    }

    @Test
    @Proves({"close.stopped-peer", "stopped-peer.close"})
    void doesNotKeepTheAdapterFromClosing() {
        fixture().stopPeerInside(descriptor);

        pair.owner().adapter().close();

        assertThat(pair.owner().region().isRegistered()).isFalse();
        assertThat(window.isBound()).isFalse();
        pair.owner().adapter().close();
        fixture().resumePeer();
        pair.peer().assertDisconnected();
    }

    @Test
    @Proves("send-and-invalidate.stopped-peer")
    void cannotTakeBackTheWindowInWhichItIs() {
        pair.owner().receive(7);
        fixture().stopPeerInside(descriptor);

        assertPosted(pair.peer().endpoint().sendAndInvalidate(1, ScatterGatherList.empty(), remote, OpFlags.NONE));

        assertThat(pair.peer().initiated()).isEqualTo(new Outcome(RequestType.SEND, REMOTE_ERROR, 1));
        assertThat(pair.owner().received()).isEqualTo(new Outcome(RequestType.RECEIVE, INVALID_DEVICE_REQUEST, 7));
        pair.assertDisconnected();
        assertThat(window.isBound()).isFalse();
        assertFails(DEVICE_BUSY, () -> pair.owner().region().deregister());
    }

    @Test
    @Proves("invalidate.stopped-peer-late")
    void writesNothingWhenItGoesOnAfterTheInvalidate() {
        fixture().stopPeerInside(descriptor);
        assertPosted(pair.owner().endpoint().invalidate(1, window, OpFlags.NONE));
        fixture().resumePeer();
        assertThat(pair.owner().initiated()).isEqualTo(Outcome.success(RequestType.INVALIDATE, 1));
        pair.peer().put(0, "late");

        assertPosted(pair.peer().endpoint().write(2, pair.peer().range(0, 4), remote, 0, OpFlags.NONE));

        assertThat(pair.peer().initiated()).isEqualTo(new Outcome(RequestType.WRITE, ACCESS_VIOLATION, 2));
        pair.owner().assertEveryByte(0, LENGTH, (byte) 0);
        pair.owner().assertDisconnectedBy(CONNECTION_INVALID);
    }
}
