// SPDX-License-Identifier: Apache-2.0
// Copyright the Oriel authors.
package io.oriel.testing.conformance.adapter;

import static io.oriel.api.NdStatus.ACCESS_VIOLATION;
import static io.oriel.api.NdStatus.INVALID_BUFFER_SIZE;
import static io.oriel.api.NdStatus.INVALID_DEVICE_REQUEST;
import static io.oriel.api.NdStatus.INVALID_DEVICE_STATE;
import static io.oriel.api.NdStatus.INVALID_HANDLE;
import static io.oriel.api.NdStatus.REMOTE_ERROR;
import static io.oriel.api.NdStatus.SUCCESS;
import static org.assertj.core.api.Assertions.assertThat;

import io.oriel.api.AccessFlags;
import io.oriel.api.MemoryRegion;
import io.oriel.api.NdStatus;
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
import org.agrona.concurrent.UnsafeBuffer;
import org.junit.jupiter.api.Test;

/** The remote token of a region: access without a window. */
public abstract class RegionTokenConformanceTest extends ConformanceTest {
    private static final int LENGTH = 4096;
    private static final int ALL = AccessFlags.ALLOW_REMOTE_READ | AccessFlags.ALLOW_REMOTE_WRITE;

    protected RegionTokenConformanceTest(ConformanceMedium medium) {
        super(medium);
    }

    @Test
    @Proves({"remote-token.success", "remote-token.read", "remote-token.write"})
    void letsThePeerReadAndWriteTheWholeRegion() {
        ConnectedPair pair = connected();
        MemoryRegion region = region(pair, ALL);
        RemoteWindow remote = open(pair.peer(), region);
        pair.peer().put(0, "written");

        assertPosted(pair.peer().endpoint().write(1, pair.peer().range(0, 7), remote, LENGTH - 7, OpFlags.NONE));
        assertPosted(pair.peer().endpoint().read(2, pair.peer().range(100, 7), remote, LENGTH - 7, OpFlags.NONE));

        assertThat(pair.peer().initiated(2))
                .containsExactly(Outcome.success(RequestType.WRITE, 1), Outcome.success(RequestType.READ, 2));
        assertThat(region.buffer().getStringWithoutLengthAscii(LENGTH - 7, 7)).isEqualTo("written");
        assertThat(pair.peer().text(100, 7)).isEqualTo("written");
        assertThat(remote.length()).isEqualTo(LENGTH);
    }

    @Test
    @Proves("remote-token.any-endpoint")
    void servesMemoryOfTheCallersAndEveryEndpointOfTheAdapter() {
        ConnectedPair pair = connected();
        ConnectedPair other = connected();
        MemoryRegion region = pair.owner().adapter().registerMemory(new UnsafeBuffer(new byte[LENGTH]), ALL);
        RemoteWindow first = open(pair.peer(), region);
        RemoteWindow second = open(other.peer(), region);
        pair.peer().put(0, "one");

        assertPosted(pair.peer().endpoint().write(1, pair.peer().range(0, 3), first, 5, OpFlags.NONE));
        assertThat(pair.peer().initiated()).isEqualTo(Outcome.success(RequestType.WRITE, 1));
        assertPosted(other.peer().endpoint().read(2, other.peer().range(0, 3), second, 5, OpFlags.NONE));

        assertThat(other.peer().initiated()).isEqualTo(Outcome.success(RequestType.READ, 2));
        assertThat(other.peer().text(0, 3)).isEqualTo("one");
    }

    @Test
    @Proves("remote-token.network-order")
    void isTheSameEachTime() {
        ConnectedPair pair = connected();
        MemoryRegion region = region(pair, ALL);

        assertThat(tokenOf(region)).isEqualTo(tokenOf(region)).isNotEqualTo(tokenOf(region(pair, ALL)));
    }

    @Test
    @Proves("remote-token.write-denied")
    void grantsNoWritingWithoutTheRight() {
        assertRefused(AccessFlags.ALLOW_LOCAL_WRITE | AccessFlags.ALLOW_REMOTE_READ, RequestType.WRITE, 0);
    }

