// SPDX-License-Identifier: Apache-2.0
// Copyright the Oriel authors.
package io.oriel.collectives;

import io.oriel.collectives.conformance.ConformanceSuite;
import io.oriel.collectives.ranks.HeapRanks;
import io.oriel.testing.heap.host.HeapConditions;
import io.oriel.testing.junit.WholeBuild;

/** The suite on a simulated host where all goes by frames. */
@WholeBuild
final class HeapFramedCollectivesTest extends ConformanceSuite {

    HeapFramedCollectivesTest() {
        super(new HeapRanks(HeapConditions.calm()), 15);
    }
}
