// SPDX-License-Identifier: Apache-2.0
// Copyright the Oriel authors.
package io.oriel.shm;

import io.oriel.api.config.OrielConfig;
import io.oriel.testing.conformance.ConformanceSuite;
import io.oriel.testing.conformance.fixture.ConformanceFixture;
import io.oriel.testing.remote.PeerHost;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.condition.EnabledIfSystemProperty;

/** The whole suite with the peer in a process of its own. It is asked for, with {@code oriel.test.conformance}. */
@EnabledIfSystemProperty(
        named = "oriel.test.conformance",
        matches = "all",
        disabledReason = "-Doriel.test.conformance=all")
final class ShmProcessesConformanceIT extends ConformanceSuite {
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
