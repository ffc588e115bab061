// SPDX-License-Identifier: Apache-2.0
// Copyright the Oriel authors.
package io.oriel.shm;

import io.oriel.api.config.OrielConfig;
import io.oriel.testing.conformance.ConformanceSuite;
import io.oriel.testing.conformance.fixture.ConformanceFixture;
import io.oriel.testing.junit.WholeBuild;

/**
 * The suite on real shared memory, where neither side maps what the other allocates. It is asked for, with
 * {@code oriel.test.whole}; a build by hand has {@link ShmCopiedPartTest}.
 */
@WholeBuild
final class ShmCopiedConformanceTest extends ConformanceSuite {
    @Override
    public ConformanceFixture open(OrielConfig config) {
        return ShmFixture.openCopied(config);
    }
}
