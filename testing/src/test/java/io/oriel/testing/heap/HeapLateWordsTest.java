// SPDX-License-Identifier: Apache-2.0
// Copyright the Oriel authors.
package io.oriel.testing.heap;

import io.oriel.api.config.OrielConfig;
import io.oriel.testing.conformance.fixture.ConformanceFixture;
import io.oriel.testing.conformance.fixture.ConformanceMedium;
import io.oriel.testing.conformance.message.SendConformanceTest;
import io.oriel.testing.heap.host.HeapConditions;
import io.oriel.testing.heap.host.HeapHabits;
import org.junit.jupiter.api.Nested;

/** Sends on a host where control messages overtake frames and words. */
final class HeapLateWordsTest implements ConformanceMedium {
    private static final HeapConditions CONDITIONS =
            new HeapConditions(1, 1024, 256 * 1024, 1_000_000, 0, 0, 0, false, HeapHabits.none());

    @Override
    public ConformanceFixture open(OrielConfig config) {
        return HeapFixture.open(config, CONDITIONS);
    }

    @Nested
    class Send extends SendConformanceTest {
        Send() {
            super(HeapLateWordsTest.this);
        }
    }
}
