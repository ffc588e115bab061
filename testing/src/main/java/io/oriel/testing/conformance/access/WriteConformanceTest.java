// SPDX-License-Identifier: Apache-2.0
// Copyright the Oriel authors.
package io.oriel.testing.conformance.access;

import static io.oriel.api.NdStatus.ACCESS_VIOLATION;
import static io.oriel.api.NdStatus.BUFFER_OVERFLOW;
import static io.oriel.api.NdStatus.DATA_OVERRUN;
import static io.oriel.api.NdStatus.INVALID_HANDLE;
import static io.oriel.api.NdStatus.INVALID_PARAMETER_6;
import static io.oriel.api.NdStatus.NO_MORE_ENTRIES;
import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import io.oriel.api.AccessFlags;
import io.oriel.api.Completion;
import io.oriel.api.MemoryRegion;
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
import java.nio.charset.StandardCharsets;
import org.agrona.concurrent.UnsafeBuffer;
import org.junit.jupiter.api.Test;

/** INDEndpoint::Write. */
public abstract class WriteConformanceTest extends ConformanceTest {
    private static final int LONG = 8 * 1024 * 1024;
    private static final int LENGTH = SideConfig.defaults().regionLength();

    protected WriteConformanceTest(ConformanceMedium medium) {
        super(medium);
    }

    @Test
    @Proves("requests.direct-at-post")
    void isCarriedOutWholeByItsPostWhereMemoryIsReached() {
        assumeTrue(fixture().writesMemory(), "requests go by the peer's responder on this medium");
        SideConfig side = SideConfig.defaults().withRegionLength(LONG);
        ConnectedPair pair = ConnectedPair.open(fixture(), side, side).connect();
        RemoteWindow remote = pair.grant(pair.owner().newWindow(), 0, LONG, READ_WRITE);
        pair.peer().fill(0, LONG, 3);

        assertPosted(pair.peer().endpoint().write(1, pair.peer().range(0, LONG), remote, 0, OpFlags.NONE));

        pair.owner().assertFilled(0, LONG, 3); // before anybody polls
        assertThat(pair.peer().initiated()).isEqualTo(Outcome.success(RequestType.WRITE, 1));
    }

    @Test
    @Proves({"write.success", "write.completes-success", "write.offset", "write.gather", "write.not-notified"})
    void writesTheEntriesInOrderWithoutTellingTheOwner() {
        ConnectedPair pair = connected();
        Side peer = pair.peer();
        RemoteWindow remote = pair.grant(pair.owner().newWindow(), 1000, 100, OpFlags.ALLOW_WRITE);
        peer.put(50, "abc");
        peer.put(10, "defgh");
        ScatterGatherList list = new ScatterGatherList(3)
                .add(peer.region(), 50, 3)
                .add(peer.region(), 9, 0)
                .add(peer.region(), 10, 5);

        assertPosted(peer.endpoint().write(1, list, remote, 20, OpFlags.NONE));

        Completion completion = peer.next(peer.initiatorQueue());
        assertThat(Outcome.of(completion)).isEqualTo(Outcome.success(RequestType.WRITE, 1));
        assertThat(completion.bytesTransferred()).isEqualTo(8);
        assertThat(pair.owner().text(1020, 8)).isEqualTo("abcdefgh");
        pair.owner().assertEveryByte(0, 1020, (byte) 0);
        pair.owner().assertEveryByte(1028, LENGTH - 1028, (byte) 0);
        pair.owner().assertNothingMore();
    }

    @Test
    @Proves("write.then-send")
    void isVisibleWhenALaterSendArrives() {
        ConnectedPair pair = connected();
        Side peer = pair.peer();
        RemoteWindow remote = window(pair, OpFlags.ALLOW_WRITE);

        for (int i = 0; i < 100; i++) {
            pair.owner().receive(i);
            peer.fill(0, 8192, i);
            assertPosted(peer.endpoint().write(2L * i, peer.range(0, 8192), remote, 0, OpFlags.NONE));
            peer.send(2L * i + 1);

            assertThat(pair.owner().received()).isEqualTo(Outcome.success(RequestType.RECEIVE, i));
            pair.owner().assertFilled(0, 8192, i);
            assertThat(peer.initiated(2))
                    .containsExactly(
                            Outcome.success(RequestType.WRITE, 2L * i), Outcome.success(RequestType.SEND, 2L * i + 1));
        }
    }

