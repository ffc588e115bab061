// SPDX-License-Identifier: Apache-2.0
// Copyright the Oriel authors.
package io.oriel.testing.conformance.adapter;

import static io.oriel.api.NdStatus.ACCESS_VIOLATION;
import static io.oriel.api.NdStatus.CONNECTION_INVALID;
import static io.oriel.api.NdStatus.INVALID_DEVICE_REQUEST;
import static io.oriel.api.NdStatus.INVALID_DEVICE_STATE;
import static io.oriel.api.NdStatus.INVALID_HANDLE;
import static io.oriel.api.NdStatus.INVALID_PARAMETER_2;
import static io.oriel.api.NdStatus.INVALID_PARAMETER_3;
import static io.oriel.api.NdStatus.INVALID_PARAMETER_4;
import static io.oriel.api.NdStatus.INVALID_PARAMETER_5;
import static io.oriel.api.NdStatus.INVALID_PARAMETER_6;
import static io.oriel.api.NdStatus.NO_MORE_ENTRIES;
import static io.oriel.api.NdStatus.REMOTE_ERROR;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatCode;

import io.oriel.api.AccessFlags;
import io.oriel.api.Completion;
import io.oriel.api.MemoryRegion;
import io.oriel.api.NdStatus;
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
import org.agrona.concurrent.UnsafeBuffer;
import org.junit.jupiter.api.Test;

/** NdkFastRegister, and NdkInvalidate of a region. */
public abstract class FastRegisterConformanceTest extends ConformanceTest {
    private static final int LENGTH = 4096;
    private static final int ALL = AccessFlags.ALLOW_REMOTE_READ | AccessFlags.ALLOW_REMOTE_WRITE;

    private final UnsafeBuffer descriptor = newDescriptor();

    protected FastRegisterConformanceTest(ConformanceMedium medium) {
        super(medium);
    }

    @Test
    @Proves({"fast-register.success", "fast-register.completes", "fast-register.rights"})
    void grantsARangeOfTheRegion() {
        ConnectedPair pair = connected();
        MemoryRegion region = region(pair, ALL);

        assertPosted(register(pair, region, 1000, 16, READ_WRITE));
        RemoteWindow remote = pair.peer().endpoint().openWindow(descriptor, 0);
        UnsafeBuffer told = newDescriptor();
        region.getRemoteToken(told, 0);

        assertThat(pair.owner().initiated()).isEqualTo(Outcome.success(RequestType.FAST_REGISTER, 1));
        assertThat(told).isEqualTo(descriptor);
        assertThat(remote.length()).isEqualTo(16);
        pair.peer().put(0, "written");
        assertPosted(pair.peer().endpoint().write(2, pair.peer().range(0, 7), remote, 9, OpFlags.NONE));
        assertThat(pair.peer().initiated()).isEqualTo(Outcome.success(RequestType.WRITE, 2));
        assertThat(region.buffer().getStringWithoutLengthAscii(1009, 7)).isEqualTo("written");
        assertPosted(pair.peer().endpoint().read(3, pair.peer().range(0, 8), remote, 9, OpFlags.NONE));
        assertThat(pair.peer().initiated()).isEqualTo(new Outcome(RequestType.READ, ACCESS_VIOLATION, 3));
    }

    @Test
    @Proves("fast-register.rights")
    void grantsWhatItsFlagsSay() {
        ConnectedPair pair = connected();
        MemoryRegion region = region(pair, ALL);
        assertPosted(register(pair, region, 0, 16, OpFlags.ALLOW_READ));
        RemoteWindow remote = pair.peer().endpoint().openWindow(descriptor, 0);

        assertPosted(pair.peer().endpoint().write(2, pair.peer().range(0, 8), remote, 0, OpFlags.NONE));

        assertThat(pair.peer().initiated()).isEqualTo(new Outcome(RequestType.WRITE, ACCESS_VIOLATION, 2));
    }

