// SPDX-License-Identifier: Apache-2.0
// Copyright the Oriel authors.
package io.oriel.testing.conformance.completion;

import static io.oriel.api.NdStatus.ACCESS_VIOLATION;
import static io.oriel.api.NdStatus.DATA_OVERRUN;
import static io.oriel.api.NdStatus.INSUFFICIENT_RESOURCES;
import static io.oriel.api.NdStatus.INVALID_HANDLE;
import static io.oriel.api.NdStatus.INVALID_PARAMETER_4;
import static io.oriel.api.NdStatus.IO_TIMEOUT;
import static io.oriel.api.NdStatus.REMOTE_ERROR;
import static io.oriel.api.NdStatus.SUCCESS;
import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import io.oriel.api.AccessFlags;
import io.oriel.api.Completion;
import io.oriel.api.MemoryRegion;
import io.oriel.api.MemoryWindow;
import io.oriel.api.NdException;
import io.oriel.api.NdStatus;
import io.oriel.api.NotifyType;
import io.oriel.api.OpFlags;
import io.oriel.api.RemoteWindow;
import io.oriel.api.RequestType;
import io.oriel.api.ScatterGatherList;
import io.oriel.testing.conformance.fixture.ConformanceMedium;
import io.oriel.testing.conformance.fixture.ConformanceTest;
import io.oriel.testing.conformance.fixture.ConnectedPair;
import io.oriel.testing.conformance.fixture.Outcome;
import io.oriel.testing.conformance.fixture.Proves;
import io.oriel.testing.conformance.fixture.Side;
import io.oriel.testing.conformance.fixture.SideConfig;
import java.util.concurrent.CompletableFuture;
import org.agrona.concurrent.UnsafeBuffer;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** How each kind of request ends: silently, in its turn, with each status that is documented for it. */
public abstract class RequestEndingConformanceTest extends ConformanceTest {
    private static final int LENGTH = SideConfig.defaults().regionLength();
    private static final long WINDOW = 12;
    private static final int MOST_WINDOWS = 1 << 17;

    private ConnectedPair pair;
    private Side owner;
    private Side peer;
    private RemoteWindow remote;

    protected RequestEndingConformanceTest(ConformanceMedium medium) {
        super(medium);
    }

    @BeforeEach
    void connectAndOpenAWindow() {
        pair = connected();
        owner = pair.owner();
        peer = pair.peer();
        remote = window(pair);
    }

    @Test
    @Proves({"read.silent", "write.silent"})
    void addsNoCompletionForReadsAndWritesThatSucceedSilently() {
        owner.put(0, "theirs");
        peer.put(0, "ours");

        assertPosted(peer.endpoint().write(1, peer.range(0, 4), remote, 100, OpFlags.SILENT_SUCCESS));
        assertPosted(peer.endpoint().read(2, peer.range(50, 6), remote, 0, OpFlags.SILENT_SUCCESS));

        peer.assertNothingMore();
        assertThat(owner.text(100, 4)).isEqualTo("ours");
        assertThat(peer.text(50, 6)).isEqualTo("theirs");
    }

    @Test
    @Proves("get-results.length-initiator")
    void tellsHowMuchWasWritten() {
        assertPosted(peer.endpoint().write(1, peer.range(0, 77), remote, 0, OpFlags.NONE));

        Completion completion = peer.next(peer.initiatorQueue());
        assertThat(Outcome.of(completion)).isEqualTo(Outcome.success(RequestType.WRITE, 1));
        assertThat(completion.bytesTransferred()).isEqualTo(77);
    }

    @Test
    @Proves("read.silent-failure")
    void tellsThatASilentReadFailed() {
        assertPosted(peer.endpoint().read(1, peer.range(0, 2), remote, LENGTH - 1, OpFlags.SILENT_SUCCESS));

        assertThat(peer.initiated()).isEqualTo(new Outcome(RequestType.READ, ACCESS_VIOLATION, 1));
        pair.assertDisconnected();
    }

    @Test
    @Proves("send.read-fence")
    void sendsWhatTheReadBeforeItHasBrought() {
        owner.fill(0, LENGTH / 2, 21);
        owner.receive(1, LENGTH / 2, LENGTH / 2);

        assertPosted(peer.endpoint().read(2, peer.range(0, LENGTH / 2), remote, 0, OpFlags.NONE));
        assertPosted(peer.endpoint().send(3, peer.range(0, LENGTH / 2), OpFlags.READ_FENCE));

        assertThat(owner.received()).isEqualTo(Outcome.success(RequestType.RECEIVE, 1));
        owner.assertFilled(LENGTH / 2, LENGTH / 2, 21);
        assertThat(peer.initiated(2))
                .containsExactly(Outcome.success(RequestType.READ, 2), Outcome.success(RequestType.SEND, 3));
    }

