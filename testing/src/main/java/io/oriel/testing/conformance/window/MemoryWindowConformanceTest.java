// SPDX-License-Identifier: Apache-2.0
// Copyright the Oriel authors.
package io.oriel.testing.conformance.window;

import static io.oriel.api.NdStatus.ACCESS_VIOLATION;
import static io.oriel.api.NdStatus.INVALID_DEVICE_REQUEST;
import static io.oriel.api.NdStatus.INVALID_HANDLE;
import static org.assertj.core.api.Assertions.assertThat;

import io.oriel.api.Adapter;
import io.oriel.api.MemoryWindow;
import io.oriel.api.NdException;
import io.oriel.api.NdStatus;
import io.oriel.api.OpFlags;
import io.oriel.api.RemoteWindow;
import io.oriel.api.RequestType;
import io.oriel.api.ScatterGatherList;
import io.oriel.api.WindowDescriptor;
import io.oriel.testing.conformance.fixture.ConformanceMedium;
import io.oriel.testing.conformance.fixture.ConformanceTest;
import io.oriel.testing.conformance.fixture.ConnectedPair;
import io.oriel.testing.conformance.fixture.Outcome;
import io.oriel.testing.conformance.fixture.Proves;
import io.oriel.testing.conformance.fixture.Side;
import org.agrona.concurrent.UnsafeBuffer;
import org.junit.jupiter.api.Test;

/** INDMemoryWindow. */
public abstract class MemoryWindowConformanceTest extends ConformanceTest {
    protected MemoryWindowConformanceTest(ConformanceMedium medium) {
        super(medium);
    }

    @Test
    @Proves({"create-window.success", "create-window.unbound"})
    void isNotBoundAtFirst() {
        MemoryWindow window = fixture().owner().createMemoryWindow(12);

        assertThat(window.isBound()).isFalse();
        assertThat(window.context()).isEqualTo(12);
    }

    @Test
    @Proves({"is-direct.success", "is-direct.stays"})
    void tellsThePeerWhetherItIsReachedDirectly() {
        ConnectedPair pair = connected();
        MemoryWindow window = pair.owner().newWindow();

        RemoteWindow remote = pair.grant(window, 0, 64, READ_WRITE);

        assertThat(remote.isDirect()).isEqualTo(fixture().reachesMemory());
        window.close();
        assertThat(remote.isDirect()).isEqualTo(fixture().reachesMemory());
    }

    @Test
    @Proves({"bind.one-endpoint", "bind.invalid-request"})
    void cannotBeBoundToASecondEndpoint() {
        ConnectedPair one = connected();
        ConnectedPair other = connected();
        MemoryWindow window = one.owner().newWindow();
        RemoteWindow remote = one.grant(window, 0, 64, READ_WRITE);

        Side second = other.owner();
        assertPosted(second.endpoint().bind(1, second.region(), window, 0, 8, READ_WRITE, newDescriptor(), 0));

        assertThat(second.initiated()).isEqualTo(new Outcome(RequestType.BIND, INVALID_DEVICE_REQUEST, 1));
        other.assertDisconnected();
        assertPosted(one.peer().endpoint().write(2, one.peer().range(0, 8), remote, 0, OpFlags.NONE));
        assertThat(one.peer().initiated()).isEqualTo(Outcome.success(RequestType.WRITE, 2));
    }

    @Test
    @Proves("bind.rebind")
    void canBeBoundToAnotherEndpointOnceItIsInvalidated() {
        ConnectedPair one = connected();
        ConnectedPair other = connected();
        MemoryWindow window = one.owner().newWindow();
        one.bind(window, 0, 64, READ_WRITE);
        invalidate(one.owner(), window);

        RemoteWindow remote = other.grant(window, 0, 64, READ_WRITE);
        assertPosted(other.peer().endpoint().write(1, other.peer().range(0, 8), remote, 0, OpFlags.NONE));

        assertThat(other.peer().initiated()).isEqualTo(Outcome.success(RequestType.WRITE, 1));
    }

    @Test
    @Proves({"bind.same-adapter", "bind.invalid-handle", "protection-domain.same-adapter"})
    void cannotBeUsedOnAnotherAdaptersEndpoint() {
        ConnectedPair pair = connected();
        Adapter another = fixture().openOwnerAdapter();
        MemoryWindow foreign = another.createMemoryWindow(0);
        Side owner = pair.owner();

        assertThat(owner.endpoint().bind(1, owner.region(), foreign, 0, 8, READ_WRITE, newDescriptor(), 0))
                .isEqualTo(INVALID_HANDLE);
        assertThat(owner.endpoint().invalidate(1, foreign, OpFlags.NONE)).isEqualTo(INVALID_HANDLE);
        assertThat(owner.endpoint().isConnected()).isTrue();
    }