    @Test
    @Proves({"fast-register.again", "fast-register.invalidate"})
    void isRepeatedAfterAnInvalidateAndMakesAnotherToken() {
        ConnectedPair pair = connected();
        MemoryRegion region = region(pair, ALL);
        assertPosted(register(pair, region, 0, 16, READ_WRITE));
        RemoteWindow former = pair.peer().endpoint().openWindow(descriptor, 0);

        assertPosted(pair.owner().endpoint().invalidate(2, region, OpFlags.NONE));
        assertPosted(register(pair, region, 16, 16, READ_WRITE));
        RemoteWindow present = pair.peer().endpoint().openWindow(descriptor, 0);

        assertThat(pair.owner().initiated(3))
                .containsExactly(
                        Outcome.success(RequestType.FAST_REGISTER, 1),
                        Outcome.success(RequestType.INVALIDATE, 2),
                        Outcome.success(RequestType.FAST_REGISTER, 1));
        assertPosted(pair.peer().endpoint().read(3, pair.peer().range(0, 8), present, 0, OpFlags.NONE));
        assertThat(pair.peer().initiated()).isEqualTo(Outcome.success(RequestType.READ, 3));
        assertPosted(pair.peer().endpoint().read(4, pair.peer().range(0, 8), former, 0, OpFlags.NONE));
        assertThat(pair.peer().initiated()).isEqualTo(new Outcome(RequestType.READ, ACCESS_VIOLATION, 4));
    }

    @Test
    @Proves("fast-register.registered-already")
    void failsWhileTheTokenIsBound() {
        ConnectedPair pair = connected();
        MemoryRegion region = region(pair, ALL);
        assertPosted(register(pair, region, 0, 16, READ_WRITE));
        assertThat(pair.owner().initiated()).isEqualTo(Outcome.success(RequestType.FAST_REGISTER, 1));

        assertPosted(register(pair, region, 0, 16, READ_WRITE));

        assertThat(pair.owner().initiated())
                .isEqualTo(new Outcome(RequestType.FAST_REGISTER, INVALID_DEVICE_REQUEST, 1));
        pair.assertDisconnected();
    }

    @Test
    @Proves("fast-register.invalidate-unbound")
    void isMissedByAnInvalidate() {
        ConnectedPair pair = connected();

        assertPosted(pair.owner().endpoint().invalidate(2, region(pair, ALL), OpFlags.NONE));

        assertThat(pair.owner().initiated()).isEqualTo(new Outcome(RequestType.INVALIDATE, INVALID_DEVICE_REQUEST, 2));
    }

    @Test
    @Proves({"fast-register.outlives-connections", "fast-register.invalidate"})
    void outlivesItsConnectionAndIsTakenBackOnAnother() {
        ConnectedPair pair = connected();
        MemoryRegion region = region(pair, ALL);
        assertPosted(register(pair, region, 0, 16, READ_WRITE));
        fixture().get(pair.peer().connector().disconnect());
        pair.assertDisconnected();
        ConnectedPair next = connected();
        RemoteWindow remote = next.peer().endpoint().openWindow(descriptor, 0);
        assertPosted(next.peer().endpoint().read(3, next.peer().range(0, 8), remote, 0, OpFlags.NONE));
        assertThat(next.peer().initiated()).isEqualTo(Outcome.success(RequestType.READ, 3));

        assertPosted(next.owner().endpoint().invalidate(4, region, OpFlags.NONE));

        assertThat(next.owner().initiated()).isEqualTo(Outcome.success(RequestType.INVALIDATE, 4));
        assertPosted(next.peer().endpoint().read(5, next.peer().range(0, 8), remote, 0, OpFlags.NONE));
        assertThat(next.peer().initiated()).isEqualTo(new Outcome(RequestType.READ, ACCESS_VIOLATION, 5));
    }

