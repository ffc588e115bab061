// SPDX-License-Identifier: Apache-2.0
// Copyright the Oriel authors.
package io.oriel.collectives;

import io.oriel.collectives.conformance.ConformanceSuite;
import io.oriel.collectives.ranks.ThreadRanks;
import io.oriel.testing.junit.WholeBuild;

/** The suite on shared memory that nobody reaches. */
@WholeBuild
final class ShmFramedCollectivesTest extends ConformanceSuite {

    ShmFramedCollectivesTest() {
        super(ThreadRanks.onSharedMemoryByFrames(), 32);
    }
}
