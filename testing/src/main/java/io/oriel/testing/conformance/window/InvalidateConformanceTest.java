// SPDX-License-Identifier: Apache-2.0
// Copyright the Oriel authors.
package io.oriel.testing.conformance.window;

import static io.oriel.api.NdStatus.ACCESS_VIOLATION;
import static io.oriel.api.NdStatus.CONNECTION_INVALID;
import static io.oriel.api.NdStatus.INVALID_DEVICE_REQUEST;
import static io.oriel.api.NdStatus.INVALID_PARAMETER_3;
import static io.oriel.api.NdStatus.NO_MORE_ENTRIES;
import static org.assertj.core.api.Assertions.assertThat;

import io.oriel.api.Completion;
import io.oriel.api.MemoryWindow;
import io.oriel.api.NdStatus;
import io.oriel.api.OpFlags;
import io.oriel.api.RemoteWindow;
import io.oriel.api.RequestType;
import io.oriel.api.config.EndpointConfig;
import io.oriel.testing.conformance.fixture.ConformanceMedium;
import io.oriel.testing.conformance.fixture.ConformanceTest;
import io.oriel.testing.conformance.fixture.ConnectedPair;
import io.oriel.testing.conformance.fixture.Outcome;
import io.oriel.testing.conformance.fixture.Proves;
import io.oriel.testing.conformance.fixture.Side;
import io.oriel.testing.conformance.fixture.SideConfig;
import org.agrona.concurrent.UnsafeBuffer;
import org.junit.jupiter.api.Test;

/** INDEndpoint::Invalidate. */
public abstract class InvalidateConformanceTest extends ConformanceTest {
    private static final int LENGTH = SideConfig.defaults().regionLength();

    protected InvalidateConformanceTest(ConformanceMedium medium) {
        super(medium);
    }

    @Test
    @Proves({"invalidate.success", "invalidate.completes-success", "invalidate.local", "get-results.which-queue"})
    void takesAWindowBackAndSaysSoInTheInitiatorQueue() {
        ConnectedPair pair = connected();
        MemoryWindow window = boundWindow(pair);

        assertPosted(pair.owner().endpoint().invalidate(5, window, OpFlags.NONE));

        assertThat(pair.owner().initiated()).isEqualTo(Outcome.success(RequestType.INVALIDATE, 5));
        assertThat(window.isBound()).isFalse();
        pair.owner().assertNothingMore();
    }

    @Test
    @Proves({"invalidate.after-notice", "invalidate.rebind", "bind.rebind"})
    void letsTheWindowBeBoundToAnotherRegionOnceThePeerIsDone() {
        ConnectedPair pair = connected();
        MemoryWindow window = boundWindow(pair);
        pair.owner().receive(1);
        pair.peer().send(2);
        assertThat(pair.owner().received()).isEqualTo(Outcome.success(RequestType.RECEIVE, 1));

        assertPosted(pair.owner().endpoint().invalidate(3, window, OpFlags.NONE));
        assertThat(pair.owner().initiated()).isEqualTo(Outcome.success(RequestType.INVALIDATE, 3));
        Side other = Side.open(fixture(), pair.owner().adapter(), SideConfig.defaults());
        other.put(0, "other");
        UnsafeBuffer descriptor = newDescriptor();
        assertPosted(pair.owner().endpoint().bind(4, other.region(), window, 0, 8, OpFlags.ALLOW_READ, descriptor, 0));
        RemoteWindow remote = pair.peer().endpoint().openWindow(descriptor, 0);
        assertPosted(pair.peer().endpoint().read(5, pair.peer().range(0, 5), remote, 0, OpFlags.NONE));

        assertThat(pair.peer().initiated(2)).last().isEqualTo(Outcome.success(RequestType.READ, 5));
        assertThat(pair.peer().text(0, 5)).isEqualTo("other");
    }

    @Test
    @Proves({"invalidate.in-progress", "invalidate.fatal-write", "invalidate.no-access"})
    void failsAWriteInProgress() {
        ConnectedPair pair = connectedForBulk();
        int length = fixture().bulkLength();
        MemoryWindow window = pair.owner().newWindow();
        RemoteWindow remote = pair.grant(window, 0, length, READ_WRITE);
        pair.peer().memory().setMemory(0, length, (byte) 1);
        pair.owner().receive(9);
        keepTheLinkBusy();

        assertPosted(pair.peer().endpoint().write(1, pair.peer().range(0, length), remote, 0, OpFlags.NONE));
        fixture().progress(pair.owner().adapter());
        assertPosted(pair.owner().endpoint().invalidate(2, window, OpFlags.NONE));

        assertThat(pair.owner().initiated()).isEqualTo(Outcome.success(RequestType.INVALIDATE, 2));
        pair.owner().memory().setMemory(0, length, (byte) 2);
        assertThat(pair.peer().initiated()).isEqualTo(new Outcome(RequestType.WRITE, ACCESS_VIOLATION, 1));
        assertThat(pair.owner().received()).isEqualTo(Outcome.canceled(RequestType.RECEIVE, 9));
        pair.assertDisconnected();
        fixture().settle();
        pair.owner().assertEveryByte(0, length, (byte) 2);
    }