    @Test
    @Proves("remote-token.read-denied")
    void grantsNoReadingWithoutTheRight() {
        assertRefused(AccessFlags.ALLOW_REMOTE_WRITE, RequestType.READ, 0);
    }

    @Test
    @Proves("remote-token.not-remote")
    void grantsNothingWithoutRemoteRights() {
        assertRefused(AccessFlags.ALLOW_LOCAL_WRITE, RequestType.READ, 0);
    }

    @Test
    @Proves("remote-token.range")
    void endsWithTheRegion() {
        assertRefused(ALL, RequestType.READ, LENGTH - 7);
    }

    @Test
    @Proves("remote-token.range")
    void endsWithTheRegionForWrites() {
        assertRefused(ALL, RequestType.WRITE, LENGTH - 7);
    }

    private void assertRefused(int access, RequestType type, long offset) {
        ConnectedPair pair = connected();
        RemoteWindow remote = open(pair.peer(), region(pair, access));
        pair.owner().receive(9);

        assertPosted(access(pair, type, remote, offset));

        assertThat(pair.peer().initiated()).isEqualTo(new Outcome(type, ACCESS_VIOLATION, 1));
        assertThat(pair.owner().received()).isEqualTo(Outcome.canceled(RequestType.RECEIVE, 9));
        pair.assertDisconnected();
    }

    private static NdStatus access(ConnectedPair pair, RequestType type, RemoteWindow remote, long offset) {
        ScatterGatherList list = pair.peer().range(0, 8);
        return type == RequestType.READ
                ? pair.peer().endpoint().read(1, list, remote, offset, OpFlags.NONE)
                : pair.peer().endpoint().write(1, list, remote, offset, OpFlags.NONE);
    }

    @Test
    @Proves({"remote-token.deregistered", "remote-token.deregister", "remote-token.closed"})
    void endsWithTheRegistrationWhichItDoesNotHinder() {
        ConnectedPair pair = connected();
        MemoryRegion region = region(pair, ALL);
        RemoteWindow remote = open(pair.peer(), region);

        region.deregister();
        assertPosted(access(pair, RequestType.READ, remote, 0));

        assertThat(pair.peer().initiated()).isEqualTo(new Outcome(RequestType.READ, ACCESS_VIOLATION, 1));
        pair.assertDisconnected();
        assertFails(INVALID_HANDLE, () -> region.getRemoteToken(newDescriptor(), 0));
    }

    @Test
    @Proves("remote-token.outlives-connections")
    void outlivesAConnection() {
        ConnectedPair pair = connected();
        MemoryRegion region = region(pair, ALL);
        UnsafeBuffer descriptor = tokenOf(region);
        fixture().get(pair.peer().connector().disconnect());
        pair.assertDisconnected();

        ConnectedPair next = connected();
        RemoteWindow remote = next.peer().endpoint().openWindow(descriptor, 0);
        assertPosted(access(next, RequestType.WRITE, remote, 0));

        assertThat(next.peer().initiated()).isEqualTo(Outcome.success(RequestType.WRITE, 1));
    }

    @Test
    @Proves("remote-token.not-invalidated")
    void isNotTakenBackByAPeer() {
        ConnectedPair pair = connected();
        MemoryRegion region = region(pair, ALL);
        RemoteWindow remote = open(pair.peer(), region);
        pair.owner().receive(9);

        assertPosted(pair.peer().endpoint().sendAndInvalidate(1, ScatterGatherList.empty(), remote, OpFlags.NONE));

        assertThat(pair.peer().initiated()).isEqualTo(new Outcome(RequestType.SEND, REMOTE_ERROR, 1));
        assertThat(pair.owner().received()).isEqualTo(new Outcome(RequestType.RECEIVE, INVALID_DEVICE_REQUEST, 9));
        ConnectedPair next = connected();
        RemoteWindow again = open(next.peer(), region);
        assertPosted(access(next, RequestType.READ, again, 0));
        assertThat(next.peer().initiated().status()).isEqualTo(SUCCESS);
    }