    @Test
    @Proves({"bind.same-region", "bind.overlapping", "bind.many-windows", "bind.allow-read", "bind.allow-write"})
    void overlapsOthersWithRightsOfItsOwn() {
        ConnectedPair pair = connected();
        Side peer = pair.peer();
        MemoryWindow writable = pair.owner().newWindow();
        RemoteWindow reading = pair.grant(pair.owner().newWindow(), 0, 64, OpFlags.ALLOW_READ);
        RemoteWindow writing = pair.grant(writable, 32, 64, OpFlags.ALLOW_WRITE);
        peer.put(0, "overlap");

        assertPosted(peer.endpoint().write(1, peer.range(0, 7), writing, 0, OpFlags.NONE));
        assertPosted(peer.endpoint().read(2, peer.range(100, 7), reading, 32, OpFlags.NONE));
        assertThat(peer.initiated(2))
                .containsExactly(Outcome.success(RequestType.WRITE, 1), Outcome.success(RequestType.READ, 2));
        invalidate(pair.owner(), writable);
        assertPosted(peer.endpoint().read(3, peer.range(200, 7), reading, 32, OpFlags.NONE));
        assertPosted(peer.endpoint().write(4, peer.range(0, 7), reading, 0, OpFlags.NONE));

        assertThat(peer.initiated(2))
                .containsExactly(
                        Outcome.success(RequestType.READ, 3), new Outcome(RequestType.WRITE, ACCESS_VIOLATION, 4));
        assertThat(peer.text(100, 7)).isEqualTo("overlap");
        assertThat(peer.text(200, 7)).isEqualTo("overlap");
    }

    @Test
    @Proves("window-token.identifies")
    void isNamedByItsDescriptorWhereverTheBytesLie() {
        ConnectedPair pair = connected();
        UnsafeBuffer descriptor = pair.bind(pair.owner().newWindow(), 8, 4321, READ_WRITE);
        UnsafeBuffer elsewhere = new UnsafeBuffer(new byte[3 + WindowDescriptor.LENGTH]);
        elsewhere.putBytes(3, descriptor, 0, WindowDescriptor.LENGTH);

        RemoteWindow remote = pair.peer().endpoint().openWindow(elsewhere, 3);
        elsewhere.setMemory(0, elsewhere.capacity(), (byte) 0);

        assertThat(remote.length()).isEqualTo(4321);
        assertPosted(pair.peer().endpoint().write(1, pair.peer().range(0, 8), remote, 4313, OpFlags.NONE));
        assertThat(pair.peer().initiated()).isEqualTo(Outcome.success(RequestType.WRITE, 1));
    }

    @Test
    @Proves("window-token.network-order")
    void isDescribedInNetworkByteOrder() {
        ConnectedPair pair = connected();

        UnsafeBuffer descriptor = pair.bind(pair.owner().newWindow(), 0, 0x1234, READ_WRITE);

        byte[] lengthInNetworkOrder = {0, 0, 0, 0, 0, 0, 0x12, 0x34};
        assertThat(descriptor.byteArray()).containsSequence(lengthInNetworkOrder);
    }

    @Test
    @Proves("invalidate.unbinds")
    void becomesUnboundByItsOwner() {
        ConnectedPair pair = connected();
        MemoryWindow window = pair.owner().newWindow();
        pair.bind(window, 0, 64, READ_WRITE);

        invalidate(pair.owner(), window);

        assertThat(window.isBound()).isFalse();
        assertThat(pair.owner().outcomesNow()).isEmpty();
    }

    @Test
    @Proves({"send-and-invalidate.unbinds", "send-and-invalidate.own-context"})
    void becomesUnboundByThePeerAndReportsItInTheReceiveQueue() {
        ConnectedPair pair = connected();
        MemoryWindow window = pair.owner().adapter().createMemoryWindow(12);
        RemoteWindow remote = pair.grant(window, 0, 64, READ_WRITE);
        pair.owner().receive(1);

        assertPosted(pair.peer().endpoint().sendAndInvalidate(2, ScatterGatherList.empty(), remote, OpFlags.NONE));

        assertThat(pair.owner().received()).isEqualTo(Outcome.success(RequestType.INVALIDATE, 12));
        assertThat(window.isBound()).isFalse();
    }

    @Test
    @Proves("bind.again-and-again")
    void canBeBoundAndUnboundAgainAndAgain() {
        ConnectedPair pair = connected();
        Side peer = pair.peer();
        MemoryWindow window = pair.owner().adapter().createMemoryWindow(12);
        RemoteWindow remote = pair.grant(window, 0, 64, READ_WRITE);

        for (int i = 0; i < 300; i++) {
            peer.memory().putInt(0, i);
            assertPosted(peer.endpoint().write(i, peer.range(0, 4), remote, 0, OpFlags.NONE));
            assertThat(peer.initiated()).isEqualTo(Outcome.success(RequestType.WRITE, i));
            assertThat(pair.owner().memory().getInt(i)).isEqualTo(i);
            if (i % 2 == 0) {
                invalidate(pair.owner(), window);
            } else {
                pair.owner().receive(i);
                assertPosted(peer.endpoint().sendAndInvalidate(i, ScatterGatherList.empty(), remote, OpFlags.NONE));
                assertThat(pair.owner().received(2)).last().isEqualTo(Outcome.success(RequestType.RECEIVE, i));
                assertThat(peer.initiated()).isEqualTo(Outcome.success(RequestType.SEND, i));
            }
            UnsafeBuffer descriptor = pair.bind(window, i + 1, 64, READ_WRITE);
            remote = peer.endpoint().openWindow(descriptor, 0, remote);
        }
    }

