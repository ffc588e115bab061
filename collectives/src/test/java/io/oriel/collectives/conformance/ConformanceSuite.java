// SPDX-License-Identifier: Apache-2.0
// Copyright the Oriel authors.
package io.oriel.collectives.conformance;

import io.oriel.collectives.ranks.Ranks;
import io.oriel.testing.process.CounterStarts;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Nested;

/** The whole suite, with counters that wrap soon. A medium extends it and runs everything, including later additions. */
public abstract class ConformanceSuite {
    private static final int STEPS_BEFORE = 5;

    private final Ranks ranks;
    private final long start;
    private @Nullable String givenStart;

    /** Creates the suite; counters begin a few steps before so many bits wrap. */
    protected ConformanceSuite(Ranks ranks, int bits) {
        this.ranks = ranks;
        start = (1L << bits) - STEPS_BEFORE;
    }

    @BeforeEach
    void beginCounters() {
        givenStart = CounterStarts.begin(start);
    }

    @AfterEach
    void resetCounters() {
        CounterStarts.end(givenStart);
    }

    @Nested
    class Reductions extends ReductionConformanceTest {
        Reductions() {
            super(ranks);
        }
    }

    @Nested
    class Movements extends MovementConformanceTest {
        Movements() {
            super(ranks);
        }
    }

    @Nested
    class PointToPoint extends PointToPointConformanceTest {
        PointToPoint() {
            super(ranks);
        }
    }

    @Nested
    class Communicators extends CommunicatorConformanceTest {
        Communicators() {
            super(ranks);
        }
    }

    @Nested
    class Failures extends FailureConformanceTest {
        Failures() {
            super(ranks);
        }
    }

    @Nested
    class SharedOffers extends SharedOfferConformanceTest {
        SharedOffers() {
            super(ranks);
        }
    }

    @Nested
    class ExposedMemory extends ExposedMemoryConformanceTest {
        ExposedMemory() {
            super(ranks);
        }
    }
}
