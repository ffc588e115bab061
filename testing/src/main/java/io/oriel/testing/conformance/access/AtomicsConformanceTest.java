// SPDX-License-Identifier: Apache-2.0
// Copyright the Oriel authors.
package io.oriel.testing.conformance.access;

import static io.oriel.api.NdStatus.ACCESS_VIOLATION;
import static io.oriel.api.NdStatus.CONNECTION_INVALID;
import static io.oriel.api.NdStatus.DATA_OVERRUN;
import static io.oriel.api.NdStatus.INVALID_BUFFER_SIZE;
import static io.oriel.api.NdStatus.INVALID_DEVICE_REQUEST;
import static io.oriel.api.NdStatus.INVALID_HANDLE;
import static io.oriel.api.NdStatus.INVALID_PARAMETER;
import static io.oriel.api.NdStatus.INVALID_PARAMETER_4;
import static io.oriel.api.NdStatus.INVALID_PARAMETER_6;
import static io.oriel.api.NdStatus.INVALID_PARAMETER_7;
import static io.oriel.api.NdStatus.NO_MORE_ENTRIES;
import static io.oriel.api.RequestType.COMPARE_AND_SWAP;
import static io.oriel.api.RequestType.FETCH_AND_ADD;
import static org.assertj.core.api.Assertions.assertThat;

import io.oriel.api.AccessFlags;
import io.oriel.api.Completion;
import io.oriel.api.MemoryRegion;
import io.oriel.api.MemoryWindow;
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
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import org.agrona.concurrent.AtomicBuffer;
import org.agrona.concurrent.UnsafeBuffer;
import org.junit.jupiter.api.Test;

/** Fetch-and-add and compare-and-swap, extensions of Oriel. */
public abstract class AtomicsConformanceTest extends ConformanceTest {
    private static final int LENGTH = SideConfig.defaults().regionLength();

    protected AtomicsConformanceTest(ConformanceMedium medium) {
        super(medium);
    }

    @Test
    @Proves({"atomics.success", "atomics.fetch-add", "atomics.wraps", "atomics.owner-idle"})
    void addsAndBringsBackTheFormerValue() {
        ConnectedPair pair = connected();
        Side peer = pair.peer();
        RemoteWindow remote = pair.grant(pair.owner().newWindow(), 1000, 64, OpFlags.ALLOW_ATOMIC);
        pair.owner().memory().putLong(1008, Long.MAX_VALUE - 1);

        for (int i = 0; i < 3; i++) {
            assertPosted(peer.endpoint().fetchAndAdd(i, peer.range(8L * i, 8), remote, 8, 2, OpFlags.NONE));
        }

        for (int i = 0; i < 3; i++) {
            Completion completion = peer.next(peer.initiatorQueue());
            assertThat(Outcome.of(completion)).isEqualTo(Outcome.success(FETCH_AND_ADD, i));
            assertThat(completion.bytesTransferred()).isEqualTo(8);
            assertThat(peer.memory().getLong(8 * i)).isEqualTo(Long.MAX_VALUE - 1 + 2L * i);
        }
        assertThat(pair.owner().memory().getLong(1008)).isEqualTo(Long.MIN_VALUE + 4);
        pair.owner().assertEveryByte(1000, 8, (byte) 0);
        pair.owner().assertEveryByte(1016, 48, (byte) 0);
        pair.owner().assertNothingMore();
    }

    @Test
    @Proves("atomics.compare-swap")
    void replacesWhatIsAsExpectedOnly() {
        ConnectedPair pair = connected();
        Side peer = pair.peer();
        RemoteWindow remote = window(pair, OpFlags.ALLOW_ATOMIC);
        pair.owner().memory().putLong(0, 7);

        assertPosted(peer.endpoint().compareAndSwap(1, peer.range(0, 8), remote, 0, 8, 9, OpFlags.NONE));
        assertThat(peer.initiated()).isEqualTo(Outcome.success(COMPARE_AND_SWAP, 1));
        assertThat(peer.memory().getLong(0)).isEqualTo(7);
        assertThat(pair.owner().memory().getLong(0)).isEqualTo(7);

        assertPosted(peer.endpoint().compareAndSwap(2, peer.range(8, 8), remote, 0, 7, -1, OpFlags.NONE));
        assertThat(peer.initiated()).isEqualTo(Outcome.success(COMPARE_AND_SWAP, 2));
        assertThat(peer.memory().getLong(8)).isEqualTo(7);
        assertThat(pair.owner().memory().getLong(0)).isEqualTo(-1);
    }

