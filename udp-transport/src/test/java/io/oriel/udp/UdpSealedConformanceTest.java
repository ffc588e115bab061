// SPDX-License-Identifier: Apache-2.0
// Copyright the Oriel authors.
package io.oriel.udp;

import io.oriel.api.config.OrielConfig;
import io.oriel.testing.conformance.ConformanceSuite;
import io.oriel.testing.conformance.fixture.ConformanceFixture;
import io.oriel.testing.junit.WholeBuild;

/**
 * The suite over UDP on loopback, where each datagram is sealed. It is asked for, with {@code oriel.test.whole}; a build by hand has {@link UdpSealedPartTest}.
 */
@WholeBuild
final class UdpSealedConformanceTest extends ConformanceSuite {
    @Override
    public ConformanceFixture open(OrielConfig config) {
        return UdpFixture.openSealed(config);
    }
}
