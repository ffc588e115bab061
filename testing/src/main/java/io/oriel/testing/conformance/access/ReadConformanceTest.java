// SPDX-License-Identifier: Apache-2.0
// Copyright the Oriel authors.
package io.oriel.testing.conformance.access;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import io.oriel.api.Completion;
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
import org.agrona.concurrent.UnsafeBuffer;
import org.junit.jupiter.api.Test;

/** INDEndpoint::Read. */
public abstract class ReadConformanceTest extends ConformanceTest {
    private static final int LONG = 8 * 1024 * 1024;
    private static final int LENGTH = SideConfig.defaults().regionLength();

    protected ReadConformanceTest(ConformanceMedium medium) {
        super(medium);
    }

    @Test
    @Proves("requests.direct-at-post")
    void isCarriedOutWholeByItsPostWhereMemoryIsReached() {
        assumeTrue(fixture().reachesMemory(), "requests go by the peer's responder on this medium");
        SideConfig side = SideConfig.defaults().withRegionLength(LONG);
        ConnectedPair pair = ConnectedPair.open(fixture(), side, side).connect();
        RemoteWindow remote = pair.grant(pair.owner().newWindow(), 0, LONG, READ_WRITE);
        pair.owner().fill(0, LONG, 3);

        assertPosted(pair.peer().endpoint().read(1, pair.peer().range(0, LONG), remote, 0, OpFlags.NONE));

        pair.peer().assertFilled(0, LONG, 3); // before anybody polls
        assertThat(pair.peer().initiated()).isEqualTo(Outcome.success(RequestType.READ, 1));
    }

    @Test
    @Proves({
        "read.success",
        "read.completes-success",
        "read.offset",
        "read.scatter",
        "read.not-notified",
        "get-results.length-initiator",
        "query.read-sink-not-required"
    })
    void readsARangeOfTheWindowIntoTheEntriesInOrder() {
        ConnectedPair pair = connected();
        Side peer = pair.peer();
        RemoteWindow remote = pair.grant(pair.owner().newWindow(), 1000, 100, OpFlags.ALLOW_READ);
        pair.owner().put(1020, "abcdefgh");
        ScatterGatherList list = new ScatterGatherList(3)
                .add(peer.region(), 50, 3)
                .add(peer.region(), 9, 0)
                .add(peer.region(), 10, 5);

        assertPosted(peer.endpoint().read(1, list, remote, 20, OpFlags.NONE));

        Completion completion = peer.next(peer.initiatorQueue());
        assertThat(Outcome.of(completion)).isEqualTo(Outcome.success(RequestType.READ, 1));
        assertThat(completion.bytesTransferred()).isEqualTo(8);
        assertThat(peer.text(50, 3) + peer.text(10, 5)).isEqualTo("abcdefgh");
        pair.owner().assertNothingMore();
    }

    @Test
    @Proves({"read.zero-bytes", "requests.zero-entries"})
    void readsNothingWithAnEmptyList() {
        ConnectedPair pair = connected();
        RemoteWindow remote = window(pair, OpFlags.ALLOW_READ);

        assertPosted(pair.peer().endpoint().read(1, ScatterGatherList.empty(), remote, 0, OpFlags.NONE));

        Completion completion = pair.peer().next(pair.peer().initiatorQueue());
        assertThat(Outcome.of(completion)).isEqualTo(Outcome.success(RequestType.READ, 1));
        assertThat(completion.bytesTransferred()).isZero();
    }

    @Test
    @Proves("read.long")
    void readsALongRange() {
        ConnectedPair pair = connectedForBulk();
        int length = fixture().bulkLength();
        RemoteWindow remote = pair.grant(pair.owner().newWindow(), 0, length, OpFlags.ALLOW_READ);
        pair.owner().fill(0, length, 17);

        assertPosted(pair.peer().endpoint().read(1, pair.peer().range(0, length), remote, 0, OpFlags.NONE));

        assertThat(pair.peer().initiated()).isEqualTo(Outcome.success(RequestType.READ, 1));
        pair.peer().assertFilled(0, length, 17);
    }

    @Test
    @Proves({"requests.starts-in-order", "get-results.initiator-order"})
    void seesTheWritesBeforeIt() {
        ConnectedPair pair = connected();
        Side peer = pair.peer();
        RemoteWindow remote = window(pair, READ_WRITE);

        for (int i = 0; i < 20; i++) {
            peer.memory().putInt(4 * i, 1000 + i);
            assertPosted(peer.endpoint().write(2L * i, peer.range(4L * i, 4), remote, 4L * i, OpFlags.NONE));
            assertPosted(peer.endpoint().read(2L * i + 1, peer.range(4000 + 4L * i, 4), remote, 4L * i, OpFlags.NONE));
        }

        for (int i = 0; i < 20; i++) {
            assertThat(peer.initiated(2))
                    .containsExactly(
                            Outcome.success(RequestType.WRITE, 2L * i), Outcome.success(RequestType.READ, 2L * i + 1));
            assertThat(peer.memory().getInt(4000 + 4 * i)).isEqualTo(1000 + i);
        }
    }

