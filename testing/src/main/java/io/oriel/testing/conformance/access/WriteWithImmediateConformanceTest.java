// SPDX-License-Identifier: Apache-2.0
// Copyright the Oriel authors.
package io.oriel.testing.conformance.access;

import static io.oriel.api.NdStatus.ACCESS_VIOLATION;
import static io.oriel.api.NdStatus.CONNECTION_INVALID;
import static io.oriel.api.NdStatus.INVALID_HANDLE;
import static io.oriel.api.NdStatus.INVALID_PARAMETER_6;
import static io.oriel.api.NdStatus.IO_TIMEOUT;
import static io.oriel.api.NdStatus.NO_MORE_ENTRIES;
import static io.oriel.api.RequestType.RECEIVE;
import static io.oriel.api.RequestType.RECEIVE_WITH_IMMEDIATE;
import static io.oriel.api.RequestType.WRITE;
import static org.assertj.core.api.Assertions.assertThat;

import io.oriel.api.Completion;
import io.oriel.api.NotifyType;
import io.oriel.api.OpFlags;
import io.oriel.api.RemoteWindow;
import io.oriel.api.RequestType;
import io.oriel.api.ScatterGatherList;
import io.oriel.api.SharedReceiveQueue;
import io.oriel.api.config.EndpointConfig;
import io.oriel.api.config.OrielConfig;
import io.oriel.api.config.TimeoutConfig;
import io.oriel.testing.conformance.fixture.ConformanceMedium;
import io.oriel.testing.conformance.fixture.ConformanceTest;
import io.oriel.testing.conformance.fixture.ConnectedPair;
import io.oriel.testing.conformance.fixture.Outcome;
import io.oriel.testing.conformance.fixture.Proves;
import io.oriel.testing.conformance.fixture.Side;
import io.oriel.testing.conformance.fixture.SideConfig;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.concurrent.CompletableFuture;
import org.agrona.concurrent.UnsafeBuffer;
import org.junit.jupiter.api.Test;

/** Write with an immediate value, an extension of Oriel. */
public abstract class WriteWithImmediateConformanceTest extends ConformanceTest {
    private static final int LENGTH = SideConfig.defaults().regionLength();
    private static final ScatterGatherList NOTHING = ScatterGatherList.empty();

    protected WriteWithImmediateConformanceTest(ConformanceMedium medium) {
        super(medium);
    }

    @Override
    protected OrielConfig config() {
        return OrielConfig.defaults()
                .withTimeouts(TimeoutConfig.defaults().withReceiverNotReady(Duration.ofMillis(500)));
    }

    @Test
    @Proves({
        "write-with-immediate.success",
        "write-with-immediate.completes-success",
        "write-with-immediate.consumes-receive",
        "write-with-immediate.receive-untouched"
    })
    void writesAndTellsTheOwnerInAReceive() {
        ConnectedPair pair = connected();
        Side peer = pair.peer();
        RemoteWindow remote = pair.grant(pair.owner().newWindow(), 1000, 100, OpFlags.ALLOW_WRITE);
        pair.owner().receive(7, 0, 64);
        pair.owner().receive(8, 0, 64);
        peer.put(0, "abcde");

        assertPosted(peer.endpoint().writeWithImmediate(1, peer.range(0, 5), remote, 20, 0xCAFEBABE, OpFlags.NONE));

        Completion told = pair.owner().next(pair.owner().receiveQueue());
        assertThat(Outcome.of(told)).isEqualTo(Outcome.success(RECEIVE_WITH_IMMEDIATE, 7));
        assertThat(told.immediate()).isEqualTo(0xCAFEBABE);
        assertThat(told.bytesTransferred()).isEqualTo(5);
        assertThat(pair.owner().text(1020, 5)).isEqualTo("abcde");
        pair.owner().assertEveryByte(0, 1020, (byte) 0);
        Completion written = peer.next(peer.initiatorQueue());
        assertThat(Outcome.of(written)).isEqualTo(Outcome.success(WRITE, 1));
        assertThat(written.bytesTransferred()).isEqualTo(5);
        assertThat(written.immediate()).isZero();
        pair.owner().assertNothingMore();
    }

