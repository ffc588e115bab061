// SPDX-License-Identifier: Apache-2.0
// Copyright the Oriel authors.
package io.oriel.shm.remote;

import io.oriel.api.config.OrielConfig;
import io.oriel.testing.conformance.ConformancePart;
import io.oriel.testing.conformance.fixture.ConformanceFixture;
import org.junit.jupiter.api.AfterAll;

/** The part of the suite that two processes can spoil most, with the peer in a process of its own. */
final class ShmProcessesPartIT extends ConformancePart {
    private static final ProcessesMedium MEDIUM = new ProcessesMedium(true);

    @AfterAll
    static void endThePeer() {
        MEDIUM.close();
    }

    @Override
    public ConformanceFixture open(OrielConfig config) {
        return MEDIUM.open(config);
    }
}