    @Test
    @Proves("fast-register.invalidated-by-peer")
    void isTakenBackByThePeer() {
        ConnectedPair pair = connected();
        MemoryRegion region = region(pair, ALL);
        assertPosted(register(pair, region, 0, 16, READ_WRITE));
        assertThat(pair.owner().initiated()).isEqualTo(Outcome.success(RequestType.FAST_REGISTER, 1));
        RemoteWindow remote = pair.peer().endpoint().openWindow(descriptor, 0);
        pair.owner().receive(9);

        assertPosted(pair.peer().endpoint().sendAndInvalidate(2, ScatterGatherList.empty(), remote, OpFlags.NONE));

        assertThat(pair.peer().initiated()).isEqualTo(Outcome.success(RequestType.SEND, 2));
        assertThat(pair.owner().received(2))
                .containsExactly(Outcome.success(RequestType.INVALIDATE, 1), Outcome.success(RequestType.RECEIVE, 9));
        assertPosted(register(pair, region, 0, 16, READ_WRITE));
        assertThat(pair.owner().initiated()).isEqualTo(Outcome.success(RequestType.FAST_REGISTER, 1));
    }

    @Test
    @Proves({"fast-register.deregister", "fast-register.handles"})
    void doesNotHinderTheDeregistration() {
        ConnectedPair pair = connected();
        MemoryRegion region = region(pair, ALL);
        assertPosted(register(pair, region, 0, 16, READ_WRITE));
        RemoteWindow remote = pair.peer().endpoint().openWindow(descriptor, 0);

        assertThat(pair.owner().initiated()).isEqualTo(Outcome.success(RequestType.FAST_REGISTER, 1));
        assertThatCode(region::deregister).doesNotThrowAnyException();

        assertThat(register(pair, region, 0, 16, READ_WRITE)).isEqualTo(INVALID_HANDLE);
        assertThat(pair.owner().endpoint().invalidate(4, region, OpFlags.NONE)).isEqualTo(INVALID_HANDLE);
        assertPosted(pair.peer().endpoint().read(3, pair.peer().range(0, 8), remote, 0, OpFlags.NONE));
        assertThat(pair.peer().initiated()).isEqualTo(new Outcome(RequestType.READ, ACCESS_VIOLATION, 3));
    }

    @Test
    @Proves("fast-register.access-violation")
    void needsTheRightsOfTheRegion() {
        ConnectedPair pair = connected();
        MemoryRegion readable = region(pair, AccessFlags.ALLOW_REMOTE_READ | AccessFlags.ALLOW_LOCAL_WRITE);
        MemoryRegion local = region(pair, AccessFlags.ALLOW_LOCAL_WRITE);

        assertThat(register(pair, readable, 0, 16, READ_WRITE)).isEqualTo(ACCESS_VIOLATION);
        assertThat(register(pair, local, 0, 16, OpFlags.ALLOW_READ)).isEqualTo(ACCESS_VIOLATION);
        assertPosted(register(pair, readable, 0, 16, OpFlags.ALLOW_READ));
        assertPosted(register(pair, local, 0, 16, OpFlags.NONE));
        assertThat(pair.owner().initiated(2)).containsOnly(Outcome.success(RequestType.FAST_REGISTER, 1));
    }

    @Test
    @Proves({"fast-register.invalid-parameter-2", "fast-register.invalidate-normal"})
    void needsARegionMadeForIt() {
        ConnectedPair pair = connected();
        MemoryRegion normal = pair.owner().adapter().allocateMemory(LENGTH, ALL);

        assertThat(register(pair, normal, 0, 16, READ_WRITE)).isEqualTo(INVALID_PARAMETER_2);
        assertThat(pair.owner().endpoint().invalidate(4, normal, OpFlags.NONE)).isEqualTo(INVALID_PARAMETER_2);
        assertStillWorks(pair);
    }

