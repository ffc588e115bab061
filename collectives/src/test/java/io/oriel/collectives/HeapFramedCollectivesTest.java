// SPDX-License-Identifier: Apache-2.0
// Copyright the Oriel authors.
package io.oriel.collectives;

import io.oriel.collectives.conformance.ConformanceSuite;
import io.oriel.collectives.ranks.HeapRanks;
import io.oriel.testing.heap.host.HeapConditions;
import org.junit.jupiter.api.condition.EnabledIfSystemProperty;

/** The suite on a simulated host where all goes by frames. */
@EnabledIfSystemProperty(named = "oriel.test.whole", matches = "true", disabledReason = "-Doriel.test.whole=true")
final class HeapFramedCollectivesTest extends ConformanceSuite {

    HeapFramedCollectivesTest() {
        super(new HeapRanks(HeapConditions.calm()));
    }
}
