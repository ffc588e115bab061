// SPDX-License-Identifier: Apache-2.0
// Copyright the Oriel authors.
package io.oriel.collectives;

import io.oriel.collectives.conformance.ConformanceSuite;
import io.oriel.collectives.ranks.HeapRanks;
import io.oriel.testing.heap.host.HeapConditions;

/** The suite on a simulated host that shares memory. */
final class HeapCollectivesTest extends ConformanceSuite {

    HeapCollectivesTest() {
        super(new HeapRanks(HeapConditions.calm().withSharedMemory(true)));
    }
}
