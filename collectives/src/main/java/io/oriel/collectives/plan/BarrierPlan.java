// SPDX-License-Identifier: Apache-2.0
// Copyright the Oriel authors.
package io.oriel.collectives.plan;

import io.oriel.collectives.ElementType;
import io.oriel.collectives.data.Elements;
import io.oriel.collectives.flow.Execution;
import io.oriel.collectives.flow.Plan;

/** Waits for all. */
public enum BarrierPlan implements Plan {
    /** Each tells all. */
    FLAT {
        @Override
        public boolean begin(Execution execution, int round) {
            if (round > 0) {
                return false;
            }
            int size = execution.size();
            for (int distance = 1; distance < size; distance++) {
                signal(execution, distance);
            }
            return true;
        }
    },
    /** In rounds: each tells the one at a distance of one, two, four and so on. */
    DOUBLING {
        @Override
        public boolean begin(Execution execution, int round) {
            int distance = 1 << round;
            if (distance >= execution.size()) {
                return false;
            }
            signal(execution, distance);
            return true;
        }
    };

    private static final Elements NOTHING = Elements.none();

    private static void signal(Execution execution, int distance) {
        int size = execution.size();
        int rank = execution.rank();
        execution.flow(ElementType.BYTE, 0).from(NOTHING, 0).to((rank + distance) % size);
        execution.flow(ElementType.BYTE, 0).from((rank - distance + size) % size);
    }
}
