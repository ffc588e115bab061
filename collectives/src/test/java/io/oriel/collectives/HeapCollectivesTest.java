// SPDX-License-Identifier: Apache-2.0
// Copyright the Oriel authors.
package io.oriel.collectives;

import static org.assertj.core.api.Assertions.assertThat;

import io.oriel.collectives.conformance.ConformanceSuite;
import io.oriel.collectives.ranks.HeapRanks;
import io.oriel.testing.heap.host.HeapConditions;
import org.junit.jupiter.api.Test;

/** The suite on a simulated host that shares memory. */
final class HeapCollectivesTest extends ConformanceSuite {
    private static final int BROADCASTS = 34_000;
    private static final HeapRanks RANKS = new HeapRanks(HeapConditions.calm().withSharedMemory(true));

    HeapCollectivesTest() {
        super(RANKS, 16);
    }

    /** Enough broadcasts that a 16-bit count wraps while the notice of a closed communicator stays in the lane. */
    @Test
    void broadcastsWhileANoticeOfTheReceiverIsNotTaken() {
        RANKS.run(2, world -> {
            try (Communicator other = world.duplicate()) {
                assertThat(other.allReduce(1L, Operator.SUM)).isEqualTo(2);
            }
            int[] data = new int[1];
            for (int i = 0; i < BROADCASTS; i++) {
                data[0] = world.rank() == 0 ? i : -1;
                world.broadcast(Span.of(data), 0);
                assertThat(data[0]).isEqualTo(i);
            }
        });
    }
}