    @Test
    @Proves("async-result.not-requests")
    void goesOnThoughANotificationIsCancelled() {
        owner.receive(1);
        CompletableFuture<Void> notification = owner.receiveQueue().requestNotification(NotifyType.ANY);

        assertThat(notification.cancel(false)).isTrue();
        fixture().settle();
        peer.send(2);

        assertThat(owner.received()).isEqualTo(Outcome.success(RequestType.RECEIVE, 1));
        assertThat(peer.initiated()).isEqualTo(Outcome.success(RequestType.SEND, 2));
    }

    @Test
    @Proves("receive.longer-buffer")
    void leavesTheRestOfALongReceiveAlone() {
        owner.memory().setMemory(0, 100, (byte) 3);
        owner.receive(1, 0, 100);

        peer.send(2, 0, 10);

        assertThat(owner.received()).isEqualTo(Outcome.success(RequestType.RECEIVE, 1));
        owner.assertEveryByte(0, 10, (byte) 0);
        owner.assertEveryByte(10, 90, (byte) 3);
    }

    @Test
    @Proves({"read.canceled", "write.canceled", "send-and-invalidate.canceled", "bind.canceled", "flush.canceled"})
    void cancelsEveryKindOfRequestBehindOneThatWaits() {
        peer.send(1); // waits for a Receive that never comes
        assertPosted(peer.endpoint().read(2, peer.range(0, 8), remote, 0, OpFlags.SILENT_SUCCESS));
        assertPosted(peer.endpoint().write(3, peer.range(0, 8), remote, 0, OpFlags.NONE));
        assertPosted(peer.endpoint().bind(4, peer.region(), peer.newWindow(), 0, 8, READ_WRITE, newDescriptor(), 0));
        assertPosted(peer.endpoint().sendAndInvalidate(5, ScatterGatherList.empty(), remote, OpFlags.NONE));

        assertPosted(peer.endpoint().flush());

        assertThat(peer.initiated(5))
                .containsExactly(
                        Outcome.canceled(RequestType.SEND, 1),
                        Outcome.canceled(RequestType.READ, 2),
                        Outcome.canceled(RequestType.WRITE, 3),
                        Outcome.canceled(RequestType.BIND, 4),
                        Outcome.canceled(RequestType.SEND, 5));
    }

    @Test
    @Proves({"read.io-timeout", "write.canceled"})
    void timesOutTheReadThatADeadPeerDidNotAnswer() {
        assumeTrue(fixture().canKill(), "the peer shares this process");
        RemoteWindow served = ofMemoryThatThePeerServes();

        assertPosted(owner.endpoint().read(1, owner.range(0, 8), served, 0, OpFlags.NONE));
        assertPosted(owner.endpoint().write(2, owner.range(0, 8), served, 0, OpFlags.NONE));
        fixture().killPeer();

        assertThat(owner.initiated(2))
                .containsExactly(new Outcome(RequestType.READ, IO_TIMEOUT, 1), Outcome.canceled(RequestType.WRITE, 2));
    }

    @Test
    @Proves({"write.io-timeout", "read.canceled"})
    void timesOutTheWriteThatADeadPeerDidNotAcknowledge() {
        assumeTrue(fixture().canKill(), "the peer shares this process");
        RemoteWindow served = ofMemoryThatThePeerServes();

        assertPosted(owner.endpoint().write(1, owner.range(0, 8), served, 0, OpFlags.NONE));
        assertPosted(owner.endpoint().read(2, owner.range(0, 8), served, 0, OpFlags.NONE));
        fixture().killPeer();

        assertThat(owner.initiated(2))
                .containsExactly(new Outcome(RequestType.WRITE, IO_TIMEOUT, 1), Outcome.canceled(RequestType.READ, 2));
    }

    @Test
    @Proves("send-and-invalidate.access-violation")
    void failsASendAndInvalidateWhoseEntryIsOutsideItsRegion() {
        owner.receive(1, 0, 100);

        assertPosted(peer.endpoint().sendAndInvalidate(2, peer.range(LENGTH, 1), remote, OpFlags.NONE));

        assertThat(peer.initiated()).isEqualTo(new Outcome(RequestType.SEND, ACCESS_VIOLATION, 2));
        assertThat(owner.received()).isEqualTo(Outcome.canceled(RequestType.RECEIVE, 1));
        pair.assertDisconnected();
    }

    @Test
    @Proves({"send-and-invalidate.peer-too-short", "receive.too-short"})
    void failsASendAndInvalidateThatIsLongerThanTheReceive() {
        owner.receive(1, 0, 10);

        assertPosted(peer.endpoint().sendAndInvalidate(2, peer.range(0, 11), remote, OpFlags.NONE));

        assertThat(peer.initiated()).isEqualTo(new Outcome(RequestType.SEND, REMOTE_ERROR, 2));
        assertThat(owner.received()).isEqualTo(new Outcome(RequestType.RECEIVE, DATA_OVERRUN, 1));
        pair.assertDisconnected();
    }