    @Test
    @Proves("atomics.atomic")
    void losesNoneOfSeveralPeersAndTheOwner() {
        ConnectedPair one = connected();
        Side other = Side.open(fixture(), one.peer().adapter(), SideConfig.defaults());
        ConnectedPair two = ConnectedPair.of(
                        fixture(), Side.open(fixture(), one.owner().adapter(), SideConfig.defaults()), other)
                .connect();
        MemoryRegion counter = one.owner().region();
        RemoteWindow first = window(one, OpFlags.ALLOW_ATOMIC);
        UnsafeBuffer descriptor = newDescriptor();
        MemoryWindow window = two.owner().newWindow();
        assertPosted(two.owner().endpoint().bind(1, counter, window, 0, 64, OpFlags.ALLOW_ATOMIC, descriptor, 0));
        RemoteWindow second = other.endpoint().openWindow(descriptor, 0);
        AtomicBuffer own = new UnsafeBuffer(counter.buffer(), 0, 64);

        for (int i = 0; i < 500; i++) {
            assertPosted(
                    one.peer().endpoint().fetchAndAdd(i, one.peer().range(0, 8), first, 0, 1, OpFlags.SILENT_SUCCESS));
            assertPosted(other.endpoint().fetchAndAdd(i, other.range(0, 8), second, 0, 1_000_000, OpFlags.NONE));
            long unused = own.getAndAddLong(0, 1_000_000_000_000L);
            assertThat(other.initiated()).isEqualTo(Outcome.success(FETCH_AND_ADD, i));
        }

        fixture().await("the sum", () -> own.getLongVolatile(0) == 500_000_500_000_500L);
    }

    @Test
    @Proves({"atomics.order", "atomics.fence"})
    void takeEffectInTheOrderOfReadsAndWrites() {
        ConnectedPair pair = connected();
        Side peer = pair.peer();
        RemoteWindow remote = window(pair, READ_WRITE | OpFlags.ALLOW_ATOMIC);

        for (int i = 0; i < 100; i++) {
            peer.memory().putLong(0, 10L * i);
            assertPosted(peer.endpoint().write(1, peer.range(0, 8), remote, 0, OpFlags.NONE));
            assertPosted(peer.endpoint().fetchAndAdd(2, peer.range(8, 8), remote, 0, 1, OpFlags.NONE));
            assertPosted(
                    peer.endpoint().compareAndSwap(3, peer.range(16, 8), remote, 0, 10L * i + 1, -i, OpFlags.NONE));
            assertPosted(peer.endpoint().read(4, peer.range(24, 8), remote, 0, OpFlags.NONE));
            assertPosted(peer.endpoint().write(5, peer.range(16, 8), remote, 8, OpFlags.READ_FENCE));

            assertThat(peer.initiated(5))
                    .containsExactly(
                            Outcome.success(RequestType.WRITE, 1),
                            Outcome.success(FETCH_AND_ADD, 2),
                            Outcome.success(COMPARE_AND_SWAP, 3),
                            Outcome.success(RequestType.READ, 4),
                            Outcome.success(RequestType.WRITE, 5));
            assertThat(peer.memory().getLong(8)).isEqualTo(10L * i);
            assertThat(peer.memory().getLong(16)).isEqualTo(10L * i + 1);
            assertThat(peer.memory().getLong(24)).isEqualTo(-i);
            assertThat(pair.owner().memory().getLong(8)).isEqualTo(10L * i + 1);
        }
    }

    @Test
    @Proves("atomics.read-limit")
    void waitAboveTheLimitOfReads() {
        ConnectedPair pair = ConnectedPair.open(fixture(), SideConfig.defaults(), SideConfig.defaults())
                .connect(2, 2);
        RemoteWindow remote = window(pair, OpFlags.ALLOW_ATOMIC);

        for (int i = 0; i < 50; i++) {
            assertPosted(
                    pair.peer().endpoint().fetchAndAdd(i, pair.peer().range(8L * i, 8), remote, 0, 1, OpFlags.NONE));
        }

        assertThat(pair.peer().initiated(50)).last().isEqualTo(Outcome.success(FETCH_AND_ADD, 49));
        for (int i = 0; i < 50; i++) {
            assertThat(pair.peer().memory().getLong(8 * i)).isEqualTo(i);
        }
    }