    @Test
    @Proves({"invalidate.in-progress", "invalidate.fatal-read"})
    void failsAReadInProgress() {
        ConnectedPair pair = connectedForBulk();
        int length = fixture().bulkLength();
        MemoryWindow window = pair.owner().newWindow();
        RemoteWindow remote = pair.grant(window, 0, length, READ_WRITE);
        pair.owner().receive(9);
        keepTheLinkBusy();

        assertPosted(pair.peer().endpoint().read(1, pair.peer().range(0, length), remote, 0, OpFlags.NONE));
        fixture().progress(pair.owner().adapter());
        assertPosted(pair.owner().endpoint().invalidate(2, window, OpFlags.NONE));

        assertThat(pair.owner().initiated()).isEqualTo(Outcome.success(RequestType.INVALIDATE, 2));
        assertThat(pair.peer().initiated()).isEqualTo(new Outcome(RequestType.READ, ACCESS_VIOLATION, 1));
        assertThat(pair.owner().received()).isEqualTo(Outcome.canceled(RequestType.RECEIVE, 9));
        pair.assertDisconnected();
    }

    @Test
    @Proves({"invalidate.no-access", "invalidate.fatal-write", "write.no-right", "write.owner-receives"})
    void failsTheWriteAfterIt() {
        ConnectedPair pair = connected();
        MemoryWindow window = pair.owner().newWindow();
        RemoteWindow remote = pair.grant(window, 0, LENGTH, READ_WRITE);
        invalidate(pair, window);
        pair.owner().put(0, "keep");
        pair.owner().receive(9);

        assertPosted(pair.peer().endpoint().write(1, pair.peer().range(0, 4), remote, 0, OpFlags.NONE));

        assertThat(pair.peer().initiated()).isEqualTo(new Outcome(RequestType.WRITE, ACCESS_VIOLATION, 1));
        assertThat(pair.owner().received()).isEqualTo(Outcome.canceled(RequestType.RECEIVE, 9));
        assertThat(pair.owner().text(0, 4)).isEqualTo("keep");
        pair.assertDisconnected();
    }

    @Test
    @Proves({"invalidate.no-access", "invalidate.fatal-read", "read.no-right", "read.owner-receives"})
    void failsTheReadAfterIt() {
        ConnectedPair pair = connected();
        MemoryWindow window = pair.owner().newWindow();
        RemoteWindow remote = pair.grant(window, 0, LENGTH, READ_WRITE);
        invalidate(pair, window);
        pair.owner().put(0, "keep");
        pair.owner().receive(9);

        assertPosted(pair.peer().endpoint().read(1, pair.peer().range(0, 4), remote, 0, OpFlags.NONE));

        assertThat(pair.peer().initiated()).isEqualTo(new Outcome(RequestType.READ, ACCESS_VIOLATION, 1));
        assertThat(pair.owner().received()).isEqualTo(Outcome.canceled(RequestType.RECEIVE, 9));
        assertThat(pair.peer().text(0, 4)).isNotEqualTo("keep");
        pair.assertDisconnected();
    }

    @Test
    @Proves("invalidate.silent")
    void addsNoCompletionWhenItSucceedsSilently() {
        ConnectedPair pair = connected();
        MemoryWindow window = boundWindow(pair);

        assertPosted(pair.owner().endpoint().invalidate(5, window, OpFlags.SILENT_SUCCESS));

        pair.owner().assertNothingMore();
        assertThat(window.isBound()).isFalse();
    }

    @Test
    @Proves({"invalidate.silent-failure", "invalidate.invalid-request", "invalidate.invalidation-error"})
    void failsAloudWhenTheWindowIsNotBound() {
        ConnectedPair pair = connected();
        MemoryWindow window = pair.owner().newWindow();

        assertPosted(pair.owner().endpoint().invalidate(5, window, OpFlags.SILENT_SUCCESS));

        assertThat(pair.owner().initiated()).isEqualTo(new Outcome(RequestType.INVALIDATE, INVALID_DEVICE_REQUEST, 5));
        pair.assertDisconnected();
    }

    @Test
    @Proves("invalidate.other-endpoint")
    void failsWhenTheWindowIsBoundToAnotherEndpoint() {
        ConnectedPair one = connected();
        ConnectedPair other = connected();
        MemoryWindow window = boundWindow(one);

        assertPosted(other.owner().endpoint().invalidate(5, window, OpFlags.NONE));

        assertThat(other.owner().initiated()).isEqualTo(new Outcome(RequestType.INVALIDATE, INVALID_DEVICE_REQUEST, 5));
        other.assertDisconnected();
        assertThat(window.isBound()).isTrue();
        assertThat(one.owner().endpoint().isConnected()).isTrue();
    }

