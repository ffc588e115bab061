// SPDX-License-Identifier: Apache-2.0
// Copyright the Oriel authors.
package io.oriel.testing.conformance.message;

import static io.oriel.api.NdStatus.ACCESS_VIOLATION;
import static io.oriel.api.NdStatus.DATA_OVERRUN;
import static io.oriel.api.NdStatus.REMOTE_ERROR;
import static org.assertj.core.api.Assertions.assertThat;

import io.oriel.api.AccessFlags;
import io.oriel.api.Completion;
import io.oriel.api.MemoryRegion;
import io.oriel.api.OpFlags;
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
import org.agrona.concurrent.UnsafeBuffer;
import org.junit.jupiter.api.Test;

/** INDEndpoint::Send. */
public abstract class SendConformanceTest extends ConformanceTest {
    private static final int REUSES = 3;
    private static final int LENGTH = SideConfig.defaults().regionLength();

    protected SendConformanceTest(ConformanceMedium medium) {
        super(medium);
    }

    @Test
    @Proves({
        "send.success",
        "send.completes-success",
        "send.one-receive",
        "get-results.length-receive",
        "get-results.length-initiator",
        "local-token.entry"
    })
    void putsAMessageIntoTheNextReceive() {
        ConnectedPair pair = connected(EndpointConfig.defaults().withContext(8));
        pair.owner().receive(1, 100, 50);
        pair.owner().receive(2, 200, 50);
        pair.peer().put(0, "helloworld!");

        pair.peer().send(3, 0, 5);
        pair.peer().send(4, 5, 6);

        Completion first = pair.owner().next(pair.owner().receiveQueue());
        assertThat(Outcome.of(first)).isEqualTo(Outcome.success(RequestType.RECEIVE, 1));
        assertThat(first.bytesTransferred()).isEqualTo(5);
        assertThat(first.endpointContext()).isEqualTo(8);
        assertThat(pair.owner().received()).isEqualTo(Outcome.success(RequestType.RECEIVE, 2));
        assertThat(pair.owner().text(100, 5)).isEqualTo("hello");
        assertThat(pair.owner().text(200, 6)).isEqualTo("world!");
        Completion sent = pair.peer().next(pair.peer().initiatorQueue());
        assertThat(Outcome.of(sent)).isEqualTo(Outcome.success(RequestType.SEND, 3));
        assertThat(sent.bytesTransferred()).isEqualTo(5);
        assertThat(pair.peer().initiated()).isEqualTo(Outcome.success(RequestType.SEND, 4));
    }

    @Test
    @Proves({"send.zero-bytes", "requests.zero-entries"})
    void sendsAMessageOfNoBytes() {
        ConnectedPair pair = connected();
        pair.owner().receive(1, 0, 10);

        pair.peer().send(2);

        Completion received = pair.owner().next(pair.owner().receiveQueue());
        assertThat(Outcome.of(received)).isEqualTo(Outcome.success(RequestType.RECEIVE, 1));
        assertThat(received.bytesTransferred()).isZero();
    }

    @Test
    @Proves({"send.gather", "receive.scatter"})
    void gathersFromManyRangesAndScattersIntoMany() {
        ConnectedPair pair = connected();
        Side owner = pair.owner();
        pair.peer().put(10, "abc");
        pair.peer().put(0, "defgh");
        ScatterGatherList from = new ScatterGatherList(3)
                .add(pair.peer().region(), 10, 3)
                .add(pair.peer().region(), 0, 0)
                .add(pair.peer().region(), 0, 5);
        ScatterGatherList to = new ScatterGatherList(3)
                .add(owner.region(), 500, 1)
                .add(owner.region(), 300, 4)
                .add(owner.region(), 400, 100);
        assertPosted(owner.endpoint().receive(1, to));

        assertPosted(pair.peer().endpoint().send(2, from, OpFlags.NONE));

        assertThat(owner.received()).isEqualTo(Outcome.success(RequestType.RECEIVE, 1));
        assertThat(owner.text(500, 1) + owner.text(300, 4) + owner.text(400, 3)).isEqualTo("abcdefgh");
    }

    @Test
    @Proves({"get-results.initiator-order", "get-results.receive-order"})
    void keepsTheOrderOfManyMessages() {
        int count = 1000;
        ConnectedPair pair = connected();
        for (int posted = 0, sent = 0, received = 0; received < count; ) {
            for (; posted < count && posted - received < 64; posted++) {
                pair.owner().receive(posted, 8L * (posted % 64), 8);
            }
            for (; sent < posted; sent++) {
                pair.peer().memory().putLong(8 * (sent % 64), sent);
                pair.peer().send(sent, 8L * (sent % 64), 8);
            }
            for (; received < sent; received++) {
                assertThat(pair.owner().received()).isEqualTo(Outcome.success(RequestType.RECEIVE, received));
                assertThat(pair.owner().memory().getLong(8 * (received % 64))).isEqualTo(received);
                assertThat(pair.peer().initiated()).isEqualTo(Outcome.success(RequestType.SEND, received));
            }
        }
    }

