// SPDX-License-Identifier: Apache-2.0
// Copyright the Oriel authors.
package io.oriel.shm;

import io.oriel.api.config.OrielConfig;
import io.oriel.testing.conformance.ConformancePart;
import io.oriel.testing.conformance.fixture.ConformanceFixture;
import io.oriel.testing.junit.WholeBuild;

/** Part of the suite on real shared memory, where neither side maps what the other allocates. */
@WholeBuild
final class ShmCopiedPartTest extends ConformancePart {
    @Override
    public ConformanceFixture open(OrielConfig config) {
        return ShmFixture.openCopied(config);
    }
}
