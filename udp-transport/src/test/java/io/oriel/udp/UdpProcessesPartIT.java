// SPDX-License-Identifier: Apache-2.0
// Copyright the Oriel authors.
package io.oriel.udp;

import io.oriel.api.config.OrielConfig;
import io.oriel.testing.conformance.ConformancePart;
import io.oriel.testing.conformance.fixture.ConformanceFixture;
import io.oriel.testing.junit.WholeBuild;
import io.oriel.testing.remote.PeerHost;
import org.junit.jupiter.api.AfterAll;

/**
 * The part of the suite that two processes can spoil most, over UDP with the peer in a process of its own. It is asked for,
 * with {@code oriel.test.whole}; a build by hand has {@link UdpConformanceTest}.
 */
@WholeBuild
final class UdpProcessesPartIT extends ConformancePart {
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
