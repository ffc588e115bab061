// SPDX-License-Identifier: Apache-2.0
// Copyright the Oriel authors.
package io.oriel.collectives.choice;

import static io.oriel.collectives.Algorithm.CHAIN;
import static io.oriel.collectives.Algorithm.DOUBLING;
import static io.oriel.collectives.Algorithm.FLAT;
import static io.oriel.collectives.Algorithm.HALVING;
import static io.oriel.collectives.Algorithm.PAIRWISE;
import static io.oriel.collectives.Algorithm.RING;
import static io.oriel.collectives.Algorithm.TREE;

import io.oriel.collectives.Algorithm;
import io.oriel.collectives.Collective;
import io.oriel.collectives.flow.Plan;
import io.oriel.collectives.plan.AllGatherPlan;
import io.oriel.collectives.plan.AllReducePlan;
import io.oriel.collectives.plan.AllToAllPlan;
import io.oriel.collectives.plan.BarrierPlan;
import io.oriel.collectives.plan.BroadcastPlan;
import io.oriel.collectives.plan.ReducePlan;
import io.oriel.collectives.plan.ReduceScatterPlan;
import io.oriel.collectives.plan.RootPlan;
import io.oriel.collectives.plan.ScanPlan;
import java.util.EnumMap;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/** Which algorithms there are for which operations. */
public final class Plans {
    private static final Map<Collective, Map<Algorithm, Plan>> ALL = new EnumMap<>(Collective.class);

    static {
        ALL.put(Collective.BARRIER, Map.of(FLAT, BarrierPlan.FLAT, DOUBLING, BarrierPlan.DOUBLING));
        ALL.put(
                Collective.BROADCAST,
                Map.of(FLAT, BroadcastPlan.FLAT, TREE, BroadcastPlan.TREE, CHAIN, BroadcastPlan.CHAIN));
        ALL.put(Collective.REDUCE, Map.of(FLAT, ReducePlan.FLAT, TREE, ReducePlan.TREE, CHAIN, ReducePlan.CHAIN));
        ALL.put(
                Collective.ALL_REDUCE,
                Map.of(
                        FLAT,
                        AllReducePlan.FLAT,
                        TREE,
                        AllReducePlan.TREE,
                        RING,
                        AllReducePlan.RING,
                        DOUBLING,
                        AllReducePlan.DOUBLING,
                        HALVING,
                        AllReducePlan.HALVING,
                        PAIRWISE,
                        AllReducePlan.PAIRWISE));
        ALL.put(Collective.SCAN, Map.of(FLAT, ScanPlan.FLAT, CHAIN, ScanPlan.CHAIN));
        ALL.put(Collective.EXCLUSIVE_SCAN, Map.of(FLAT, ScanPlan.FLAT, CHAIN, ScanPlan.CHAIN));
        ALL.put(Collective.GATHER, Map.of(FLAT, RootPlan.GATHER));
        ALL.put(Collective.SCATTER, Map.of(FLAT, RootPlan.SCATTER));
        ALL.put(
                Collective.ALL_GATHER,
                Map.of(FLAT, AllGatherPlan.FLAT, RING, AllGatherPlan.RING, DOUBLING, AllGatherPlan.DOUBLING));
        ALL.put(Collective.ALL_TO_ALL, Map.of(FLAT, AllToAllPlan.FLAT, PAIRWISE, AllToAllPlan.PAIRWISE));
        ALL.put(Collective.REDUCE_SCATTER, Map.of(PAIRWISE, ReduceScatterPlan.PAIRWISE, RING, ReduceScatterPlan.RING));
    }

    private Plans() {}

    /**
     * Returns the plan of an algorithm.
     *
     * @param collective the operation
     * @param algorithm  how
     * @return null if there is none
     */
    public static @Nullable Plan find(Collective collective, Algorithm algorithm) {
        return all(collective).get(algorithm);
    }

    /**
     * Returns what there is for an operation.
     *
     * @param collective the operation
     * @return at least one algorithm
     */
    public static Set<Algorithm> of(Collective collective) {
        return all(collective).keySet();
    }

    private static Map<Algorithm, Plan> all(Collective collective) {
        return ALL.getOrDefault(collective, Map.of());
    }
}
