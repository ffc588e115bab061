// SPDX-License-Identifier: Apache-2.0
// Copyright the Oriel authors.
package io.oriel.testing.conformance.message;

import static io.oriel.api.NdStatus.ACCESS_VIOLATION;
import static io.oriel.api.NdStatus.BUFFER_OVERFLOW;
import static io.oriel.api.NdStatus.CONNECTION_INVALID;
import static io.oriel.api.NdStatus.DATA_OVERRUN;
import static io.oriel.api.NdStatus.NO_MORE_ENTRIES;
import static io.oriel.api.NdStatus.REMOTE_ERROR;
import static org.assertj.core.api.Assertions.assertThat;

import io.oriel.api.AccessFlags;
import io.oriel.api.Completion;
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

/** INDEndpoint::Receive. */
public abstract class ReceiveConformanceTest extends ConformanceTest {
    private static final int LENGTH = SideConfig.defaults().regionLength();

    protected ReceiveConformanceTest(ConformanceMedium medium) {
        super(medium);
    }

    @Test
    @Proves({"receive.any-time", "receive.success"})
    void canBePostedBeforeTheConnectionIsMade() {
        ConnectedPair pair = ConnectedPair.open(fixture(), SideConfig.defaults(), SideConfig.defaults());
        pair.owner().receive(1, 0, 10);
        pair.peer().receive(2, 0, 10);

        pair.connect();
        pair.peer().send(3, 0, 10);
        pair.owner().send(4, 0, 10);

        assertThat(pair.owner().received()).isEqualTo(Outcome.success(RequestType.RECEIVE, 1));
        assertThat(pair.peer().received()).isEqualTo(Outcome.success(RequestType.RECEIVE, 2));
    }

    @Test
    @Proves({"get-results.receive-order", "get-results.length-receive", "receive.completes-success"})
    void completesInTheOrderOfPosting() {
        ConnectedPair pair = connected();
        for (int i = 0; i < 64; i++) {
            pair.owner().receive(i, 100L * i, 100);
        }

        for (int i = 0; i < 64; i++) {
            pair.peer().send(i, 0, i);
        }

        for (int i = 0; i < 64; i++) {
            Completion completion = pair.owner().next(pair.owner().receiveQueue());
            assertThat(Outcome.of(completion)).isEqualTo(Outcome.success(RequestType.RECEIVE, i));
            assertThat(completion.bytesTransferred()).isEqualTo(i);
        }
    }

    @Test
    @Proves({"receive.too-short", "send.remote-error", "receive.too-short-untouched"})
    void failsWithDataOverrunWhenTheMessageIsLonger() {
        ConnectedPair pair = connected();
        pair.owner().memory().setMemory(0, LENGTH, (byte) 3);
        pair.owner().receive(1, 100, 50);
        pair.owner().receive(2, 100, 50);

        pair.peer().send(3, 0, 51);

        Completion completion = pair.owner().next(pair.owner().receiveQueue());
        assertThat(Outcome.of(completion)).isEqualTo(new Outcome(RequestType.RECEIVE, DATA_OVERRUN, 1));
        assertThat(completion.bytesTransferred()).isZero();
        assertThat(pair.owner().received()).isEqualTo(Outcome.canceled(RequestType.RECEIVE, 2));
        assertThat(pair.peer().initiated()).isEqualTo(new Outcome(RequestType.SEND, REMOTE_ERROR, 3));
        pair.assertDisconnected();
        pair.owner().assertEveryByte(0, 100, (byte) 3);
        pair.owner().assertEveryByte(150, LENGTH - 150, (byte) 3);
    }

    @Test
    @Proves({"receive.too-short-untouched", "receive.too-short"})
    void failsWithDataOverrunWhenALongMessageIsLonger() {
        ConnectedPair pair = connected();
        pair.owner().memory().setMemory(0, LENGTH, (byte) 3);
        pair.owner().receive(1, 0, LENGTH / 2);

        pair.peer().send(3, 0, LENGTH);

        assertThat(pair.owner().received()).isEqualTo(new Outcome(RequestType.RECEIVE, DATA_OVERRUN, 1));
        assertThat(pair.peer().initiated()).isEqualTo(new Outcome(RequestType.SEND, REMOTE_ERROR, 3));
        pair.assertDisconnected();
        pair.owner().assertEveryByte(LENGTH / 2, LENGTH / 2, (byte) 3);
    }

