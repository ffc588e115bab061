// SPDX-License-Identifier: Apache-2.0
// Copyright the Oriel authors.
package io.oriel.collectives;

import io.oriel.collectives.conformance.ConformanceSuite;
import io.oriel.collectives.ranks.ThreadRanks;
import org.junit.jupiter.api.condition.EnabledIfSystemProperty;

/** The suite on shared memory that nobody reaches. */
@EnabledIfSystemProperty(named = "oriel.test.whole", matches = "true", disabledReason = "-Doriel.test.whole=true")
final class ShmFramedCollectivesTest extends ConformanceSuite {

    ShmFramedCollectivesTest() {
        super(ThreadRanks.onSharedMemoryByFrames());
    }
}
