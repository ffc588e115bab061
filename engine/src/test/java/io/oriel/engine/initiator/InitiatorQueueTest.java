// SPDX-License-Identifier: Apache-2.0
// Copyright the Oriel authors.
package io.oriel.engine.initiator;

import static org.assertj.core.api.Assertions.assertThat;

import io.oriel.api.AccessFlags;
import io.oriel.api.Completion;
import io.oriel.api.CompletionQueue;
import io.oriel.api.NdStatus;
import io.oriel.api.OpFlags;
import io.oriel.api.RequestType;
import io.oriel.api.ScatterGatherList;
import io.oriel.api.config.EndpointConfig;
import io.oriel.engine.completion.CompletionQueues;
import io.oriel.engine.completion.Slots;
import io.oriel.engine.domain.Domain;
import io.oriel.engine.memory.Region;
import io.oriel.engine.memory.RegionTable;
import io.oriel.engine.memory.Window;
import io.oriel.engine.memory.WindowTable;
import io.oriel.engine.testing.ManualLoop;
import java.util.ArrayList;
import java.util.List;
import org.agrona.concurrent.UnsafeBuffer;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Nested;
import org.junit.jupiter.api.Test;

class InitiatorQueueTest {
    private static final int DEPTH = 3;

    private final ManualLoop loop = new ManualLoop();
    private final Domain domain = new Domain(loop, false);
    private final CompletionQueues queues = new CompletionQueues();
    private final CompletionQueue completions = queues.create(domain, loop, 16);
    private final RegionTable regions = new RegionTable(0);
    private final Region region = regions.add(new UnsafeBuffer(new byte[100]), AccessFlags.ALLOW_LOCAL_WRITE);
    private final Slots slots = queues.newSlots(completions, 9, DEPTH, DEPTH);
    private final InitiatorQueue queue =
            new InitiatorQueue(EndpointConfig.defaults().withQueueDepth(DEPTH).withInlineDataSize(64), regions, slots);
    private long nextContext = 1;
    private long nextSequence = 1;

    @Nested
    class TakenSlots {
        @Test
        void areTakenFromThePostUntilTheCompletionIsReaped() {
            for (int count = 0; count < DEPTH; count++) {
                assertThat(queue.isFull()).isFalse();
                sent(RequestType.SEND, OpFlags.NONE);
            }
            assertThat(queue.isFull()).isTrue();

            queue.acknowledged();
            queue.completeDone();
            assertThat(queue.isFull()).as("completed and not reaped").isTrue();

            assertThat(poll()).hasSize(1);
            assertThat(queue.isFull()).isFalse();
        }

        @Test
        void ofSilentSuccessesAreFreeWhenTheyAreDone() {
            for (int count = 0; count < DEPTH; count++) {
                sent(RequestType.WRITE, OpFlags.SILENT_SUCCESS);
            }

            queue.acknowledged();
            queue.completeDone();

            assertThat(queue.isFull()).isFalse();
            assertThat(poll()).isEmpty();
        }

        @Test
        void areReusedWithoutTracesOfTheFormerRequest() {
            Window window = new WindowTable().create(0);
            for (int round = 0; round < 20; round++) {
                Request request = queue.claim(RequestType.SEND, round, OpFlags.NONE);
                queue.enter();
                assertThat(request.done).isFalse();
                assertThat(request.status).isEqualTo(NdStatus.SUCCESS);
                assertThat(request.transferred).isZero();
                assertThat(request.firstSequence).isZero();
                assertThat(request.lastSequence).isZero();
                assertThat(request.invalidates).isFalse();
                assertThat(request.changesWindow).isFalse();

                queue.capture(request, ScatterGatherList.of(region, 0, round), false);
                request.transferred = 7;
                request.firstSequence = 7;
                request.lastSequence = 8;
                request.invalidates = true;
                request.changesWindow().bind(window, 1, region, 0, 1, null);
                queue.ran();
                queue.acknowledged();
                assertThat(queue.completeDone()).isTrue();
                assertThat(poll()).containsExactly("SEND SUCCESS " + round + " " + round + " bytes");
            }
        }
    }

