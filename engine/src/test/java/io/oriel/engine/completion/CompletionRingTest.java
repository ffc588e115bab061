// SPDX-License-Identifier: Apache-2.0
// Copyright the Oriel authors.
package io.oriel.engine.completion;

import static org.assertj.core.api.Assertions.assertThat;

import io.oriel.api.Completion;
import io.oriel.api.NdStatus;
import io.oriel.api.RequestType;
import io.oriel.engine.testing.SeededRandom;
import java.util.HashSet;
import java.util.Random;
import java.util.Set;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

class CompletionRingTest {
    private CountingSlots endpoint = new CountingSlots();
    private final Set<Slots> open = new HashSet<>(Set.of(endpoint.slots));
    private final Completion[] completions =
            Stream.generate(Completion::new).limit(64).toArray(Completion[]::new);

    @Test
    void returnsWhatWasAdded() {
        CompletionRing ring = new CompletionRing(4);

        ring.add(RequestType.READ, NdStatus.ACCESS_VIOLATION, 5, 6, endpoint.slots, true);

        assertThat(ring.take(completions, 0, 64)).isEqualTo(1);
        assertThat(completions[0].requestType()).isEqualTo(RequestType.READ);
        assertThat(completions[0].status()).isEqualTo(NdStatus.ACCESS_VIOLATION);
        assertThat(completions[0].bytesTransferred()).isEqualTo(5);
        assertThat(completions[0].requestContext()).isEqualTo(6);
        assertThat(completions[0].endpointContext()).isEqualTo(CountingSlots.CONTEXT);
        assertThat(ring.isEmpty()).isTrue();
    }

    @Test
    void takesNoMoreThanAskedFor() {
        CompletionRing ring = new CompletionRing(8);
        add(ring, 0, 5);

        assertThat(ring.take(completions, 0, 2)).isEqualTo(2);
        assertThat(ring.take(completions, 0, 0)).isZero();
        assertThat(ring.take(completions, 0, 64)).isEqualTo(3);
        assertThat(ring.take(completions, 0, 64)).isZero();
    }

    @Test
    void fillsWhatWasLentAsLongAsItIsEmptyAndKeepsTheRestInOrder() {
        CompletionRing ring = new CompletionRing(8);
        ring.lend(completions, 2);
        add(ring, 0, 5);

        assertThat(ring.takeBack()).isEqualTo(2);
        assertThat(completions[0].requestContext()).isZero();
        assertThat(completions[1].requestContext()).isEqualTo(1);
        assertThat(ring.added() - ring.taken()).isEqualTo(3);
        assertThat(ring.take(completions, 0, 64)).isEqualTo(3);
        assertThat(completions[0].requestContext()).isEqualTo(2);
    }

    @Test
    void fillsNothingAfterItWasTakenBack() {
        CompletionRing ring = new CompletionRing(8);
        ring.lend(completions, 64);
        assertThat(ring.takeBack()).isZero();

        add(ring, 7, 1);

        assertThat(ring.isEmpty()).isFalse();
    }

    @Test
    void keepsAnEntryForWhichNoCompletionWasLent() {
        CompletionRing ring = new CompletionRing(8);
        Completion[] gap = {new Completion(), null, new Completion()};
        ring.lend(gap, 3);
        add(ring, 0, 2);

        assertThat(ring.takeBack()).isEqualTo(1);
        assertThat(ring.take(completions, 0, 64)).isEqualTo(1);
        assertThat(completions[0].requestContext()).isEqualTo(1);
    }

    @Test
    void takesNothingWhenAskedForLessThanNothing() {
        CompletionRing ring = new CompletionRing(8);
        add(ring, 0, 5);

        assertThat(ring.take(completions, 0, -1)).isZero();
        assertThat(ring.take(completions, 0, Integer.MIN_VALUE)).isZero();
        assertThat(ring.taken()).isZero();
    }

    @Test
    void freesTheSlotOfARequestWhenItsCompletionIsTaken() {
        CompletionRing ring = new CompletionRing(8);
        CountingSlots receives = new CountingSlots();
        CountingSlots requests = new CountingSlots();
        ring.add(RequestType.RECEIVE, NdStatus.SUCCESS, 0, 0, receives.slots, true);
        ring.add(RequestType.SEND, NdStatus.SUCCESS, 0, 0, requests.slots, true);
        ring.add(RequestType.INVALIDATE, NdStatus.SUCCESS, 0, 0, requests.slots, false);

        ring.take(completions, 0, 1);
        assertThat(receives.reaped).isEqualTo(1);
        assertThat(requests.reaped).isZero();

        ring.take(completions, 0, 64);
        assertThat(receives.reaped).isEqualTo(1);
        assertThat(requests.reaped).as("the peer's invalidation has no slot").isEqualTo(1);
    }

    @Test
    void keepsTheOrderWhenItGrowsAtAnyFillAndAnyPosition() {
        for (int taken = 0; taken < 9; taken++) {
            for (int filled = 0; filled <= 8; filled++) {
                CompletionRing ring = new CompletionRing(8);
                add(ring, 0, taken);
                ring.take(completions, 0, taken);
                add(ring, taken, filled);

                ring.reserve(33, open);
                add(ring, taken + filled, 33 - filled);

                assertThat(ring.take(completions, 0, 64)).isEqualTo(33);
                for (int index = 0; index < 33; index++) {
                    assertThat(completions[index].requestContext()).isEqualTo(taken + index);
                }
            }
        }
    }

