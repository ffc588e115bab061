// SPDX-License-Identifier: Apache-2.0
// Copyright the Oriel authors.
package io.oriel.collectives;

import io.oriel.collectives.conformance.ConformanceSuite;
import io.oriel.collectives.ranks.HeapRanks;
import io.oriel.testing.heap.host.HeapConditions;
import io.oriel.testing.junit.WholeBuild;

/** The suite on a simulated host where all is late. */
@WholeBuild
final class HeapSeededCollectivesTest extends ConformanceSuite {
    private static final long SEED = Long.getLong("oriel.test.seed", 7);

    HeapSeededCollectivesTest() {
        super(new HeapRanks(HeapConditions.seeded(SEED)), 28);
    }
}