    @Test
    @Proves("remote-token.window-beside")
    void leavesWindowsTheirOwnRightsAndRange() {
        ConnectedPair pair = connected();
        Side peer = pair.peer();
        MemoryRegion region = region(pair, AccessFlags.ALLOW_LOCAL_WRITE | AccessFlags.ALLOW_REMOTE_READ);
        RemoteWindow whole = open(peer, region);
        RemoteWindow beside = bindBeside(pair, region, 100, 16, OpFlags.ALLOW_WRITE);
        peer.put(0, "written");

        assertPosted(peer.endpoint().write(1, peer.range(0, 7), beside, 9, OpFlags.NONE));
        assertPosted(peer.endpoint().read(2, peer.range(50, 7), whole, 109, OpFlags.READ_FENCE));
        assertThat(peer.initiated(2))
                .containsExactly(Outcome.success(RequestType.WRITE, 1), Outcome.success(RequestType.READ, 2));
        assertThat(peer.text(50, 7)).isEqualTo("written");

        assertPosted(peer.endpoint().read(3, peer.range(0, 8), beside, 0, OpFlags.NONE));
        assertThat(peer.initiated()).isEqualTo(new Outcome(RequestType.READ, ACCESS_VIOLATION, 3));
        pair.assertDisconnected();
    }

    @Test
    @Proves("remote-token.window-beside")
    void outlivesTheWindowsBesideIt() {
        ConnectedPair pair = connected();
        Side peer = pair.peer();
        MemoryRegion region = region(pair, ALL);
        RemoteWindow whole = open(peer, region);
        RemoteWindow beside = bindBeside(pair, region, 100, 16, OpFlags.ALLOW_READ);
        pair.owner().receive(9);

        assertPosted(peer.endpoint().sendAndInvalidate(2, ScatterGatherList.empty(), beside, OpFlags.NONE));
        assertThat(pair.owner().received(2)).last().isEqualTo(Outcome.success(RequestType.RECEIVE, 9));
        assertThat(peer.initiated()).isEqualTo(Outcome.success(RequestType.SEND, 2));

        assertPosted(access(pair, RequestType.WRITE, whole, 100));
        assertThat(peer.initiated()).isEqualTo(Outcome.success(RequestType.WRITE, 1));
    }

    private static RemoteWindow bindBeside(
            ConnectedPair pair, MemoryRegion region, long offset, long length, int flags) {
        Side owner = pair.owner();
        UnsafeBuffer descriptor = newDescriptor();
        assertPosted(owner.endpoint().bind(0, region, owner.newWindow(), offset, length, flags, descriptor, 0));
        assertThat(owner.initiated()).isEqualTo(Outcome.success(RequestType.BIND, 0));
        return pair.peer().endpoint().openWindow(descriptor, 0);
    }

    @Test
    @Proves("remote-token.buffer-size")
    void needsRoomForTheDescriptor() {
        ConnectedPair pair = connected();
        MemoryRegion region = region(pair, ALL);

        assertFails(INVALID_BUFFER_SIZE, () -> region.getRemoteToken(newDescriptor(), 1));
        assertFails(INVALID_BUFFER_SIZE, () -> region.getRemoteToken(newDescriptor(), -1));
    }

    @Test
    @Proves("remote-token.device-state")
    void isMissingBeforeAFastRegistration() {
        ConnectedPair pair = connected();
        MemoryRegion region = region(pair, ALL | AccessFlags.FAST_REGISTER);

        assertFails(INVALID_DEVICE_STATE, () -> region.getRemoteToken(newDescriptor(), 0));
    }

    private static MemoryRegion region(ConnectedPair pair, int access) {
        return pair.owner().adapter().allocateMemory(LENGTH, access);
    }

    private static RemoteWindow open(Side user, MemoryRegion region) {
        return user.endpoint().openWindow(tokenOf(region), 0);
    }

    private static UnsafeBuffer tokenOf(MemoryRegion region) {
        UnsafeBuffer descriptor = newDescriptor();
        region.getRemoteToken(descriptor, 0);
        return descriptor;
    }
}
