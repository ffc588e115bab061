// SPDX-License-Identifier: Apache-2.0
// Copyright the Oriel authors.
package io.oriel.collectives.conformance;

import io.oriel.collectives.Algorithm;
import io.oriel.collectives.Collective;
import io.oriel.collectives.Communicator;
import io.oriel.collectives.choice.Plans;
import io.oriel.collectives.config.Tuning;
import io.oriel.collectives.ranks.Ranks;
import java.util.TreeSet;

/** What the tests of all operations share. */
public abstract class ConformanceTest {
    private final Ranks ranks;

    ConformanceTest(Ranks ranks) {
        this.ranks = ranks;
    }

    final Ranks ranks() {
        return ranks;
    }

    /** Returns lengths around those of a message, and one of several messages. */
    final int[] lengths() {
        return new int[] {1, 2, 7, 1023, 1024, 1025, ranks().many()};
    }

    /** What each rank does, knowing how an operation is carried out. */
    @FunctionalInterface
    interface Body {
        void run(Communicator communicator, Algorithm algorithm) throws Exception;
    }

    /** Has ranks do something with each algorithm of an operation in turn. */
    final void runByEach(int size, Collective collective, Body body) {
        ranks.run(size, world -> {
            for (Algorithm algorithm : new TreeSet<>(Plans.of(collective))) {
                Tuning.Rule rule = Tuning.Rule.always(collective, algorithm);
                try (Communicator own = world.duplicate(Tuning.defaults().withRule(rule))) {
                    body.run(own, algorithm);
                }
            }
        });
    }

    /** Has ranks of all sizes do something with each algorithm of an operation in turn. */
    final void runByEach(Collective collective, Body body) {
        for (int size : ranks.sizes()) {
            runByEach(size, collective, body);
        }
    }
}
