// SPDX-License-Identifier: Apache-2.0
// Copyright the Oriel authors.
package io.oriel.collectives.plan;

import io.oriel.collectives.data.Elements;
import io.oriel.collectives.flow.Flow;

/**
 * The binomial tree of ranks in their order: below rank r are r + 1, r + 2, r + 4 and so on, each with the ranks up to the next.
 * What is combined own first, then child by child, is combined in the order of ranks.
 */
final class Tree {
    private Tree() {}

    /** Returns who is above a rank other than 0. */
    static int parent(int rank) {
        return rank & rank - 1;
    }

    /** Adds what this rank and those below it have to a flow. */
    static Flow fromSubtree(Flow flow, Elements own, int rank, int size) {
        flow.from(own, 0);
        for (int distance = 1; isChild(rank, distance, size); distance <<= 1) {
            flow.from(rank + distance);
        }
        return flow;
    }

    /** Adds those below to a flow. */
    static void toChildren(Flow flow, int rank, int size) {
        for (int distance = 1; isChild(rank, distance, size); distance <<= 1) {
            flow.to(rank + distance);
        }
    }

    private static boolean isChild(int rank, int distance, int size) {
        return (rank & distance) == 0 && distance < size && (rank & distance - 1) == 0 && rank + distance < size;
    }
}
