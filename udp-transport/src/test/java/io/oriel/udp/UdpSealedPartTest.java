// SPDX-License-Identifier: Apache-2.0
// Copyright the Oriel authors.
package io.oriel.udp;

import io.oriel.api.config.OrielConfig;
import io.oriel.testing.conformance.ConformancePart;
import io.oriel.testing.conformance.fixture.ConformanceFixture;
import io.oriel.testing.junit.WholeBuild;

/**
 * The part of the suite that a medium can spoil most, over UDP on loopback, where each datagram is sealed. A build by hand has
 * the tests of each part of the encryption.
 */
@WholeBuild
final class UdpSealedPartTest extends ConformancePart {
    @Override
    public ConformanceFixture open(OrielConfig config) {
        return UdpFixture.openSealed(config);
    }
}