    @Test
    @Proves({"send-and-invalidate.invalid-handle", "requests.remote-window"})
    void refusesToTakeBackAWindowOfAnotherConnection() {
        RemoteWindow foreign = window(connected());

        assertThat(peer.endpoint().sendAndInvalidate(1, ScatterGatherList.empty(), foreign, OpFlags.NONE))
                .isEqualTo(INVALID_HANDLE);

        peer.assertNothingMore();
        assertThat(peer.endpoint().isConnected()).isTrue();
    }

    @Test
    @Proves({"defer.accepted", "defer.completes", "bind.defer", "send-and-invalidate.defer"})
    void completesEveryKindOfRequestThatWasDeferred() {
        owner.receive(1);
        owner.receive(2);

        assertPosted(peer.endpoint().send(3, ScatterGatherList.empty(), OpFlags.DEFER));
        assertPosted(peer.endpoint().read(4, peer.range(0, 8), remote, 0, OpFlags.DEFER));
        assertPosted(peer.endpoint().write(5, peer.range(0, 8), remote, 0, OpFlags.DEFER));
        assertPosted(peer.endpoint()
                .bind(
                        6,
                        peer.region(),
                        peer.newWindow(),
                        0,
                        8,
                        OpFlags.ALLOW_READ | OpFlags.DEFER,
                        newDescriptor(),
                        0));
        int fenced = OpFlags.READ_FENCE | OpFlags.DEFER; // else the window may be taken back under the Read
        assertPosted(peer.endpoint().sendAndInvalidate(7, ScatterGatherList.empty(), remote, fenced));

        assertThat(peer.initiated(5))
                .containsExactly(
                        Outcome.success(RequestType.SEND, 3),
                        Outcome.success(RequestType.READ, 4),
                        Outcome.success(RequestType.WRITE, 5),
                        Outcome.success(RequestType.BIND, 6),
                        Outcome.success(RequestType.SEND, 7));
    }

    @Test
    @Proves("defer.failing-call")
    void carriesOutWhatWasDeferredThoughTheNextCallFails() {
        owner.receive(1);

        assertPosted(peer.endpoint().send(2, ScatterGatherList.empty(), OpFlags.DEFER));
        assertThat(peer.endpoint().send(3, ScatterGatherList.empty(), OpFlags.ALLOW_READ))
                .isEqualTo(INVALID_PARAMETER_4);

        assertThat(peer.initiated()).isEqualTo(Outcome.success(RequestType.SEND, 2));
        assertThat(owner.received()).isEqualTo(Outcome.success(RequestType.RECEIVE, 1));
        peer.assertNothingMore();
    }

    @Test
    @Proves("bind.insufficient-resources")
    void bindsAWindowAgainOnceOneOfTooManyIsTakenBack() {
        MemoryWindow first = owner.newWindow();
        NdStatus last = bindSilently(owner, first);
        for (int i = 1; last == SUCCESS && i < MOST_WINDOWS; i++) {
            MemoryWindow next;
            try {
                next = owner.newWindow();
            } catch (NdException full) {
                assertThat(full.status()).isEqualTo(INSUFFICIENT_RESOURCES);
                assumeTrue(false, "the medium has room for as many bound windows as an adapter can have");
                throw full;
            }
            last = bindSilently(owner, next);
            owner.outcomesNow();
        }

        assertThat(last).isEqualTo(INSUFFICIENT_RESOURCES);
        assertPosted(owner.endpoint().invalidate(1, first, OpFlags.NONE));
        assertThat(owner.initiated()).isEqualTo(Outcome.success(RequestType.INVALIDATE, 1));
        assertThat(bindSilently(owner, first)).isEqualTo(SUCCESS);
    }

    private static NdStatus bindSilently(Side side, MemoryWindow window) {
        int flags = OpFlags.ALLOW_READ | OpFlags.SILENT_SUCCESS;
        return side.endpoint().bind(0, side.region(), window, 0, 8, flags, newDescriptor(), 0);
    }

    private static RemoteWindow window(ConnectedPair pair) {
        return pair.grant(pair.owner().adapter().createMemoryWindow(WINDOW), 0, LENGTH, READ_WRITE);
    }

    /** Opens a window over memory that cannot be mapped, so that the peer has to answer. */
    private RemoteWindow ofMemoryThatThePeerServes() {
        UnsafeBuffer memory = new UnsafeBuffer(new byte[64]);
        MemoryRegion region = peer.adapter().registerMemory(memory, AccessFlags.ALLOW_LOCAL_WRITE);
        UnsafeBuffer descriptor = newDescriptor();
        assertPosted(peer.endpoint().bind(0, region, peer.newWindow(), 0, 64, READ_WRITE, descriptor, 0));
        assertThat(peer.initiated()).isEqualTo(Outcome.success(RequestType.BIND, 0));
        return owner.endpoint().openWindow(descriptor, 0);
    }
}