    @Test
    @Proves({"receive.access-violation", "send.remote-error", "local-token.range"})
    void failsWithAccessViolationWhenAnEntryIsOutsideItsRegion() {
        for (long[] range : new long[][] {{LENGTH - 1, 2}, {-1, 2}, {Long.MAX_VALUE, 2}}) {
            ConnectedPair pair = connected();
            assertPosted(pair.owner().endpoint().receive(1, pair.owner().range(range[0], range[1])));

            pair.peer().send(3, 0, 2);

            assertThat(pair.owner().received()).isEqualTo(new Outcome(RequestType.RECEIVE, ACCESS_VIOLATION, 1));
            assertThat(pair.peer().initiated()).isEqualTo(new Outcome(RequestType.SEND, REMOTE_ERROR, 3));
            pair.assertDisconnected();
        }
    }

    @Test
    @Proves({"receive.not-writable", "register.local-write", "send.remote-error"})
    void failsWithAccessViolationWhenTheRegionIsNotWritable() {
        ConnectedPair pair = ConnectedPair.open(
                        fixture(), SideConfig.defaults().withAccess(AccessFlags.NONE), SideConfig.defaults())
                .connect();
        assertPosted(pair.owner().endpoint().receive(1, pair.owner().range(0, 10)));

        pair.peer().send(3, 0, 2);

        assertThat(pair.owner().received()).isEqualTo(new Outcome(RequestType.RECEIVE, ACCESS_VIOLATION, 1));
        assertThat(pair.peer().initiated()).isEqualTo(new Outcome(RequestType.SEND, REMOTE_ERROR, 3));
        pair.owner().assertEveryByte(0, 10, (byte) 0);
    }

    @Test
    @Proves({"receive.buffer-overflow", "receive.data-overrun", "requests.not-registered", "requests.call-failure"})
    void refusesTooManyBytesOrEntries() {
        ConnectedPair pair = connected(EndpointConfig.defaults().withMaxSge(1));
        Side owner = pair.owner();
        long tooLong = owner.adapter().info().requests().maxTransferLength() + 1;
        ScatterGatherList two =
                new ScatterGatherList(2).add(owner.region(), 0, 1).add(owner.region(), 1, 1);
        ScatterGatherList unregistered = new ScatterGatherList(1).add(new UnsafeBuffer(new byte[8]), 0, 8);

        assertThat(owner.endpoint().receive(1, owner.range(0, tooLong))).isEqualTo(BUFFER_OVERFLOW);
        assertThat(owner.endpoint().receive(1, two)).isEqualTo(DATA_OVERRUN);
        assertThat(owner.endpoint().receive(1, unregistered)).isEqualTo(ACCESS_VIOLATION);

        owner.receive(2);
        pair.peer().send(3);
        assertThat(owner.received()).isEqualTo(Outcome.success(RequestType.RECEIVE, 2));
    }

    @Test
    @Proves({"receive.no-more-entries", "requests.slot-reuse"})
    void refusesMoreThanItsQueueHoldsUntilACompletionIsTaken() {
        ConnectedPair pair = connected(EndpointConfig.defaults().withReceiveQueueDepth(2));
        pair.owner().receive(1);
        pair.owner().receive(2);
        assertThat(pair.owner().endpoint().receive(3, ScatterGatherList.empty()))
                .isEqualTo(NO_MORE_ENTRIES);

        pair.peer().send(4);
        fixture().settle();
        assertThat(pair.owner().endpoint().receive(3, ScatterGatherList.empty()))
                .isEqualTo(NO_MORE_ENTRIES);

        assertThat(pair.owner().received()).isEqualTo(Outcome.success(RequestType.RECEIVE, 1));
        pair.owner().receive(3);
    }

    @Test
    @Proves("receive.connection-invalid")
    void refusesAnEndpointWhoseConnectionHasEnded() {
        ConnectedPair pair = connected();

        fixture().get(pair.peer().connector().disconnect());
        pair.assertDisconnected();

        assertThat(pair.owner().endpoint().receive(1, ScatterGatherList.empty()))
                .isEqualTo(CONNECTION_INVALID);
        assertThat(pair.peer().endpoint().receive(1, ScatterGatherList.empty())).isEqualTo(CONNECTION_INVALID);
    }

    @Test
    @Proves("requests.list-during-call")
    void readsTheListOnlyDuringTheCall() {
        ConnectedPair pair = connected();
        ScatterGatherList list = new ScatterGatherList(1).add(pair.owner().region(), 100, 5);
        assertPosted(pair.owner().endpoint().receive(1, list));
        list.clear();

        pair.peer().put(0, "right");
        pair.peer().send(2, 0, 5);

        assertThat(pair.owner().received()).isEqualTo(Outcome.success(RequestType.RECEIVE, 1));
        assertThat(pair.owner().text(100, 5)).isEqualTo("right");
    }
}