    @Test
    @Proves({"write-with-immediate.after-data", "write-with-immediate.order"})
    void tellsInTheOrderOfSendsAfterTheBytesAreInPlace() {
        ConnectedPair pair = connected();
        Side peer = pair.peer();
        RemoteWindow remote = window(pair);

        for (int i = 0; i < 100; i++) {
            pair.owner().receive(2L * i, 0, 8);
            pair.owner().receive(2L * i + 1, 0, 8);
            peer.fill(8192, 8192, i);
            ScatterGatherList bytes = peer.range(8192, 8192);
            assertPosted(peer.endpoint().writeWithImmediate(2L * i, bytes, remote, 8192, i, OpFlags.NONE));
            peer.send(2L * i + 1, 0, 8);

            Completion told = pair.owner().next(pair.owner().receiveQueue());
            assertThat(Outcome.of(told)).isEqualTo(Outcome.success(RECEIVE_WITH_IMMEDIATE, 2L * i));
            assertThat(told.immediate()).isEqualTo(i);
            pair.owner().assertFilled(8192, 8192, i);
            assertThat(pair.owner().received()).isEqualTo(Outcome.success(RECEIVE, 2L * i + 1));
            assertThat(peer.initiated(2))
                    .containsExactly(Outcome.success(WRITE, 2L * i), Outcome.success(RequestType.SEND, 2L * i + 1));
        }
    }

    @Test
    @Proves("write-with-immediate.long")
    void tellsOfALongWriteOnceWhenAllOfItIsInPlace() {
        ConnectedPair pair = connectedForBulk();
        int length = fixture().bulkLength();
        RemoteWindow remote = pair.grant(pair.owner().newWindow(), 0, length, OpFlags.ALLOW_WRITE);
        pair.owner().receive(1);
        pair.peer().fill(0, length, 23);

        assertPosted(pair.peer()
                .endpoint()
                .writeWithImmediate(2, pair.peer().range(0, length), remote, 0, -1, OpFlags.NONE));

        Completion told = pair.owner().next(pair.owner().receiveQueue());
        assertThat(Outcome.of(told)).isEqualTo(Outcome.success(RECEIVE_WITH_IMMEDIATE, 1));
        assertThat(told.bytesTransferred()).isEqualTo(length);
        pair.owner().assertFilled(0, length, 23);
        assertThat(pair.peer().initiated()).isEqualTo(Outcome.success(WRITE, 2));
        pair.owner().assertNothingMore();
    }

    @Test
    @Proves({"write-with-immediate.zero-bytes", "write-with-immediate.inline"})
    void tellsOfNothingAndOfInlineBytes() {
        ConnectedPair pair = connected();
        RemoteWindow remote = window(pair);
        pair.owner().receive(1);
        pair.owner().receive(2);
        UnsafeBuffer text = new UnsafeBuffer("inline".getBytes(StandardCharsets.US_ASCII));

        assertPosted(pair.peer().endpoint().writeWithImmediate(3, NOTHING, remote, 64, 5, OpFlags.NONE));
        ScatterGatherList inline = new ScatterGatherList(1).add(text, 0, 6);
        assertPosted(pair.peer().endpoint().writeWithImmediate(4, inline, remote, 9, 6, OpFlags.INLINE));
        text.setMemory(0, 6, (byte) 'x');

        Completion first = pair.owner().next(pair.owner().receiveQueue());
        assertThat(first.bytesTransferred()).isZero();
        assertThat(first.immediate()).isEqualTo(5);
        Completion second = pair.owner().next(pair.owner().receiveQueue());
        assertThat(second.bytesTransferred()).isEqualTo(6);
        assertThat(second.immediate()).isEqualTo(6);
        assertThat(pair.owner().text(9, 6)).isEqualTo("inline");
        assertThat(pair.peer().initiated(2)).containsExactly(Outcome.success(WRITE, 3), Outcome.success(WRITE, 4));
    }

