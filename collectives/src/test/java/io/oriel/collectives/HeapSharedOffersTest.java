// SPDX-License-Identifier: Apache-2.0
// Copyright the Oriel authors.
package io.oriel.collectives;

import io.oriel.collectives.conformance.SharedOfferConformanceTest;
import io.oriel.collectives.ranks.HeapRanks;
import io.oriel.engine.heap.HeapConditions;

/** Offers that both copy, on a simulated host that does everything in an order of its own, where memory is shared. */
final class HeapSharedOffersTest extends SharedOfferConformanceTest {
    private static final long SEED = Long.getLong("oriel.test.seed", System.nanoTime() & 0xFFFF_FFFFL);

    HeapSharedOffersTest() {
        super(new HeapRanks(HeapConditions.seeded(SEED).withSharedMemory(true)));
        System.out.println("HeapSharedOffersTest: repeat with -Doriel.test.seed=" + SEED);
    }
}
