// SPDX-License-Identifier: Apache-2.0
// Copyright the Oriel authors.
package io.oriel.udp;

import io.oriel.api.config.OrielConfig;
import io.oriel.testing.conformance.ConformancePart;
import io.oriel.testing.conformance.fixture.ConformanceFixture;
import io.oriel.testing.junit.WholeBuild;

/**
 * The part of the suite that a medium can spoil most, over UDP on links that go on in another stream all the time, because each begins near
 * its last position. It is asked for, with {@code oriel.test.whole}; a build by hand has {@link UdpPositionTest}.
 */
@WholeBuild
final class UdpPositionPartTest extends ConformancePart {
    @Override
    public ConformanceFixture open(OrielConfig config) {
        return UdpFixture.openAt(UdpPositionTest.NEAR_THE_END, config);
    }
}