    @Test
    @Proves("invalidate.read-fence")
    void takesEffectAfterTheReadsBeforeItWhenItIsFenced() {
        ConnectedPair pair = connected();
        Side peer = pair.peer();
        RemoteWindow remote = pair.grant(pair.owner().newWindow(), 0, LENGTH, READ_WRITE);
        MemoryWindow fenced = peer.newWindow();
        UnsafeBuffer descriptor = newDescriptor();
        assertPosted(peer.endpoint().bind(1, peer.region(), fenced, 0, 8, READ_WRITE, descriptor, 0));
        assertThat(peer.initiated()).isEqualTo(Outcome.success(RequestType.BIND, 1));

        assertPosted(peer.endpoint().read(2, peer.range(0, LENGTH), remote, 0, OpFlags.NONE));
        assertPosted(peer.endpoint().invalidate(3, fenced, OpFlags.READ_FENCE));

        // The owner is not driven: where it has to serve the Read, the Read cannot complete.
        Completion[] one = {new Completion()};
        for (int i = 0; i < 100 && peer.initiatorQueue().poll(one, 1) == 0; i++) {
            assertThat(fenced.isBound()).isTrue();
            fixture().pause();
        }
        if (one[0].status() == NdStatus.PENDING) {
            assertThat(peer.initiated()).isEqualTo(Outcome.success(RequestType.READ, 2));
        }
        assertThat(peer.initiated()).isEqualTo(Outcome.success(RequestType.INVALIDATE, 3));
        assertThat(fenced.isBound()).isFalse();
    }

    @Test
    @Proves({"invalidate.canceled", "flush.canceled"})
    void isCanceledWhenItStillWaitsAtAFlush() {
        ConnectedPair pair = connected();
        MemoryWindow window = boundWindow(pair);
        pair.owner().send(1); // waits, because the peer has posted no Receive

        assertPosted(pair.owner().endpoint().invalidate(2, window, OpFlags.NONE));
        assertPosted(pair.owner().endpoint().flush());

        assertThat(pair.owner().initiated(2))
                .containsExactly(Outcome.canceled(RequestType.SEND, 1), Outcome.canceled(RequestType.INVALIDATE, 2));
        assertThat(window.isBound()).isFalse();
    }

    @Test
    @Proves({"invalidate.connection-invalid", "flush.ends-connection"})
    void refusesAnEndpointThatIsNotConnected() {
        ConnectedPair pair = ConnectedPair.open(fixture(), SideConfig.defaults(), SideConfig.defaults());
        MemoryWindow window = pair.owner().newWindow();

        assertThat(pair.owner().endpoint().invalidate(5, window, OpFlags.NONE)).isEqualTo(CONNECTION_INVALID);
        pair.connect();
        assertPosted(pair.owner().endpoint().flush());
        assertThat(pair.owner().endpoint().invalidate(5, window, OpFlags.NONE)).isEqualTo(CONNECTION_INVALID);
    }

    @Test
    @Proves("invalidate.no-more-entries")
    void refusesMoreThanTheInitiatorQueueHolds() {
        ConnectedPair pair = connected(EndpointConfig.defaults().withInitiatorQueueDepth(2));
        MemoryWindow window = boundWindow(pair);
        pair.owner().send(1);
        pair.owner().send(2);

        assertThat(pair.owner().endpoint().invalidate(5, window, OpFlags.NONE)).isEqualTo(NO_MORE_ENTRIES);

        pair.owner().assertNothingMore();
        assertThat(window.isBound()).isTrue();
        assertThat(pair.owner().endpoint().isConnected()).isTrue();
    }

    @Test
    @Proves({"invalidate.flags", "invalidate.other-status"})
    void refusesFlagsOfOtherRequests() {
        ConnectedPair pair = connected();
        MemoryWindow window = boundWindow(pair);

        for (int flag : new int[] {OpFlags.SEND_AND_SOLICIT_EVENT, READ_WRITE, OpFlags.INLINE, 0x40}) {
            assertThat(pair.owner().endpoint().invalidate(5, window, flag)).isEqualTo(INVALID_PARAMETER_3);
        }
        assertThat(window.isBound()).isTrue();
    }

    private static MemoryWindow boundWindow(ConnectedPair pair) {
        MemoryWindow window = pair.owner().newWindow();
        pair.bind(window, 0, LENGTH, READ_WRITE);
        return window;
    }

    private static void invalidate(ConnectedPair pair, MemoryWindow window) {
        assertPosted(pair.owner().endpoint().invalidate(8, window, OpFlags.NONE));
        assertThat(pair.owner().initiated()).isEqualTo(Outcome.success(RequestType.INVALIDATE, 8));
    }
}
