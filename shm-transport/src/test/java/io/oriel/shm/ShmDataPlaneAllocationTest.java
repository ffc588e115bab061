// SPDX-License-Identifier: Apache-2.0
// Copyright the Oriel authors.
package io.oriel.shm;

import io.oriel.api.config.OrielConfig;
import io.oriel.testing.allocation.DataPlaneAllocations;
import io.oriel.testing.conformance.fixture.ConformanceFixture;
import org.junit.jupiter.params.ParameterizedClass;
import org.junit.jupiter.params.provider.ValueSource;

/** The data plane on real shared memory, with and without direct access. */
@ParameterizedClass(name = "direct access: {0}")
@ValueSource(booleans = {true, false})
final class ShmDataPlaneAllocationTest extends DataPlaneAllocations {
    private final boolean directAccess;

    ShmDataPlaneAllocationTest(boolean directAccess) {
        this.directAccess = directAccess;
    }

    @Override
    protected ConformanceFixture open(OrielConfig config) {
        return ShmFixture.open(config, directAccess);
    }
}