    @Test
    @Proves({"window-token.new-token", "window-token.open"})
    void isNotOpenToADescriptorOfAnEarlierBinding() {
        ConnectedPair pair = connected();
        MemoryWindow window = pair.owner().newWindow();
        RemoteWindow stale = pair.grant(window, 0, 64, READ_WRITE);
        invalidate(pair.owner(), window);
        RemoteWindow current = pair.grant(window, 0, 64, READ_WRITE);

        assertPosted(pair.peer().endpoint().write(1, pair.peer().range(0, 8), current, 0, OpFlags.NONE));
        assertPosted(pair.peer().endpoint().write(2, pair.peer().range(0, 8), stale, 0, OpFlags.NONE));

        assertThat(pair.peer().initiated(2))
                .containsExactly(
                        Outcome.success(RequestType.WRITE, 1), new Outcome(RequestType.WRITE, ACCESS_VIOLATION, 2));
        pair.assertDisconnected();
    }

    @Test
    @Proves({"bind.one-endpoint", "create-window.type-2", "read.no-right", "write.no-right"})
    void isNotOpenToOtherEndpointsOfThePeer() {
        ConnectedPair one = connected();
        ConnectedPair other = connected();
        UnsafeBuffer descriptor = one.bind(one.owner().newWindow(), 0, 64, READ_WRITE);
        RemoteWindow remote = other.peer().endpoint().openWindow(descriptor, 0);

        assertPosted(other.peer().endpoint().write(1, other.peer().range(0, 8), remote, 0, OpFlags.NONE));

        assertThat(other.peer().initiated()).isEqualTo(new Outcome(RequestType.WRITE, ACCESS_VIOLATION, 1));
        other.assertDisconnected();
        assertThat(one.owner().endpoint().isConnected()).isTrue();
    }

    @Test
    @Proves("window-token.forged")
    void isNotWidenedByAChangedDescriptor() {
        for (int position = 0; position < WindowDescriptor.LENGTH; position++) {
            ConnectedPair pair = connected();
            UnsafeBuffer descriptor = pair.bind(pair.owner().newWindow(), 4096, 64, READ_WRITE);
            descriptor.putByte(position, (byte) (descriptor.getByte(position) ^ 0x41));
            pair.owner().memory().setMemory(0, 4096, (byte) 7);
            pair.owner().memory().setMemory(4096 + 64, 4096, (byte) 7);

            writeEverywhere(pair, descriptor);

            pair.owner().assertEveryByte(0, 4096, (byte) 7);
            pair.owner().assertEveryByte(4096 + 64, 4096, (byte) 7);
        }
    }

    @Test
    @Proves("disconnect.unbinds")
    void becomesUnboundWhenTheConnectionEnds() {
        ConnectedPair pair = connected();
        MemoryWindow window = pair.owner().newWindow();
        pair.bind(window, 0, 64, READ_WRITE);

        fixture().get(pair.peer().connector().disconnect());
        pair.assertDisconnected();

        fixture().await("the end of the binding", () -> !window.isBound());
        pair.owner().region().deregister();
    }

    @Test
    @Proves({"create-window.close", "close.window"})
    void takesTheGrantBackWhenItIsClosed() {
        ConnectedPair pair = connected();
        MemoryWindow window = pair.owner().newWindow();
        RemoteWindow remote = pair.grant(window, 0, 64, READ_WRITE);

        window.close();
        window.close();

        assertThat(window.isBound()).isFalse();
        pair.owner().region().deregister();
        assertPosted(pair.peer().endpoint().write(1, pair.peer().range(0, 8), remote, 0, OpFlags.NONE));
        assertThat(pair.peer().initiated()).isEqualTo(new Outcome(RequestType.WRITE, ACCESS_VIOLATION, 1));
    }

    private static void writeEverywhere(ConnectedPair pair, UnsafeBuffer descriptor) {
        RemoteWindow remote;
        try {
            remote = pair.peer().endpoint().openWindow(descriptor, 0);
        } catch (NdException e) {
            return; // these bytes are no descriptor
        }
        for (long offset : new long[] {0, 60, 64, -4096, 4096}) {
            if (pair.peer().endpoint().write(offset, pair.peer().range(0, 8), remote, offset, OpFlags.NONE)
                    != NdStatus.SUCCESS) {
                return; // the connection has ended
            }
            pair.peer().initiated();
        }
    }

    private static void invalidate(Side side, MemoryWindow window) {
        assertPosted(side.endpoint().invalidate(8, window, OpFlags.NONE));
        assertThat(side.initiated()).isEqualTo(Outcome.success(RequestType.INVALIDATE, 8));
    }
}