    @Test
    @Proves("send.long")
    void sendsALongMessageWhole() {
        ConnectedPair pair = connectedForBulk();
        int length = fixture().bulkLength();
        pair.peer().fill(0, length, 11);
        pair.owner().receive(1, 0, length);

        pair.peer().send(2, 0, length);

        Completion received = pair.owner().next(pair.owner().receiveQueue());
        assertThat(Outcome.of(received)).isEqualTo(Outcome.success(RequestType.RECEIVE, 1));
        assertThat(received.bytesTransferred()).isEqualTo(length);
        pair.owner().assertFilled(0, length, 11);
        assertThat(pair.peer().initiated()).isEqualTo(Outcome.success(RequestType.SEND, 2));
    }

    @Test
    @Proves({"register.caller-memory", "requests.other-memory", "register.local-read"})
    void sendsFromAndReceivesIntoMemoryOfTheCaller() {
        ConnectedPair pair = connected();
        UnsafeBuffer source = new UnsafeBuffer(new byte[LENGTH]);
        source.setMemory(0, LENGTH, (byte) 6);
        UnsafeBuffer target = new UnsafeBuffer(ByteBuffer.allocateDirect(LENGTH));
        MemoryRegion from = pair.peer().adapter().registerMemory(source, AccessFlags.NONE);
        MemoryRegion to = pair.owner().adapter().registerMemory(target, AccessFlags.ALLOW_LOCAL_WRITE);
        assertPosted(pair.owner().endpoint().receive(1, ScatterGatherList.of(to)));

        assertPosted(pair.peer().endpoint().send(2, ScatterGatherList.of(from), OpFlags.NONE));

        assertThat(pair.owner().received()).isEqualTo(Outcome.success(RequestType.RECEIVE, 1));
        assertThat(target.compareTo(source)).isZero();
    }

    @Test
    @Proves("send.silent-failure")
    void failsAloudThoughItWasSilent() {
        ConnectedPair pair = connected();

        assertPosted(pair.peer().endpoint().send(1, pair.peer().range(LENGTH, 1), OpFlags.SILENT_SUCCESS));
        assertThat(pair.peer().initiated()).isEqualTo(new Outcome(RequestType.SEND, ACCESS_VIOLATION, 1));
        pair.assertDisconnected();
    }

    @Test
    @Proves({"send.access-violation", "local-token.range"})
    void failsWhenAnEntryIsOutsideItsRegion() {
        for (long[] range : new long[][] {{LENGTH - 1, 2}, {-1, 1}, {Long.MAX_VALUE, 1}}) {
            ConnectedPair pair = connected();
            pair.owner().receive(1, 0, 100);
            pair.peer().send(2, 0, 1);

            assertPosted(pair.peer().endpoint().send(3, pair.peer().range(range[0], range[1]), OpFlags.NONE));

            assertThat(pair.peer().initiated(2))
                    .containsExactly(
                            Outcome.success(RequestType.SEND, 2), new Outcome(RequestType.SEND, ACCESS_VIOLATION, 3));
            assertThat(pair.owner().received()).isEqualTo(Outcome.success(RequestType.RECEIVE, 1));
            pair.assertDisconnected();
        }
    }

    @Test
    @Proves({"requests.failure-ends", "requests.once", "send.canceled", "receive.canceled", "send.remote-error"})
    void cancelsEverythingBehindAFailedRequest() {
        ConnectedPair pair = connected();
        pair.peer().receive(7);
        pair.peer().receive(8);
        pair.peer().send(1, 0, 10);
        pair.peer().send(2, 0, 10);
        pair.peer().send(3, 0, 10);

        pair.owner().receive(9, 0, 5); // too short for the first message

        assertThat(pair.peer().initiated(3))
                .containsExactly(
                        new Outcome(RequestType.SEND, REMOTE_ERROR, 1),
                        Outcome.canceled(RequestType.SEND, 2),
                        Outcome.canceled(RequestType.SEND, 3));
        assertThat(pair.peer().received(2))
                .containsExactly(Outcome.canceled(RequestType.RECEIVE, 7), Outcome.canceled(RequestType.RECEIVE, 8));
        assertThat(pair.owner().received()).isEqualTo(new Outcome(RequestType.RECEIVE, DATA_OVERRUN, 9));
        pair.assertDisconnected();
        pair.peer().assertNothingMore();
    }

    @Test
    @Proves("send.no-former-credit")
    void waitsThoughAFormerEndpointHadAReceive() {
        for (int i = 0; i < REUSES; i++) {
            ConnectedPair former = connected();
            former.owner().receive(1);
            former.owner().close();
            former.peer().close();
            fixture().settle(); // or the id would not be used again
            ConnectedPair pair = connected();

            pair.peer().send(2);
            fixture().settle();
            pair.owner().receive(3);

            assertThat(pair.peer().initiated()).isEqualTo(Outcome.success(RequestType.SEND, 2));
            assertThat(pair.owner().received()).isEqualTo(Outcome.success(RequestType.RECEIVE, 3));
            pair.owner().close();
            pair.peer().close();
        }
    }
}
