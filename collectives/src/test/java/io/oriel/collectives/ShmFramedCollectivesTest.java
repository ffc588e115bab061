// SPDX-License-Identifier: Apache-2.0
// Copyright the Oriel authors.
package io.oriel.collectives;

import io.oriel.collectives.conformance.ConformanceSuite;
import io.oriel.collectives.ranks.ThreadRanks;

/** The suite on shared memory that nobody reaches. */
final class ShmFramedCollectivesTest extends ConformanceSuite {

    ShmFramedCollectivesTest() {
        super(ThreadRanks.onSharedMemoryByFrames());
    }
}