    @Test
    @Proves({"fast-register.range", "fast-register.flags", "fast-register.handles"})
    void refusesWhatIsOutOfRange() {
        ConnectedPair pair = connected();
        MemoryRegion region = region(pair, ALL);

        assertThat(register(pair, region, -1, 16, READ_WRITE)).isEqualTo(INVALID_PARAMETER_3);
        assertThat(register(pair, region, LENGTH + 1, 0, READ_WRITE)).isEqualTo(INVALID_PARAMETER_3);
        assertThat(register(pair, region, 1, LENGTH, READ_WRITE)).isEqualTo(INVALID_PARAMETER_4);
        assertThat(register(pair, region, 1, Long.MAX_VALUE, READ_WRITE)).isEqualTo(INVALID_PARAMETER_4);
        assertThat(register(pair, region, 0, 16, OpFlags.INLINE)).isEqualTo(INVALID_PARAMETER_5);
        assertThat(pair.owner().endpoint().fastRegister(1, region, 0, 16, READ_WRITE, descriptor, 1))
                .isEqualTo(INVALID_PARAMETER_6);
        assertThat(register(pair, pair.peer().region(), 0, 16, READ_WRITE)).isEqualTo(INVALID_HANDLE);
        assertStillWorks(pair);
    }

    @Test
    @Proves("fast-register.connection-invalid")
    void needsAConnection() {
        ConnectedPair pair = connected();
        MemoryRegion region = region(pair, ALL);
        fixture().get(pair.peer().connector().disconnect());
        pair.assertDisconnected();

        assertThat(register(pair, region, 0, 16, READ_WRITE)).isEqualTo(CONNECTION_INVALID);
        assertThat(pair.owner().endpoint().invalidate(4, region, OpFlags.NONE)).isEqualTo(CONNECTION_INVALID);
    }

    @Test
    @Proves("fast-register.silent")
    void succeedsInSilence() {
        ConnectedPair pair = connected();
        MemoryRegion region = region(pair, ALL);

        assertPosted(register(pair, region, 0, 16, READ_WRITE | OpFlags.SILENT_SUCCESS | OpFlags.DEFER));
        assertPosted(pair.owner().endpoint().invalidate(2, region, OpFlags.SILENT_SUCCESS));

        pair.owner().assertNothingMore();
    }

    @Test
    @Proves("fast-register.no-more-entries")
    void needsASlotOfTheInitiatorQueue() {
        ConnectedPair pair = connected(EndpointConfig.defaults().withInitiatorQueueDepth(1));
        MemoryRegion region = region(pair, ALL);
        assertPosted(register(pair, region, 0, 16, READ_WRITE));

        assertThat(register(pair, region, 0, 16, READ_WRITE)).isEqualTo(NO_MORE_ENTRIES);
        assertThat(pair.owner().endpoint().invalidate(2, region, OpFlags.NONE)).isEqualTo(NO_MORE_ENTRIES);
    }

    @Test
    @Proves("fast-register.canceled")
    void isCanceledWhenARequestBeforeItFails() {
        ConnectedPair pair = connected();
        MemoryRegion region = region(pair, ALL);
        pair.owner().send(2, 0, 10); // waits for a Receive
        assertPosted(register(pair, region, 0, 16, READ_WRITE));

        pair.peer().receive(3, 0, 9);

        assertThat(pair.owner().initiated(2))
                .containsExactly(
                        new Outcome(RequestType.SEND, REMOTE_ERROR, 2), Outcome.canceled(RequestType.FAST_REGISTER, 1));
        assertNotBound(region);
    }

    @Test
    @Proves("fast-register.canceled")
    void isCanceledWhenTheConnectionEndsBeforeItsTurn() {
        ConnectedPair pair = connected();
        MemoryRegion region = region(pair, ALL);
        pair.owner().send(2); // waits for a Receive that never comes
        assertPosted(register(pair, region, 0, 16, READ_WRITE | OpFlags.SILENT_SUCCESS));

        fixture().get(pair.peer().connector().disconnect());

        assertThat(pair.owner().initiated(2))
                .containsExactly(Outcome.canceled(RequestType.SEND, 2), Outcome.canceled(RequestType.FAST_REGISTER, 1));
        assertNotBound(region);
    }

