// SPDX-License-Identifier: Apache-2.0
// Copyright the Oriel authors.
package io.oriel.udp;

import io.oriel.api.config.OrielConfig;
import io.oriel.testing.allocation.DataPlaneAllocations;
import io.oriel.testing.conformance.fixture.ConformanceFixture;

/** The data plane between hosts, the media driver's share included. */
final class UdpDataPlaneAllocationTest extends DataPlaneAllocations {
    @Override
    protected ConformanceFixture open(OrielConfig config) {
        return UdpFixture.open(config);
    }
}
