// SPDX-License-Identifier: Apache-2.0
// Copyright the Oriel authors.
package io.oriel.shm;

import io.oriel.api.config.OrielConfig;
import io.oriel.testing.conformance.ConformancePart;
import io.oriel.testing.conformance.fixture.ConformanceFixture;
import io.oriel.testing.junit.WholeBuild;

/** What a medium can spoil most, where each side reads the other's logs as another user's. */
@WholeBuild
final class ShmAfarPartTest extends ConformancePart {
    @Override
    public ConformanceFixture open(OrielConfig config) {
        return ShmFixture.openTried(ShmTestBed.AFAR, config);
    }
}