    @Test
    @Proves("write-with-immediate.waits-for-receive")
    void waitsUntilTheOwnerHasPostedAReceive() {
        ConnectedPair pair = connected();
        RemoteWindow remote = window(pair);
        pair.peer().put(0, "late");

        assertPosted(pair.peer().endpoint().writeWithImmediate(1, pair.peer().range(0, 4), remote, 0, 2, OpFlags.NONE));
        fixture().idle();
        assertThat(pair.owner().text(0, 4)).isEqualTo("\0\0\0\0");
        pair.owner().receive(3);

        assertThat(pair.owner().received()).isEqualTo(Outcome.success(RECEIVE_WITH_IMMEDIATE, 3));
        assertThat(pair.peer().initiated()).isEqualTo(Outcome.success(WRITE, 1));
        assertThat(pair.owner().text(0, 4)).isEqualTo("late");
    }

    @Test
    @Proves({"write-with-immediate.io-timeout", "write-with-immediate.canceled"})
    void timesOutWithoutAReceive() {
        ConnectedPair pair = connected();
        RemoteWindow remote = window(pair);
        pair.peer().put(0, "never");

        for (int i = 0; i < 2; i++) {
            assertPosted(
                    pair.peer().endpoint().writeWithImmediate(i, pair.peer().range(0, 5), remote, 0, 2, OpFlags.NONE));
        }

        assertThat(pair.peer().initiated(2))
                .containsExactly(new Outcome(WRITE, IO_TIMEOUT, 0), Outcome.canceled(WRITE, 1));
        pair.assertDisconnected();
        pair.owner().assertEveryByte(0, LENGTH, (byte) 0);
        pair.owner().assertNothingMore();
    }

    @Test
    @Proves("write-with-immediate.access-violation")
    void failsWithoutTellingWhereTheWindowDoesNotGrantIt() {
        for (long[] range : new long[][] {{0, 65}, {64, 1}, {-1, 1}, {Long.MAX_VALUE, 8}, {65, 0}}) {
            ConnectedPair pair = connected();
            RemoteWindow remote = pair.grant(pair.owner().newWindow(), 1000, 64, OpFlags.ALLOW_WRITE);
            failsAt(pair, remote, range[0], range[1]);
        }
        ConnectedPair pair = connected();
        failsAt(pair, pair.grant(pair.owner().newWindow(), 0, 64, OpFlags.ALLOW_READ | OpFlags.ALLOW_ATOMIC), 0, 8);
    }

    private void failsAt(ConnectedPair pair, RemoteWindow remote, long offset, long length) {
        pair.owner().receive(5);
        pair.peer().memory().setMemory(0, 128, (byte) 9);

        assertPosted(pair.peer()
                .endpoint()
                .writeWithImmediate(1, pair.peer().range(0, length), remote, offset, 2, OpFlags.NONE));

        assertThat(pair.peer().initiated()).isEqualTo(new Outcome(WRITE, ACCESS_VIOLATION, 1));
        assertThat(pair.owner().received()).isEqualTo(Outcome.canceled(RECEIVE, 5));
        pair.owner().assertEveryByte(0, LENGTH, (byte) 0);
        pair.assertDisconnected();
    }