    @Test
    @Proves("fast-register.canceled")
    void leavesALaterBindingAloneWhenItIsCanceled() {
        ConnectedPair pair = connected();
        ConnectedPair other = connected();
        MemoryRegion region = region(pair, ALL);
        pair.owner().send(2); // waits for a Receive that never comes
        assertPosted(register(pair, region, 0, 16, READ_WRITE));
        assertPosted(other.owner().endpoint().invalidate(3, region, OpFlags.NONE));
        assertThat(other.owner().initiated()).isEqualTo(Outcome.success(RequestType.INVALIDATE, 3));
        assertPosted(register(other, region, 0, 16, READ_WRITE));
        assertThat(other.owner().initiated()).isEqualTo(Outcome.success(RequestType.FAST_REGISTER, 1));

        fixture().get(pair.peer().connector().disconnect());

        assertThat(pair.owner().initiated(2))
                .containsExactly(Outcome.canceled(RequestType.SEND, 2), Outcome.canceled(RequestType.FAST_REGISTER, 1));
        region.getRemoteToken(newDescriptor(), 0);
    }

    private static void assertNotBound(MemoryRegion region) {
        assertFails(INVALID_DEVICE_STATE, () -> region.getRemoteToken(newDescriptor(), 0));
    }

    @Test
    @Proves("fast-register.read-fence")
    void takesEffectAfterTheReadsBeforeItWhenItIsFenced() {
        ConnectedPair pair = connected();
        Side peer = pair.peer();
        RemoteWindow remote = pair.grant(pair.owner().newWindow(), 0, LENGTH, OpFlags.ALLOW_READ);
        MemoryRegion region = peer.adapter().allocateMemory(LENGTH, ALL | AccessFlags.FAST_REGISTER);

        assertPosted(peer.endpoint().read(2, peer.range(0, LENGTH), remote, 0, OpFlags.NONE));
        assertPosted(peer.endpoint().fastRegister(1, region, 0, 16, READ_WRITE | OpFlags.READ_FENCE, descriptor, 0));

        // The owner is not driven: where it has to serve the Read, the Read cannot complete.
        Completion[] one = {new Completion()};
        for (int i = 0; i < 100 && peer.initiatorQueue().poll(one, 1) == 0; i++) {
            assertFails(INVALID_DEVICE_STATE, () -> region.getRemoteToken(newDescriptor(), 0));
            fixture().pause();
        }
        if (one[0].status() == NdStatus.PENDING) {
            assertThat(peer.initiated()).isEqualTo(Outcome.success(RequestType.READ, 2));
        }
        assertThat(peer.initiated()).isEqualTo(Outcome.success(RequestType.FAST_REGISTER, 1));
        UnsafeBuffer told = newDescriptor();
        region.getRemoteToken(told, 0);
        assertThat(told).isEqualTo(descriptor);
    }

    private void assertStillWorks(ConnectedPair pair) {
        MemoryRegion region = region(pair, ALL);
        assertPosted(register(pair, region, 0, LENGTH, READ_WRITE));
        assertThat(pair.owner().initiated()).isEqualTo(Outcome.success(RequestType.FAST_REGISTER, 1));
    }

    private NdStatus register(ConnectedPair pair, MemoryRegion region, long offset, long length, int flags) {
        return pair.owner().endpoint().fastRegister(1, region, offset, length, flags, descriptor, 0);
    }

    private static MemoryRegion region(ConnectedPair pair, int access) {
        return pair.owner().adapter().allocateMemory(LENGTH, access | AccessFlags.FAST_REGISTER);
    }
}