    @Test
    @Proves({"write.overwrites", "requests.starts-in-order"})
    void overwritesEarlierWrites() {
        ConnectedPair pair = connected();
        RemoteWindow remote = window(pair, OpFlags.ALLOW_WRITE);
        for (int i = 0; i < 64; i++) {
            pair.peer().memory().putInt(4 * i, i);
            assertPosted(pair.peer().endpoint().write(i, pair.peer().range(4L * i, 4), remote, 0, OpFlags.NONE));
        }

        assertThat(pair.peer().initiated(64)).last().isEqualTo(Outcome.success(RequestType.WRITE, 63));
        assertThat(pair.owner().memory().getInt(0)).isEqualTo(63);
    }

    @Test
    @Proves("write.long")
    void writesALongRange() {
        ConnectedPair pair = connectedForBulk();
        int length = fixture().bulkLength();
        RemoteWindow remote = pair.grant(pair.owner().newWindow(), 0, length, OpFlags.ALLOW_WRITE);
        pair.peer().fill(0, length, 17);

        assertPosted(pair.peer().endpoint().write(1, pair.peer().range(0, length), remote, 0, OpFlags.NONE));

        assertThat(pair.peer().initiated()).isEqualTo(Outcome.success(RequestType.WRITE, 1));
        pair.owner().assertFilled(0, length, 17);
    }

    @Test
    @Proves({"write.zero-bytes", "requests.zero-entries"})
    void writesNothingWithAnEmptyList() {
        ConnectedPair pair = connected();
        RemoteWindow remote = window(pair, OpFlags.ALLOW_WRITE);

        assertPosted(pair.peer().endpoint().write(1, ScatterGatherList.empty(), remote, 64, OpFlags.NONE));

        assertThat(pair.peer().initiated()).isEqualTo(Outcome.success(RequestType.WRITE, 1));
    }

    @Test
    @Proves("write.inline")
    void copiesInlineDataDuringTheCall() {
        ConnectedPair pair = connected();
        RemoteWindow remote = window(pair, OpFlags.ALLOW_WRITE);
        UnsafeBuffer text = new UnsafeBuffer("inline".getBytes(StandardCharsets.US_ASCII));

        assertPosted(
                pair.peer().endpoint().write(1, new ScatterGatherList(1).add(text, 0, 6), remote, 9, OpFlags.INLINE));
        text.setMemory(0, 6, (byte) 'x');

        assertThat(pair.peer().initiated()).isEqualTo(Outcome.success(RequestType.WRITE, 1));
        assertThat(pair.owner().text(9, 6)).isEqualTo("inline");
    }

    @Test
    @Proves({"write.source", "register.caller-memory", "requests.other-memory", "register.local-read"})
    void writesFromAndIntoMemoryOfTheCaller() {
        ConnectedPair pair = connected();
        UnsafeBuffer source = new UnsafeBuffer(new byte[LENGTH]);
        source.setMemory(0, LENGTH, (byte) 6);
        UnsafeBuffer target = new UnsafeBuffer(new byte[LENGTH]);
        MemoryRegion from = pair.peer().adapter().registerMemory(source, AccessFlags.NONE);
        MemoryRegion to = pair.owner().adapter().registerMemory(target, AccessFlags.ALLOW_LOCAL_WRITE);
        UnsafeBuffer descriptor = newDescriptor();
        assertPosted(pair.owner()
                .endpoint()
                .bind(1, to, pair.owner().newWindow(), 0, LENGTH, OpFlags.ALLOW_WRITE, descriptor, 0));

        RemoteWindow remote = pair.peer().endpoint().openWindow(descriptor, 0);
        assertPosted(pair.peer().endpoint().write(2, ScatterGatherList.of(from), remote, 0, OpFlags.NONE));

        assertThat(pair.peer().initiated()).isEqualTo(Outcome.success(RequestType.WRITE, 2));
        assertThat(target.compareTo(source)).isZero();
    }

    @Test
    @Proves({"write.outside-window", "write.owner-receives"})
    void failsOutsideTheWindow() {
        for (long[] range : new long[][] {{0, 65}, {64, 1}, {1, 64}, {-1, 1}, {Long.MAX_VALUE, 8}}) {
            ConnectedPair pair = connected();
            RemoteWindow remote = pair.grant(pair.owner().newWindow(), 1000, 64, READ_WRITE);
            pair.peer().memory().setMemory(0, LENGTH, (byte) 9);
            pair.owner().receive(5);

            assertPosted(
                    pair.peer().endpoint().write(1, pair.peer().range(0, range[1]), remote, range[0], OpFlags.NONE));

            assertThat(pair.peer().initiated()).isEqualTo(new Outcome(RequestType.WRITE, ACCESS_VIOLATION, 1));
            assertThat(pair.owner().received()).isEqualTo(Outcome.canceled(RequestType.RECEIVE, 5));
            pair.owner().assertEveryByte(0, 1000, (byte) 0);
            pair.owner().assertEveryByte(1064, LENGTH - 1064, (byte) 0);
            pair.assertDisconnected();
        }
    }