    @Nested
    class Acknowledgements {
        @Test
        void endTheOldestSendOrWriteAndStepOverTheOthers() {
            Request read = sent(RequestType.READ, OpFlags.NONE);
            Request write = sent(RequestType.WRITE, OpFlags.NONE);
            Request send = sent(RequestType.SEND, OpFlags.NONE);

            queue.acknowledged();
            assertThat(write.done).isTrue();
            assertThat(send.done).isFalse();
            queue.acknowledged();
            assertThat(send.done).isTrue();
            assertThat(read.done).isFalse();
        }

        @Test
        void stepOverWhatHasFailed() {
            Request failed = sent(RequestType.WRITE, OpFlags.NONE);
            Request send = sent(RequestType.SEND, OpFlags.NONE);
            failed.end(NdStatus.ACCESS_VIOLATION);

            queue.acknowledged();

            assertThat(send.done).isTrue();
            assertThat(failed.status).isEqualTo(NdStatus.ACCESS_VIOLATION);
        }

        @Test
        void reachTheOldestHoweverManyReadsCameBefore() {
            for (int reads = 0; reads < 20; reads++) {
                for (int count = 0; count < DEPTH; count++) {
                    sent(RequestType.SEND, OpFlags.NONE);
                }
                for (int acknowledged = 0; acknowledged < DEPTH; acknowledged++) {
                    queue.acknowledged();
                    assertThat(poll()).hasSize(1);
                }
                for (int read = 0; read < reads; read++) {
                    sent(RequestType.READ, OpFlags.NONE).end(NdStatus.SUCCESS);
                    queue.completeDone();
                    assertThat(poll()).hasSize(1);
                }
            }
        }

        @Test
        void doNotReachWhatHasNotBeenRun() {
            Request waiting = claim(RequestType.SEND, OpFlags.NONE);

            queue.acknowledged();

            assertThat(waiting.done).isFalse();
        }
    }

    @Nested
    class Completions {
        @Test
        void appearInTheOrderOfThePosts() {
            Request read = sent(RequestType.READ, OpFlags.NONE);
            sent(RequestType.SEND, OpFlags.NONE);
            queue.acknowledged();

            assertThat(queue.completeDone()).isTrue();
            assertThat(poll()).as("the Read before it is not answered").isEmpty();

            read.end(NdStatus.SUCCESS);
            assertThat(queue.completeDone()).isTrue();
            assertThat(poll()).containsExactly("READ SUCCESS 1 10 bytes", "SEND SUCCESS 2 10 bytes");
        }

        @Test
        void countBytesOfWhatMovesBytes() {
            Request bind = sent(RequestType.BIND, OpFlags.NONE);
            Request invalidate = sent(RequestType.INVALIDATE, OpFlags.NONE);
            bind.end(NdStatus.SUCCESS);
            invalidate.end(NdStatus.SUCCESS);

            queue.completeDone();

            assertThat(poll()).containsExactly("BIND SUCCESS 1 0 bytes", "INVALIDATE SUCCESS 2 0 bytes");
        }

        @Test
        void stopAtAFailureWhichTheyReport() {
            Request failed = sent(RequestType.SEND, OpFlags.SILENT_SUCCESS);
            sent(RequestType.SEND, OpFlags.NONE);
            failed.end(NdStatus.REMOTE_ERROR);

            assertThat(queue.acknowledged()).isFalse();

            assertThat(poll()).as("silent or not").containsExactly("SEND REMOTE_ERROR 1 0 bytes");
        }

        @Test
        void ofEverythingOutstandingFollowOnce() {
            sent(RequestType.SEND, OpFlags.SILENT_SUCCESS);
            sent(RequestType.READ, OpFlags.NONE);
            claim(RequestType.WRITE, OpFlags.NONE);

            queue.cancelAll(NdStatus.IO_TIMEOUT);
            queue.cancelAll(NdStatus.IO_TIMEOUT);
            queue.acknowledged();
            queue.completeDone();

            assertThat(poll())
                    .containsExactly(
                            "SEND IO_TIMEOUT 1 0 bytes", "READ CANCELED 2 0 bytes", "WRITE CANCELED 3 0 bytes");
            assertThat(queue.isFull()).isFalse();
            assertThat(queue.isDrained()).isTrue();
        }

