// SPDX-License-Identifier: Apache-2.0
// Copyright the Oriel authors.
package io.oriel.collectives;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import io.oriel.collectives.conformance.ConformanceSuite;
import io.oriel.collectives.ranks.ThreadRanks;
import java.util.concurrent.CountDownLatch;
import org.junit.jupiter.api.Test;

/** The suite on shared memory. */
final class ShmCollectivesTest extends ConformanceSuite {
    private static final int MORE_THAN_THERE_IS_ROOM_FOR = 40;

    ShmCollectivesTest() {
        super(ThreadRanks.onSharedMemory(), 31);
    }

    /** Rank 0 cancels, cannot tell rank 1, which does something else, and leaves. */
    @Test
    void tellsBeforeItLeavesWhatThereWasNoRoomFor() {
        CountDownLatch cancelled = new CountDownLatch(1);
        ThreadRanks.onSharedMemory().run(2, world -> {
            for (int i = 0; i < MORE_THAN_THERE_IS_ROOM_FOR && world.rank() == 0; i++) {
                world.iSend(Span.of(new int[] {i}), 1, 1);
            }
            if (world.rank() == 1) {
                cancelled.await(); // takes nothing until then
            }
            Request broadcast = world.iBroadcast(Span.of(new int[1]), 0);
            if (world.rank() == 0) {
                assertThat(broadcast.cancel()).isTrue();
                cancelled.countDown();
                return;
            }
            CollectiveException failure = catchThrowableOfType(CollectiveException.class, broadcast::await);
            assertThat(failure).isNotNull();
            assertThat(failure.status()).as(failure.getMessage()).isEqualTo(CollectiveStatus.CANCELED);
        });
    }
}