    @Test
    @Proves("write-with-immediate.solicited")
    void firesSolicitedNotificationsIfAsked() {
        ConnectedPair pair = connected();
        RemoteWindow remote = window(pair);
        pair.owner().receive(1);
        pair.owner().receive(2);
        CompletableFuture<Void> solicited = pair.owner().receiveQueue().requestNotification(NotifyType.SOLICITED);

        assertPosted(pair.peer().endpoint().writeWithImmediate(3, NOTHING, remote, 0, 0, OpFlags.NONE));
        assertThat(pair.peer().initiated()).isEqualTo(Outcome.success(WRITE, 3));
        fixture().settle();
        assertThat(solicited).isNotDone();
        assertPosted(
                pair.peer().endpoint().writeWithImmediate(4, NOTHING, remote, 0, 0, OpFlags.SEND_AND_SOLICIT_EVENT));

        fixture().get(solicited);
        assertThat(pair.owner().received(2)).last().isEqualTo(Outcome.success(RECEIVE_WITH_IMMEDIATE, 2));
    }

    @Test
    @Proves("write-with-immediate.shared")
    void takesAReceiveOfASharedQueueWheneverOneIsPosted() {
        SharedReceiveQueue shared = fixture().owner().createSharedReceiveQueue(8, 1, 0);
        Side owner = Side.open(fixture(), fixture().owner(), SideConfig.defaults(), shared);
        Side peer = Side.open(fixture(), fixture().peer(), SideConfig.defaults());
        ConnectedPair pair = ConnectedPair.of(fixture(), owner, peer).connect();
        RemoteWindow remote = window(pair);

        for (int i = 0; i < 3; i++) {
            assertPosted(peer.endpoint().writeWithImmediate(i, NOTHING, remote, 0, 10 + i, OpFlags.NONE));
        }
        fixture().settle();
        for (int i = 0; i < 3; i++) {
            assertPosted(shared.receive(20 + i, owner.range(0, 8)));
        }

        for (int i = 0; i < 3; i++) {
            Completion told = owner.next(owner.receiveQueue());
            assertThat(Outcome.of(told)).isEqualTo(Outcome.success(RECEIVE_WITH_IMMEDIATE, 20 + i));
            assertThat(told.immediate()).isEqualTo(10 + i);
        }
        assertThat(peer.initiated(3)).last().isEqualTo(Outcome.success(WRITE, 2));
    }

    @Test
    @Proves({
        "write-with-immediate.flags",
        "write-with-immediate.no-more-entries",
        "write-with-immediate.connection-invalid",
        "requests.remote-window"
    })
    void refusesWhatItCannotDo() {
        ConnectedPair pair = connected(EndpointConfig.defaults().withInitiatorQueueDepth(1));
        Side peer = pair.peer();
        RemoteWindow remote = window(pair);
        RemoteWindow foreign = window(connected());
        for (int flag : new int[] {READ_WRITE, OpFlags.ALLOW_ATOMIC, 0x40}) {
            assertThat(peer.endpoint().writeWithImmediate(1, NOTHING, remote, 0, 0, flag))
                    .isEqualTo(INVALID_PARAMETER_6);
        }
        assertThat(peer.endpoint().writeWithImmediate(1, NOTHING, foreign, 0, 0, OpFlags.NONE))
                .isEqualTo(INVALID_HANDLE);

        pair.owner().receive(2);
        assertPosted(peer.endpoint().writeWithImmediate(3, NOTHING, remote, 0, 0, OpFlags.NONE));
        assertThat(peer.endpoint().writeWithImmediate(4, NOTHING, remote, 0, 0, OpFlags.NONE))
                .isEqualTo(NO_MORE_ENTRIES);
        assertThat(peer.initiated()).isEqualTo(Outcome.success(WRITE, 3));

        fixture().get(pair.owner().connector().disconnect());
        pair.assertDisconnected();
        assertThat(peer.endpoint().writeWithImmediate(5, NOTHING, remote, 0, 0, OpFlags.NONE))
                .isEqualTo(CONNECTION_INVALID);
    }

    private static RemoteWindow window(ConnectedPair pair) {
        return pair.grant(pair.owner().newWindow(), 0, LENGTH, OpFlags.ALLOW_WRITE);
    }
}