    @Test
    @Proves({"read.fenced-before", "write.read-fence"})
    void isCompleteBeforeAFencedRequestBegins() {
        ConnectedPair pair = connected();
        Side peer = pair.peer();
        RemoteWindow remote = window(pair, READ_WRITE);
        pair.owner().memory().setMemory(0, LENGTH / 2, (byte) 1);
        peer.memory().setMemory(0, LENGTH, (byte) 2);

        // The fenced Write sends what the Read has brought.
        assertPosted(peer.endpoint().read(1, peer.range(0, LENGTH / 2), remote, 0, OpFlags.NONE));
        assertPosted(peer.endpoint().write(2, peer.range(0, LENGTH / 2), remote, LENGTH / 2, OpFlags.READ_FENCE));
        assertThat(peer.initiated(2))
                .containsExactly(Outcome.success(RequestType.READ, 1), Outcome.success(RequestType.WRITE, 2));

        pair.owner().assertEveryByte(0, LENGTH, (byte) 1);
    }

    @Test
    @Proves("read.read-fence")
    void isFencedBehindOtherReads() {
        ConnectedPair pair = connected();
        RemoteWindow remote = window(pair, READ_WRITE);
        pair.owner().fill(0, LENGTH, 3);

        for (int i = 0; i < 8; i++) {
            assertPosted(pair.peer()
                    .endpoint()
                    .read(i, pair.peer().range(i * 8192L, 8192), remote, i * 8192L, OpFlags.READ_FENCE));
        }

        assertThat(pair.peer().initiated(8)).last().isEqualTo(Outcome.success(RequestType.READ, 7));
        pair.peer().assertFilled(0, LENGTH, 3);
    }

    @Test
    @Proves("read.throttled")
    void waitsWhenTheConnectionsReadLimitIsReached() {
        ConnectedPair pair = ConnectedPair.open(fixture(), SideConfig.defaults(), SideConfig.defaults())
                .connect(1, 1);
        RemoteWindow remote = window(pair, OpFlags.ALLOW_READ);
        pair.owner().fill(0, LENGTH, 3);

        for (int i = 0; i < 64; i++) {
            assertPosted(pair.peer()
                    .endpoint()
                    .read(i, pair.peer().range(i * 1024L, 1024), remote, i * 1024L, OpFlags.NONE));
        }

        for (int i = 0; i < 64; i++) {
            assertThat(pair.peer().initiated()).isEqualTo(Outcome.success(RequestType.READ, i));
        }
        pair.peer().assertFilled(0, LENGTH, 3);
    }

    @Test
    @Proves("read.both-ways")
    void readsBothWaysAtOnce() {
        ConnectedPair pair = connected();
        RemoteWindow ofOwner = window(pair, OpFlags.ALLOW_READ);
        UnsafeBuffer descriptor = newDescriptor();
        assertPosted(pair.peer()
                .endpoint()
                .bind(
                        1,
                        pair.peer().region(),
                        pair.peer().newWindow(),
                        0,
                        LENGTH,
                        OpFlags.ALLOW_READ | OpFlags.SILENT_SUCCESS,
                        descriptor,
                        0));
        RemoteWindow ofPeer = pair.owner().endpoint().openWindow(descriptor, 0);
        pair.owner().fill(0, LENGTH / 2, 3);
        pair.peer().fill(0, LENGTH / 2, 4);

        assertPosted(
                pair.peer().endpoint().read(2, pair.peer().range(LENGTH / 2, LENGTH / 2), ofOwner, 0, OpFlags.NONE));
        assertPosted(
                pair.owner().endpoint().read(3, pair.owner().range(LENGTH / 2, LENGTH / 2), ofPeer, 0, OpFlags.NONE));

        assertThat(pair.peer().initiated()).isEqualTo(Outcome.success(RequestType.READ, 2));
        assertThat(pair.owner().initiated()).isEqualTo(Outcome.success(RequestType.READ, 3));
        pair.peer().assertFilled(LENGTH / 2, LENGTH / 2, 3);
        pair.owner().assertFilled(LENGTH / 2, LENGTH / 2, 4);
    }

    private static RemoteWindow window(ConnectedPair pair, int flags) {
        return pair.grant(pair.owner().newWindow(), 0, LENGTH, flags);
    }
}