    @Test
    @Proves({"atomics.access-violation", "atomics.right-of-its-own", "atomics.canceled"})
    void failWhereTheyAreNotGranted() {
        for (long offset : new long[] {-8, 64, Long.MAX_VALUE - 7}) {
            ConnectedPair pair = connected();
            failsAt(pair, pair.grant(pair.owner().newWindow(), 1000, 64, OpFlags.ALLOW_ATOMIC), offset);
        }
        ConnectedPair halfInside = connected();
        failsAt(halfInside, halfInside.grant(halfInside.owner().newWindow(), 1000, 60, OpFlags.ALLOW_ATOMIC), 56);
        ConnectedPair otherRights = connected();
        failsAt(otherRights, otherRights.grant(otherRights.owner().newWindow(), 1000, 64, READ_WRITE), 0);
    }

    private void failsAt(ConnectedPair pair, RemoteWindow remote, long offset) {
        Side peer = pair.peer();
        pair.owner().receive(5);
        peer.memory().putLong(0, -9);

        assertPosted(peer.endpoint().fetchAndAdd(1, peer.range(0, 8), remote, offset, 1, OpFlags.NONE));
        assertPosted(peer.endpoint().compareAndSwap(2, peer.range(0, 8), remote, 0, 0, 1, OpFlags.SILENT_SUCCESS));

        assertThat(peer.initiated(2))
                .containsExactly(
                        new Outcome(FETCH_AND_ADD, ACCESS_VIOLATION, 1), Outcome.canceled(COMPARE_AND_SWAP, 2));
        assertThat(pair.owner().received()).isEqualTo(Outcome.canceled(RequestType.RECEIVE, 5));
        pair.assertDisconnected();
        assertThat(peer.memory().getLong(0)).isEqualTo(-9);
        pair.owner().assertEveryByte(0, LENGTH, (byte) 0);
    }

    @Test
    @Proves("atomics.right-of-its-own")
    void allowNeitherReadsNorWrites() {
        ConnectedPair reading = connected();
        RemoteWindow remote = window(reading, OpFlags.ALLOW_ATOMIC);
        assertPosted(reading.peer().endpoint().read(1, reading.peer().range(0, 8), remote, 0, OpFlags.NONE));
        assertThat(reading.peer().initiated()).isEqualTo(new Outcome(RequestType.READ, ACCESS_VIOLATION, 1));

        ConnectedPair writing = connected();
        RemoteWindow other = window(writing, OpFlags.ALLOW_ATOMIC);
        assertPosted(writing.peer().endpoint().write(1, writing.peer().range(0, 8), other, 0, OpFlags.NONE));
        assertThat(writing.peer().initiated()).isEqualTo(new Outcome(RequestType.WRITE, ACCESS_VIOLATION, 1));
    }

    @Test
    @Proves("atomics.access-violation")
    void failThroughAWindowThatWasTakenBack() {
        ConnectedPair pair = connected();
        MemoryWindow window = pair.owner().newWindow();
        RemoteWindow remote = pair.grant(window, 0, 64, OpFlags.ALLOW_ATOMIC);
        assertPosted(pair.owner().endpoint().invalidate(1, window, OpFlags.NONE));
        assertThat(pair.owner().initiated()).isEqualTo(Outcome.success(RequestType.INVALIDATE, 1));

        assertPosted(pair.peer().endpoint().fetchAndAdd(2, pair.peer().range(0, 8), remote, 0, 1, OpFlags.NONE));

        assertThat(pair.peer().initiated()).isEqualTo(new Outcome(FETCH_AND_ADD, ACCESS_VIOLATION, 2));
        pair.assertDisconnected();
        assertThat(pair.owner().memory().getLong(0)).isZero();
    }

    @Test
    @Proves("atomics.sink")
    void failWhereTheFormerValueHasNoPlace() {
        ConnectedPair outside = connected();
        RemoteWindow remote = window(outside, OpFlags.ALLOW_ATOMIC);
        assertPosted(outside.peer()
                .endpoint()
                .fetchAndAdd(1, outside.peer().range(LENGTH - 4, 8), remote, 0, 1, OpFlags.NONE));
        assertThat(outside.peer().initiated()).isEqualTo(new Outcome(FETCH_AND_ADD, ACCESS_VIOLATION, 1));
        assertThat(outside.owner().memory().getLong(0)).isZero();

        ConnectedPair pair = connected();
        RemoteWindow other = window(pair, OpFlags.ALLOW_ATOMIC);
        UnsafeBuffer memory = new UnsafeBuffer(new byte[8]);
        MemoryRegion readOnly = pair.peer().adapter().registerMemory(memory, AccessFlags.NONE);
        assertPosted(pair.peer().endpoint().fetchAndAdd(1, ScatterGatherList.of(readOnly), other, 0, 1, OpFlags.NONE));
        assertThat(pair.peer().initiated()).isEqualTo(new Outcome(FETCH_AND_ADD, ACCESS_VIOLATION, 1));
        assertThat(pair.owner().memory().getLong(0)).isZero();
    }

