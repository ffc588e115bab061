// SPDX-License-Identifier: Apache-2.0
// Copyright the Oriel authors.
package io.oriel.testing.conformance.access;

import static io.oriel.api.NdStatus.ACCESS_VIOLATION;
import static io.oriel.api.NdStatus.BUFFER_OVERFLOW;
import static io.oriel.api.NdStatus.CONNECTION_INVALID;
import static io.oriel.api.NdStatus.DATA_OVERRUN;
import static io.oriel.api.NdStatus.INVALID_DEVICE_REQUEST;
import static io.oriel.api.NdStatus.INVALID_HANDLE;
import static io.oriel.api.NdStatus.INVALID_PARAMETER_6;
import static io.oriel.api.NdStatus.NO_MORE_ENTRIES;
import static org.assertj.core.api.Assertions.assertThat;

import io.oriel.api.AccessFlags;
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
import org.agrona.concurrent.UnsafeBuffer;
import org.junit.jupiter.api.Test;

/** INDEndpoint::Read: what fails, and what is refused. */
public abstract class ReadFailureConformanceTest extends ConformanceTest {
    private static final int LENGTH = SideConfig.defaults().regionLength();

    protected ReadFailureConformanceTest(ConformanceMedium medium) {
        super(medium);
    }

    @Test
    @Proves({"read.outside-window", "read.owner-receives"})
    void failsOutsideTheWindow() {
        for (long[] range : new long[][] {{0, 65}, {64, 1}, {1, 64}, {-1, 1}, {Long.MAX_VALUE, 8}}) {
            ConnectedPair pair = connected();
            RemoteWindow remote = pair.grant(pair.owner().newWindow(), 1000, 64, OpFlags.ALLOW_READ);
            pair.owner().memory().setMemory(0, LENGTH, (byte) 9);
            pair.owner().receive(5);

            assertPosted(
                    pair.peer().endpoint().read(1, pair.peer().range(0, range[1]), remote, range[0], OpFlags.NONE));

            assertThat(pair.peer().initiated()).isEqualTo(new Outcome(RequestType.READ, ACCESS_VIOLATION, 1));
            assertThat(pair.owner().received()).isEqualTo(Outcome.canceled(RequestType.RECEIVE, 5));
            pair.peer().assertEveryByte(0, 128, (byte) 0);
            pair.assertDisconnected();
        }
    }

    @Test
    @Proves({"read.access-violation", "read.sink-not-writable", "register.local-write", "local-token.range"})
    void failsWhenItsOwnMemoryCannotTakeTheBytes() {
        for (long[] range : new long[][] {{LENGTH - 1, 2}, {-1, 2}}) {
            ConnectedPair pair = connected();
            RemoteWindow remote = window(pair, OpFlags.ALLOW_READ);

            assertPosted(
                    pair.peer().endpoint().read(1, pair.peer().range(range[0], range[1]), remote, 0, OpFlags.NONE));

            assertThat(pair.peer().initiated()).isEqualTo(new Outcome(RequestType.READ, ACCESS_VIOLATION, 1));
            pair.assertDisconnected();
        }
        ConnectedPair pair = connected();
        RemoteWindow remote = window(pair, OpFlags.ALLOW_READ);
        UnsafeBuffer memory = new UnsafeBuffer(new byte[64]);
        MemoryRegion readOnly = pair.peer().adapter().registerMemory(memory, AccessFlags.NONE);
        pair.owner().put(0, "secret");

        assertPosted(pair.peer().endpoint().read(1, ScatterGatherList.of(readOnly), remote, 0, OpFlags.NONE));

        assertThat(pair.peer().initiated()).isEqualTo(new Outcome(RequestType.READ, ACCESS_VIOLATION, 1));
        assertThat(memory.getByte(0)).isZero();
    }

    @Test
    @Proves({"read.sink-not-writable", "read.sink-flag"})
    void failsIntoARegionThatIsOnlyMarkedAsASink() {
        ConnectedPair pair = connected();
        RemoteWindow remote = window(pair, OpFlags.ALLOW_READ);
        UnsafeBuffer memory = new UnsafeBuffer(new byte[64]);
        MemoryRegion sink = pair.peer().adapter().registerMemory(memory, AccessFlags.RDMA_READ_SINK);
        pair.owner().put(0, "secret");

        assertPosted(pair.peer().endpoint().read(1, ScatterGatherList.of(sink), remote, 0, OpFlags.NONE));

        assertThat(pair.peer().initiated()).isEqualTo(new Outcome(RequestType.READ, ACCESS_VIOLATION, 1));
        assertThat(memory.getByte(0)).isZero();
    }

