// SPDX-License-Identifier: Apache-2.0
// Copyright the Oriel authors.
package io.oriel.collectives;

import io.oriel.collectives.conformance.ConformanceSuite;
import io.oriel.collectives.ranks.ThreadRanks;
import io.oriel.testing.junit.WholeBuild;

/** The suite over UDP. */
@WholeBuild
final class UdpCollectivesTest extends ConformanceSuite {

    UdpCollectivesTest() {
        super(ThreadRanks.onUdp(), 31);
    }
}