    @Test
    @Proves("atomics.no-reads")
    void failWhenTheConnectionAllowsNoReads() {
        ConnectedPair pair = ConnectedPair.open(fixture(), SideConfig.defaults(), SideConfig.defaults())
                .connect(0, 0);
        RemoteWindow remote = window(pair, OpFlags.ALLOW_ATOMIC);

        assertPosted(pair.peer().endpoint().fetchAndAdd(1, pair.peer().range(0, 8), remote, 0, 1, OpFlags.NONE));

        assertThat(pair.peer().initiated()).isEqualTo(new Outcome(FETCH_AND_ADD, INVALID_DEVICE_REQUEST, 1));
        pair.assertDisconnected();
    }

    @Test
    @Proves({
        "atomics.no-more-entries",
        "atomics.data-overrun",
        "atomics.buffer-size",
        "atomics.alignment",
        "atomics.flags",
        "requests.remote-window"
    })
    void refuseWhatTheyCannotDoAndStayUsable() {
        ConnectedPair pair = connected(EndpointConfig.defaults().withMaxSge(1).withInitiatorQueueDepth(1));
        Side peer = pair.peer();
        RemoteWindow remote = window(pair, OpFlags.ALLOW_ATOMIC);
        RemoteWindow foreign = window(connected(), OpFlags.ALLOW_ATOMIC);
        ScatterGatherList two =
                new ScatterGatherList(2).add(peer.region(), 0, 4).add(peer.region(), 4, 4);

        assertThat(peer.endpoint().fetchAndAdd(1, two, remote, 0, 1, OpFlags.NONE))
                .isEqualTo(DATA_OVERRUN);
        for (int length : new int[] {0, 7, 9, 16}) {
            assertThat(peer.endpoint().fetchAndAdd(1, peer.range(0, length), remote, 0, 1, OpFlags.NONE))
                    .isEqualTo(INVALID_BUFFER_SIZE);
        }
        for (long offset : new long[] {1, 4, 7, -1, Long.MAX_VALUE}) {
            assertThat(peer.endpoint().compareAndSwap(1, peer.range(0, 8), remote, offset, 0, 1, OpFlags.NONE))
                    .isEqualTo(INVALID_PARAMETER_4);
        }
        for (int flag : new int[] {OpFlags.SEND_AND_SOLICIT_EVENT, OpFlags.INLINE, OpFlags.ALLOW_ATOMIC, 0x40}) {
            assertThat(peer.endpoint().fetchAndAdd(1, peer.range(0, 8), remote, 0, 1, flag))
                    .isEqualTo(INVALID_PARAMETER_6);
            assertThat(peer.endpoint().compareAndSwap(1, peer.range(0, 8), remote, 0, 0, 1, flag))
                    .isEqualTo(INVALID_PARAMETER_7);
        }
        assertThat(peer.endpoint().fetchAndAdd(1, peer.range(0, 8), foreign, 0, 1, OpFlags.NONE))
                .isEqualTo(INVALID_HANDLE);

        assertPosted(peer.endpoint().fetchAndAdd(2, peer.range(0, 8), remote, 0, 1, OpFlags.NONE));
        assertThat(peer.endpoint().fetchAndAdd(3, peer.range(0, 8), remote, 0, 1, OpFlags.NONE))
                .isEqualTo(NO_MORE_ENTRIES);
        assertThat(peer.initiated()).isEqualTo(Outcome.success(FETCH_AND_ADD, 2));
        assertThat(pair.owner().memory().getLong(0)).isEqualTo(1);
    }

    @Test
    @Proves("atomics.connection-invalid")
    void areRefusedByAnEndpointWhoseConnectionHasEnded() {
        ConnectedPair pair = connected();
        RemoteWindow remote = window(pair, OpFlags.ALLOW_ATOMIC);
        fixture().get(pair.owner().connector().disconnect());
        pair.assertDisconnected();

        assertThat(pair.peer().endpoint().fetchAndAdd(1, pair.peer().range(0, 8), remote, 0, 1, OpFlags.NONE))
                .isEqualTo(CONNECTION_INVALID);
        assertThat(pair.peer().endpoint().compareAndSwap(1, pair.peer().range(0, 8), remote, 0, 0, 1, OpFlags.NONE))
                .isEqualTo(CONNECTION_INVALID);
    }

