// SPDX-License-Identifier: Apache-2.0
// Copyright the Oriel authors.
package io.oriel.collectives;

import io.oriel.collectives.conformance.ConformanceSuite;
import io.oriel.collectives.ranks.ThreadRanks;

/** The suite on shared memory. */
final class ShmCollectivesTest extends ConformanceSuite {

    ShmCollectivesTest() {
        super(ThreadRanks.onSharedMemory());
    }
}