        @Test
        void ofACanceledInvalidateLetTheWindowBeBoundAgain() {
            Window window = new WindowTable().create(0);
            Request invalidate = claim(RequestType.INVALIDATE, OpFlags.NONE);
            invalidate.changesWindow().invalidate(window);

            queue.cancelAll(NdStatus.CANCELED);

            assertThat(window.awaitsInvalidate()).isFalse();
        }
    }

    @Nested
    class Lookups {
        @Test
        void findTheRequestToRunNext() {
            assertThat(queue.nextToRun()).isNull();
            Request first = claim(RequestType.SEND, OpFlags.NONE);
            Request second = claim(RequestType.READ, OpFlags.NONE);

            assertThat(queue.nextToRun()).isSameAs(first);
            assertThat(queue.hasReadsToRun()).isTrue();
            queue.ran();
            assertThat(queue.nextToRun()).isSameAs(second);
            queue.ran();
            assertThat(queue.nextToRun()).isNull();
            assertThat(queue.hasReadsToRun()).isFalse();
            assertThat(queue.isDrained()).isTrue();
        }

        @Test
        void findTheRequestOfAFrame() {
            Request first = sent(RequestType.WRITE, OpFlags.NONE); // frames 1 to 3
            Request second = sent(RequestType.SEND, OpFlags.NONE); // frames 4 to 6

            assertThat(queue.ownerOfFrame(0)).isNull();
            assertThat(queue.ownerOfFrame(1)).isSameAs(first);
            assertThat(queue.ownerOfFrame(3)).isSameAs(first);
            assertThat(queue.ownerOfFrame(4)).isSameAs(second);
            assertThat(queue.ownerOfFrame(7)).isNull();
            assertThat(queue.ownerOfFrame(-1)).isNull();
            assertThat(queue.ownerOfFrame(Long.MAX_VALUE)).isNull();
        }

        @Test
        void findTheRequestThatIsBeingSent() {
            Request partial = claim(RequestType.WRITE, OpFlags.NONE);
            partial.firstSequence = 5;
            partial.lastSequence = 6;

            assertThat(queue.ownerOfFrame(6)).isSameAs(partial);
        }

        @Test
        void findNoRequestThatIsDone() {
            sent(RequestType.WRITE, OpFlags.NONE);
            queue.acknowledged();

            assertThat(queue.ownerOfFrame(2)).isNull();
        }

        @Test
        void findAReadByItsNumber() {
            for (int round = 0; round < 10; round++) {
                long number = queue.nextIndex();
                Request read = sent(RequestType.READ, OpFlags.NONE);

                assertThat(readInProgress(number)).isSameAs(read);
                assertThat(readInProgress(number - 1)).as("done").isNull();
                assertThat(readInProgress(number + 1)).as("not posted").isNull();
                assertThat(readInProgress(number + Integer.MIN_VALUE)).isNull();
                read.end(NdStatus.SUCCESS);
                assertThat(readInProgress(number)).as("answered").isNull();
                queue.completeDone();
                poll();
            }
        }

        @Test
        void findNoReadThatHasNotBeenRunAndNothingButReads() {
            sent(RequestType.WRITE, OpFlags.NONE);
            claim(RequestType.READ, OpFlags.NONE);

            assertThat(readInProgress(0)).isNull();
            assertThat(readInProgress(1)).isNull();
        }
    }

    private @Nullable Request readInProgress(long number) {
        return queue.readInProgress((int) number);
    }

    private Request claim(RequestType type, int flags) {
        Request request = queue.claim(type, nextContext++, flags);
        queue.capture(request, ScatterGatherList.of(region, 0, 10), false);
        queue.enter();
        return request;
    }

    /** A request that has been sent in three frames. */
    private Request sent(RequestType type, int flags) {
        Request request = claim(type, flags);
        request.firstSequence = nextSequence;
        request.lastSequence = nextSequence + 2;
        nextSequence += 3;
        queue.ran();
        return request;
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
