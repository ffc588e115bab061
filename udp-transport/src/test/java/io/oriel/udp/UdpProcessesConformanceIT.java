// SPDX-License-Identifier: Apache-2.0
// Copyright the Oriel authors.
package io.oriel.udp;

import io.oriel.api.config.OrielConfig;
import io.oriel.testing.conformance.ConformanceSuite;
import io.oriel.testing.conformance.fixture.ConformanceFixture;
import io.oriel.testing.remote.PeerHost;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.condition.EnabledIfSystemProperty;

/**
 * The whole suite over UDP with the peer in a process of its own. It is asked for, with {@code oriel.test.conformance};
 * other builds have {@link UdpProcessesPartIT} or {@link UdpConformanceTest}.
 */
@EnabledIfSystemProperty(
        named = "oriel.test.conformance",
        matches = "all",
        disabledReason = "-Doriel.test.conformance=all")
final class UdpProcessesConformanceIT extends ConformanceSuite {
    private static final PeerHost HOST = UdpProcessesFixture.newHost();

    @AfterAll
    static void endThePeer() {
        HOST.close();
    }

    @Override
    public ConformanceFixture open(OrielConfig config) {
        return UdpProcessesFixture.open(HOST, config);
    }
}