    @Test
    @Proves("write.nothing-outside")
    void failsAsAWholeWhenItsEndIsOutsideTheWindow() {
        ConnectedPair pair = connected();
        RemoteWindow remote = pair.grant(pair.owner().newWindow(), 0, LENGTH - 1, READ_WRITE);
        pair.peer().memory().setMemory(0, LENGTH, (byte) 9);

        assertPosted(pair.peer().endpoint().write(1, pair.peer().range(0, LENGTH), remote, 0, OpFlags.NONE));

        assertThat(pair.peer().initiated()).isEqualTo(new Outcome(RequestType.WRITE, ACCESS_VIOLATION, 1));
        pair.owner().assertEveryByte(0, LENGTH, (byte) 0);
    }

    @Test
    @Proves({"write.access-violation", "write.silent-failure", "local-token.range"})
    void failsWhenAnEntryIsOutsideItsRegion() {
        for (long[] range : new long[][] {{LENGTH - 1, 2}, {-1, 2}}) {
            ConnectedPair pair = connected();
            RemoteWindow remote = window(pair, OpFlags.ALLOW_WRITE);

            assertPosted(pair.peer()
                    .endpoint()
                    .write(1, pair.peer().range(range[0], range[1]), remote, 0, OpFlags.SILENT_SUCCESS));

            assertThat(pair.peer().initiated()).isEqualTo(new Outcome(RequestType.WRITE, ACCESS_VIOLATION, 1));
            pair.assertDisconnected();
        }
    }

    @Test
    @Proves({
        "write.buffer-overflow",
        "write.data-overrun",
        "write.flags",
        "write.no-more-entries",
        "requests.not-registered",
        "requests.remote-window",
        "requests.call-failure"
    })
    void refusesWhatIsAboveItsLimitsAndStaysUsable() {
        ConnectedPair pair = connected(EndpointConfig.defaults()
                .withMaxSge(1)
                .withInitiatorQueueDepth(1)
                .withInlineDataSize(8));
        Side peer = pair.peer();
        RemoteWindow remote = window(pair, OpFlags.ALLOW_WRITE);
        RemoteWindow foreign = window(connected(), OpFlags.ALLOW_WRITE);
        long tooLong = peer.adapter().info().requests().maxTransferLength() + 1;
        ScatterGatherList two =
                new ScatterGatherList(2).add(peer.region(), 0, 1).add(peer.region(), 1, 1);
        ScatterGatherList unregistered = new ScatterGatherList(1).add(new UnsafeBuffer(new byte[8]), 0, 8);

        assertThat(peer.endpoint().write(1, peer.range(0, tooLong), remote, 0, OpFlags.NONE))
                .isEqualTo(BUFFER_OVERFLOW);
        assertThat(peer.endpoint().write(1, peer.range(0, 9), remote, 0, OpFlags.INLINE))
                .isEqualTo(BUFFER_OVERFLOW);
        assertThat(peer.endpoint().write(1, two, remote, 0, OpFlags.NONE)).isEqualTo(DATA_OVERRUN);
        assertThat(peer.endpoint().write(1, unregistered, remote, 0, OpFlags.NONE))
                .isEqualTo(ACCESS_VIOLATION);
        for (int flag : new int[] {OpFlags.SEND_AND_SOLICIT_EVENT, READ_WRITE, 0x40}) {
            assertThat(peer.endpoint().write(1, peer.range(0, 1), remote, 0, flag))
                    .isEqualTo(INVALID_PARAMETER_6);
        }
        assertThat(peer.endpoint().write(1, peer.range(0, 1), foreign, 0, OpFlags.NONE))
                .isEqualTo(INVALID_HANDLE);

        assertPosted(peer.endpoint().write(2, peer.range(0, 1), remote, 0, OpFlags.NONE));
        assertThat(peer.endpoint().write(3, peer.range(0, 1), remote, 0, OpFlags.NONE))
                .isEqualTo(NO_MORE_ENTRIES);
        assertThat(peer.initiated()).isEqualTo(Outcome.success(RequestType.WRITE, 2));
    }

    private static RemoteWindow window(ConnectedPair pair, int flags) {
        return pair.grant(pair.owner().newWindow(), 0, LENGTH, flags);
    }
}