    @Test
    @Proves("read.no-reads")
    void failsWhenTheConnectionAllowsNoReads() {
        ConnectedPair pair = ConnectedPair.open(fixture(), SideConfig.defaults(), SideConfig.defaults())
                .connect(0, 0);
        RemoteWindow remote = window(pair, READ_WRITE);

        assertPosted(pair.peer().endpoint().write(1, pair.peer().range(0, 8), remote, 0, OpFlags.NONE));
        assertPosted(pair.peer().endpoint().read(2, pair.peer().range(0, 8), remote, 0, OpFlags.NONE));

        assertThat(pair.peer().initiated(2))
                .containsExactly(
                        Outcome.success(RequestType.WRITE, 1),
                        new Outcome(RequestType.READ, INVALID_DEVICE_REQUEST, 2));
        pair.assertDisconnected();
    }

    @Test
    @Proves({
        "read.buffer-overflow",
        "read.data-overrun",
        "read.no-more-entries",
        "read.flags",
        "requests.remote-window",
        "requests.call-failure"
    })
    void refusesWhatIsAboveItsLimitsAndStaysUsable() {
        ConnectedPair pair = connected(EndpointConfig.defaults().withMaxSge(1).withInitiatorQueueDepth(1));
        Side peer = pair.peer();
        RemoteWindow remote = window(pair, OpFlags.ALLOW_READ);
        RemoteWindow foreign = window(connected(), OpFlags.ALLOW_READ);
        long tooLong = peer.adapter().info().requests().maxTransferLength() + 1;
        ScatterGatherList two =
                new ScatterGatherList(2).add(peer.region(), 0, 1).add(peer.region(), 1, 1);

        assertThat(peer.endpoint().read(1, peer.range(0, tooLong), remote, 0, OpFlags.NONE))
                .isEqualTo(BUFFER_OVERFLOW);
        assertThat(peer.endpoint().read(1, two, remote, 0, OpFlags.NONE)).isEqualTo(DATA_OVERRUN);
        for (int flag : new int[] {OpFlags.SEND_AND_SOLICIT_EVENT, OpFlags.INLINE, READ_WRITE, 0x40}) {
            assertThat(peer.endpoint().read(1, peer.range(0, 1), remote, 0, flag))
                    .isEqualTo(INVALID_PARAMETER_6);
        }
        assertThat(peer.endpoint().read(1, peer.range(0, 1), foreign, 0, OpFlags.NONE))
                .isEqualTo(INVALID_HANDLE);

        assertPosted(peer.endpoint().read(2, peer.range(0, 1), remote, 0, OpFlags.NONE));
        assertThat(peer.endpoint().read(3, peer.range(0, 1), remote, 0, OpFlags.NONE))
                .isEqualTo(NO_MORE_ENTRIES);
        assertThat(peer.initiated()).isEqualTo(Outcome.success(RequestType.READ, 2));
    }

    @Test
    @Proves({"read.connection-invalid", "write.connection-invalid"})
    void refusesAnEndpointWhoseConnectionHasEnded() {
        ConnectedPair pair = connected();
        RemoteWindow remote = window(pair, OpFlags.ALLOW_READ);
        fixture().get(pair.owner().connector().disconnect());
        pair.assertDisconnected();

        assertThat(pair.peer().endpoint().read(1, pair.peer().range(0, 1), remote, 0, OpFlags.NONE))
                .isEqualTo(CONNECTION_INVALID);
        assertThat(pair.peer().endpoint().write(1, pair.peer().range(0, 1), remote, 0, OpFlags.NONE))
                .isEqualTo(CONNECTION_INVALID);
    }

    private static RemoteWindow window(ConnectedPair pair, int flags) {
        return pair.grant(pair.owner().newWindow(), 0, LENGTH, flags);
    }
}
