// SPDX-License-Identifier: Apache-2.0
// Copyright the Oriel authors.
package io.oriel.shm;

import io.oriel.api.config.OrielConfig;
import io.oriel.testing.conformance.ConformancePart;
import io.oriel.testing.conformance.fixture.ConformanceFixture;
import io.oriel.testing.junit.WholeBuild;
import io.oriel.testing.remote.PeerHost;
import org.junit.jupiter.api.AfterAll;

/** The part of the suite that two processes can spoil most, with the peer in a process of its own. */
@WholeBuild
final class ShmProcessesPartIT extends ConformancePart {
    private static final PeerHost HOST = ShmProcessesFixture.newHost();

    @AfterAll
    static void endThePeer() {
        HOST.close();
    }

    @Override
    public ConformanceFixture open(OrielConfig config) {
        return ShmProcessesFixture.open(HOST, config, true);
    }
}