    @Test
    @Proves("atomics.other-memory")
    void workOnMemoryOfTheCallersAndScatterTheFormerValue() {
        ConnectedPair pair = connected();
        Side peer = pair.peer();
        UnsafeBuffer target = new UnsafeBuffer(ByteBuffer.allocateDirect(64).alignedSlice(8), 0, 32);
        MemoryRegion region = pair.owner().adapter().registerMemory(target, AccessFlags.ALLOW_LOCAL_WRITE);
        UnsafeBuffer descriptor = newDescriptor();
        MemoryWindow window = pair.owner().newWindow();
        assertPosted(pair.owner().endpoint().bind(1, region, window, 8, 16, OpFlags.ALLOW_ATOMIC, descriptor, 0));
        RemoteWindow remote = peer.endpoint().openWindow(descriptor, 0);
        target.putLong(16, 0x0807060504030201L, ByteOrder.LITTLE_ENDIAN);
        ScatterGatherList parts =
                new ScatterGatherList(2).add(peer.region(), 100, 3).add(peer.region(), 200, 5);

        assertPosted(peer.endpoint().fetchAndAdd(1, parts, remote, 8, 1, OpFlags.NONE));

        assertThat(peer.initiated()).isEqualTo(Outcome.success(FETCH_AND_ADD, 1));
        assertThat(peer.text(100, 3)).isEqualTo("\1\2\3");
        assertThat(peer.text(200, 5)).isEqualTo("\4\5\6\7\10");
        assertThat(target.getLong(16, ByteOrder.LITTLE_ENDIAN)).isEqualTo(0x0807060504030202L);
    }

    @Test
    @Proves({"atomics.window-aligned", "atomics.window-writable"})
    void needAWindowOnAlignedMemoryThatMayBeWritten() {
        ConnectedPair pair = connected();
        Side owner = pair.owner();
        UnsafeBuffer descriptor = newDescriptor();
        MemoryWindow window = owner.newWindow();
        int atomic = OpFlags.ALLOW_ATOMIC;

        for (int offset : new int[] {1, 4, 7}) {
            assertThat(owner.endpoint().bind(1, owner.region(), window, offset, 64, atomic, descriptor, 0))
                    .isEqualTo(INVALID_PARAMETER_4);
        }
        MemoryRegion readOnly = owner.adapter().allocateMemory(64, AccessFlags.NONE);
        assertThat(owner.endpoint().bind(1, readOnly, window, 0, 64, atomic, descriptor, 0))
                .isEqualTo(ACCESS_VIOLATION);
        UnsafeBuffer odd = new UnsafeBuffer(ByteBuffer.allocateDirect(72).alignedSlice(8), 1, 63);
        MemoryRegion shifted = owner.adapter().registerMemory(odd, AccessFlags.ALLOW_LOCAL_WRITE);
        assertThat(owner.endpoint().bind(1, shifted, window, 0, 56, atomic, descriptor, 0))
                .isEqualTo(INVALID_PARAMETER_4);
        assertPosted(owner.endpoint().bind(1, shifted, window, 7, 56, atomic, descriptor, 0));
    }

    @Test
    @Proves({"atomics.region-token", "atomics.region-aligned"})
    void areGrantedByTheTokenOfARegion() {
        ConnectedPair pair = connected();
        UnsafeBuffer aligned = new UnsafeBuffer(ByteBuffer.allocateDirect(72).alignedSlice(8), 0, 64);
        int access = AccessFlags.ALLOW_REMOTE_ATOMIC;
        assertFails(
                INVALID_PARAMETER,
                () -> pair.owner().adapter().registerMemory(new UnsafeBuffer(aligned, 4, 32), access));
        MemoryRegion region = pair.owner().adapter().registerMemory(aligned, access);
        UnsafeBuffer descriptor = newDescriptor();
        region.getRemoteToken(descriptor, 0);
        RemoteWindow remote = pair.peer().endpoint().openWindow(descriptor, 0);

        assertPosted(pair.peer().endpoint().fetchAndAdd(1, pair.peer().range(0, 8), remote, 56, 3, OpFlags.NONE));
        assertThat(pair.peer().initiated()).isEqualTo(Outcome.success(FETCH_AND_ADD, 1));
        assertThat(aligned.getLong(56)).isEqualTo(3);

        assertPosted(pair.peer().endpoint().read(2, pair.peer().range(0, 8), remote, 0, OpFlags.NONE));
        assertThat(pair.peer().initiated()).isEqualTo(new Outcome(RequestType.READ, ACCESS_VIOLATION, 2));
    }

    private static RemoteWindow window(ConnectedPair pair, int flags) {
        return pair.grant(pair.owner().newWindow(), 0, LENGTH, flags);
    }
}
