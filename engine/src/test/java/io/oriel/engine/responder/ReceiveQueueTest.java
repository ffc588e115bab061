// SPDX-License-Identifier: Apache-2.0
// Copyright the Oriel authors.
package io.oriel.engine.responder;

import static java.nio.charset.StandardCharsets.US_ASCII;
import static org.assertj.core.api.Assertions.assertThat;

import io.oriel.api.AccessFlags;
import io.oriel.api.Completion;
import io.oriel.api.CompletionQueue;
import io.oriel.api.NdStatus;
import io.oriel.api.ScatterGatherList;
import io.oriel.engine.completion.CompletionQueues;
import io.oriel.engine.completion.Slots;
import io.oriel.engine.domain.Domain;
import io.oriel.engine.memory.Region;
import io.oriel.engine.memory.RegionTable;
import io.oriel.engine.testing.ManualLoop;
import java.util.ArrayList;
import java.util.List;
import org.agrona.concurrent.UnsafeBuffer;
import org.junit.jupiter.api.Nested;
import org.junit.jupiter.api.Test;

class ReceiveQueueTest {
    private static final int DEPTH = 3;

    private final ManualLoop loop = new ManualLoop();
    private final CompletionQueues queues = new CompletionQueues();
    private final CompletionQueue completions = queues.create(new Domain(loop, false), loop, 16);
    private final RegionTable regions = new RegionTable(0);
    private final byte[] memory = new byte[100];
    private final Region region = regions.add(new UnsafeBuffer(memory), AccessFlags.ALLOW_LOCAL_WRITE);
    private final Slots slots = queues.newSlots(completions, 9, DEPTH, DEPTH);
    private final ReceiveQueue queue = new ReceiveQueue(DEPTH, 4, regions, slots, null, null);

    @Test
    void takesASlotFromThePostUntilTheCompletionIsReaped() {
        for (int count = 0; count < DEPTH; count++) {
            assertThat(queue.isFull()).isFalse();
            post(count, 0, 10);
        }
        assertThat(queue.isFull()).isTrue();

        receive("a");
        assertThat(queue.isFull()).isTrue();
        assertThat(poll()).containsExactly("RECEIVE SUCCESS 0 1 bytes");
        assertThat(queue.isFull()).isFalse();
    }

    @Test
    void countsEveryReceiveThatWasEverPosted() {
        for (long posted = 1; posted <= 10; posted++) {
            post(posted, 0, 10);
            assertThat(queue.posted()).isEqualTo(posted);
            receive("x");
            assertThat(queue.posted()).isEqualTo(posted);
            poll();
        }
    }

    @Test
    void fillsReceivesInTheOrderInWhichTheyWerePosted() {
        post(1, 0, 10);
        post(2, 50, 10);

        receive("first");
        receive("second");

        assertThat(text(0, 5)).isEqualTo("first");
        assertThat(text(50, 6)).isEqualTo("second");
        assertThat(poll()).containsExactly("RECEIVE SUCCESS 1 5 bytes", "RECEIVE SUCCESS 2 6 bytes");
        assertThat(queue.isEmpty()).isTrue();
    }

    @Test
    void takesAWholeMessageAtOnce() {
        post(1, 20, 10);

        assertThat(take("whole")).isEqualTo(NdStatus.SUCCESS);

        assertThat(text(20, 5)).isEqualTo("whole");
        assertThat(poll()).containsExactly("RECEIVE SUCCESS 1 5 bytes");
    }

    @Test
    void completesTheReceiveOfAWholeMessageThatItCannotTake() {
        post(1, 0, 3);
        post(2, 98, 10);

        assertThat(take("long")).isEqualTo(NdStatus.DATA_OVERRUN);
        assertThat(take("out")).isEqualTo(NdStatus.ACCESS_VIOLATION);

        assertThat(poll()).containsExactly("RECEIVE DATA_OVERRUN 1 0 bytes", "RECEIVE ACCESS_VIOLATION 2 0 bytes");
    }

    @Test
    void continuesNoMessageInPartsBehindAWholeOne() {
        post(1, 0, 10);
        post(2, 50, 3);
        assertThat(queue.begin(10)).isEqualTo(NdStatus.SUCCESS);
        fill("half");

        assertThat(take("whole")).isEqualTo(NdStatus.SUCCESS);

        assertThat(queue.continues(10, 4, 6))
                .as("it would leave the next Receive")
                .isFalse();
    }

    @Test
    void completesEveryReceiveCanceledOnce() {
        post(1, 0, 10);
        post(2, 50, 10);
        assertThat(queue.begin(10)).isEqualTo(NdStatus.SUCCESS);
        fill("half");

        queue.cancelAll(NdStatus.CANCELED);
        queue.cancelAll(NdStatus.CANCELED);

        assertThat(poll()).containsExactly("RECEIVE CANCELED 1 0 bytes", "RECEIVE CANCELED 2 0 bytes");
        assertThat(queue.isEmpty()).isTrue();
    }

    @Test
    void completesAnInvalidationByThePeerWithoutASlot() {
        post(1, 0, 10);
        queue.completeRemoteInvalidation(33);
        assertThat(queue.begin(0)).isEqualTo(NdStatus.SUCCESS);
        queue.complete(NdStatus.SUCCESS, false);

        assertThat(poll()).containsExactly("INVALIDATE SUCCESS 33 0 bytes", "RECEIVE SUCCESS 1 0 bytes");
        assertThat(queue.isFull()).isFalse();
    }