    @Test
    void keepsTheOrderWhenItIsResizedAtAnyFillAndAnyPosition() {
        for (int taken = 0; taken < 9; taken++) {
            for (int filled = 0; filled <= 8; filled++) {
                for (int depth : new int[] {1, 3, 8, 33}) {
                    CompletionRing ring = new CompletionRing(8);
                    add(ring, 0, taken);
                    ring.take(completions, 0, taken);
                    add(ring, taken, filled);

                    ring.resize(depth, open);
                    ring.reserve(filled + 20, open);
                    add(ring, taken + filled, 20);

                    assertThat(ring.take(completions, 0, 64)).isEqualTo(filled + 20);
                    for (int index = 0; index < filled + 20; index++) {
                        assertThat(completions[index].requestContext()).isEqualTo(taken + index);
                    }
                }
            }
        }
    }

    @Test
    void givesBackTheRoomThatNobodyNeedsWhenItIsResized() {
        CompletionRing ring = new CompletionRing(1024);

        ring.resize(8, open);
        assertThat(ring.capacity()).isEqualTo(8);
        ring.reserve(20, open);
        ring.resize(1, open);
        assertThat(ring.capacity()).as("room for what was reserved").isEqualTo(32);
        ring.unreserve(20);
        add(ring, 0, 9);
        ring.resize(1, open);
        assertThat(ring.capacity()).as("room for what it holds").isEqualTo(16);
    }

    @Test
    void makesRoomAnewForWhatIsReservedAfterItWasResized() {
        CompletionRing ring = new CompletionRing(64);
        ring.reserve(10, open);
        ring.resize(1, open);

        ring.reserve(30, open);

        assertThat(ring.capacity()).isEqualTo(64);
    }

    @Test
    void holdsEverythingThatWasReservedWhateverTheDepthAskedFor() {
        CompletionRing ring = new CompletionRing(1);
        ring.reserve(10, open);
        ring.reserve(20, open);

        add(ring, 0, 30);

        assertThat(ring.take(completions, 0, 64)).isEqualTo(30);
    }

    @Test
    void makesNoRoomWhenAnEntryIsAddedBesideThoseOfClosedEndpoints() {
        CompletionRing ring = new CompletionRing(2);
        for (int count = 0; count < 50; count++) {
            open.clear(); // the endpoint before is closed
            endpoint = new CountingSlots();
            ring.reserve(4, open);
            open.add(endpoint.slots);
            int capacity = ring.capacity();

            add(ring, count * 4L, 4);

            assertThat(ring.capacity()).isEqualTo(capacity);
            ring.unreserve(4);
        }

        long expected = 0;
        for (int count; (count = ring.take(completions, 0, 64)) > 0; ) {
            for (int index = 0; index < count; index++) {
                assertThat(completions[index].requestContext()).isEqualTo(expected++);
            }
        }
        assertThat(expected).isEqualTo(200);
    }

    @Test
    void keepsTheRoomOfEntriesOfClosedEndpointsWhenItIsResized() {
        CompletionRing ring = new CompletionRing(2);
        ring.reserve(4, open);
        add(ring, 0, 3);
        ring.unreserve(4);
        open.clear();
        endpoint = new CountingSlots();
        ring.reserve(4, open);
        open.add(endpoint.slots);

        ring.resize(1, open);
        add(ring, 3, 4);

        assertThat(ring.take(completions, 0, 64)).isEqualTo(7);
    }

    @Test
    void behavesAsAQueueUnderRandomUse() {
        Random random = SeededRandom.create(CompletionRingTest.class);
        CompletionRing ring = new CompletionRing(2);
        long added = 0;
        long taken = 0;
        long reserved = 0;
        long firstOfEndpoint = 0;

        for (int step = 0; step < 20_000; step++) {
            switch (random.nextInt(40)) {
                case 0 -> {
                    ring.unreserve(reserved);
                    reserved = 0;
                    open.clear();
                    endpoint = new CountingSlots();
                    open.add(endpoint.slots);
                    firstOfEndpoint = added;
                }
                case 1, 2, 3, 4, 5 -> {
                    int more = random.nextInt(3);
                    ring.reserve(more, open);
                    reserved += more;
                }
                case 6, 7, 8 -> ring.resize(1 + random.nextInt(64), open);
                case 9, 10, 11, 12, 13 -> {
                    int count = ring.take(completions, 0, random.nextInt(5));
                    for (int index = 0; index < count; index++) {
                        assertThat(completions[index].requestContext()).isEqualTo(taken++);
                    }
                }
                default -> {
                    if (added - Math.max(taken, firstOfEndpoint) < reserved) {
                        add(ring, added, 1);
                        added++;
                    }
                }
            }
            assertThat(ring.added()).isEqualTo(added);
            assertThat(ring.taken()).isEqualTo(taken);
            assertThat(ring.isEmpty()).isEqualTo(added == taken);
        }
    }

    /** As the queue does: straight into what was lent, if that can be. */
    private void add(CompletionRing ring, long firstContext, int count) {
        for (int index = 0; index < count; index++) {
            long context = firstContext + index;
            if (!ring.fill(RequestType.SEND, NdStatus.SUCCESS, 0, context, endpoint.slots)) {
                ring.add(RequestType.SEND, NdStatus.SUCCESS, 0, context, endpoint.slots, true);
            }
        }
    }
}
