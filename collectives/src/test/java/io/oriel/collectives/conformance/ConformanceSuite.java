// SPDX-License-Identifier: Apache-2.0
// Copyright the Oriel authors.
package io.oriel.collectives.conformance;

import io.oriel.collectives.ranks.Ranks;
import org.junit.jupiter.api.Nested;

/** The whole suite. A medium extends it and runs everything, also what is added later. */
public abstract class ConformanceSuite {
    private final Ranks ranks;

    protected ConformanceSuite(Ranks ranks) {
        this.ranks = ranks;
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