    @Nested
    class Begin {
        @Test
        void acceptsAMessageThatFitsExactly() {
            post(1, 0, 10);

            assertThat(queue.begin(10)).isEqualTo(NdStatus.SUCCESS);
            assertThat(queue.isWhole()).isFalse();
        }

        @Test
        void acceptsAMessageOfNoBytesIntoAnEmptyReceive() {
            queue.post(1, ScatterGatherList.empty());

            assertThat(queue.begin(0)).isEqualTo(NdStatus.SUCCESS);
            assertThat(queue.isWhole()).isTrue();
        }

        @Test
        void refusesAMessageThatIsLonger() {
            post(1, 0, 10);

            assertThat(queue.begin(11)).isEqualTo(NdStatus.DATA_OVERRUN);
            assertThat(queue.begin(Long.MAX_VALUE)).isEqualTo(NdStatus.DATA_OVERRUN);
        }

        @Test
        void refusesMemoryThatIsNotToBeWritten() {
            Region readOnly = regions.add(new UnsafeBuffer(new byte[10]), AccessFlags.NONE);
            queue.post(1, ScatterGatherList.of(readOnly));

            assertThat(queue.begin(1)).isEqualTo(NdStatus.ACCESS_VIOLATION);
        }

        @Test
        void refusesAnEntryOutsideItsRegion() {
            queue.post(1, ScatterGatherList.of(region, 95, 6));

            assertThat(queue.begin(1)).isEqualTo(NdStatus.ACCESS_VIOLATION);
        }
    }

    @Nested
    class Parts {
        @Test
        void fillTheReceiveOneAfterTheOther() {
            queue.post(1, new ScatterGatherList(2).add(region, 20, 3).add(region, 0, 10));
            assertThat(queue.begin(8)).isEqualTo(NdStatus.SUCCESS);

            assertThat(queue.continues(8, 0, 5)).isTrue();
            fill("abcde");
            assertThat(queue.isWhole()).isFalse();
            assertThat(queue.continues(8, 5, 3)).isTrue();
            fill("fgh");
            assertThat(queue.isWhole()).isTrue();
            queue.complete(NdStatus.SUCCESS, false);

            assertThat(text(20, 3)).isEqualTo("abc");
            assertThat(text(0, 5)).isEqualTo("defgh");
            assertThat(poll()).containsExactly("RECEIVE SUCCESS 1 8 bytes");
        }

        @Test
        void doNotFitTogetherWhenTheirNumbersLie() {
            post(1, 0, 10);
            assertThat(queue.begin(8)).isEqualTo(NdStatus.SUCCESS);
            fill("abc");

            assertThat(queue.continues(8, 3, 5)).isTrue();
            assertThat(queue.continues(9, 3, 5)).as("another total").isFalse();
            assertThat(queue.continues(8, 2, 5)).as("what came already").isFalse();
            assertThat(queue.continues(8, 4, 4)).as("a gap").isFalse();
            assertThat(queue.continues(8, -1, 5)).isFalse();
            assertThat(queue.continues(8, 3, 6)).as("beyond the message").isFalse();
        }

        @Test
        void continueNothingWithoutAReceive() {
            assertThat(queue.continues(0, 0, 0)).isFalse();
        }

        @Test
        void leaveNoTraceInTheNextMessage() {
            post(1, 0, 10);
            post(2, 50, 10);
            assertThat(queue.begin(8)).isEqualTo(NdStatus.SUCCESS);
            fill("abc");
            queue.complete(NdStatus.ACCESS_VIOLATION, false);

            assertThat(queue.continues(8, 3, 5)).isFalse();
            assertThat(poll()).containsExactly("RECEIVE ACCESS_VIOLATION 1 0 bytes");
        }

        @Test
        void noticeThatTheMemoryWasTakenAwayMeanwhile() {
            post(1, 0, 10);
            assertThat(queue.begin(8)).isEqualTo(NdStatus.SUCCESS);
            assertThat(queue.isWritable()).isTrue();

            region.deregister();

            assertThat(queue.isWritable()).isFalse();
        }
    }

    private void post(long context, long offset, long length) {
        queue.post(context, ScatterGatherList.of(region, offset, length));
    }

    private void receive(String message) {
        assertThat(queue.begin(message.length())).isEqualTo(NdStatus.SUCCESS);
        fill(message);
        queue.complete(NdStatus.SUCCESS, false);
    }

    private NdStatus take(String message) {
        byte[] bytes = message.getBytes(US_ASCII);
        return queue.take(new UnsafeBuffer(bytes), 0, bytes.length, false);
    }

    private void fill(String part) {
        UnsafeBuffer buffer = new UnsafeBuffer(part.getBytes(US_ASCII));
        queue.fill(buffer, 0, buffer.capacity());
    }

    private String text(int offset, int length) {
        return new String(memory, offset, length, US_ASCII);
    }

    private List<String> poll() {
        List<String> taken = new ArrayList<>();
        Completion[] one = {new Completion()};
        while (completions.poll(one, 1) == 1) {
            taken.add(one[0].requestType() + " " + one[0].status() + " " + one[0].requestContext() + " "
                    + one[0].bytesTransferred() + " bytes");
        }
        return taken;
    }
}
