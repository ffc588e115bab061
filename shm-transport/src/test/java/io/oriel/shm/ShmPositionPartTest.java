// SPDX-License-Identifier: Apache-2.0
// Copyright the Oriel authors.
package io.oriel.shm;

import io.oriel.api.config.OrielConfig;
import io.oriel.shm.directory.ProcessHome;
import io.oriel.testing.conformance.ConformancePart;
import io.oriel.testing.conformance.fixture.ConformanceFixture;
import io.oriel.testing.junit.WholeBuild;

/**
 * The part of the suite that a medium can spoil most, on shared memory, by the peer's responder, on links that go on in another log all the time, because each begins near
 * its last position. It is asked for, with {@code oriel.test.whole}; a build by hand has {@link ShmPositionTest}.
 */
@WholeBuild
final class ShmPositionPartTest extends ConformancePart {
    @Override
    public ConformanceFixture open(OrielConfig config) {
        return ShmFixture.openTried(new ProcessHome.Trial(ShmPositionTest.NEAR_THE_END, false), config);
    }
}
