// SPDX-License-Identifier: Apache-2.0
// Copyright the Oriel authors.
package io.oriel.collectives.choice;

import io.oriel.collectives.Algorithm;
import io.oriel.collectives.Collective;
import io.oriel.collectives.config.Tuning;
import io.oriel.collectives.data.Arguments;
import io.oriel.collectives.flow.Plan;
import io.oriel.collectives.plan.AllGatherPlan;
import io.oriel.collectives.plan.AllReducePlan;
import io.oriel.collectives.plan.ReduceScatterPlan;
import java.util.Arrays;
import java.util.EnumMap;
import java.util.Map;
import java.util.stream.LongStream;

/**
 * Which algorithm each operation of one communicator takes. Steps of bytes are worked out once; an operation looks them up.
 */
public final class Choice {
    private static final Step[] NONE = {};

    private final Tuning tuning;
    private final int ranks;
    private final boolean isDirect;
    private final Map<Collective, Step[]> steps = new EnumMap<>(Collective.class);

    /**
     * What is taken up to a number of bytes.
     *
     * @param maxBytes  for so many at most
     * @param algorithm how
     * @param plan      of the algorithm
     * @param reason    why
     */
    public record Step(long maxBytes, Algorithm algorithm, Plan plan, String reason) {
        /**
         * Returns the plan for an operation. Parts of different lengths do not go in pairs, and a ring combines in another
         * order than that of the ranks.
         *
         * @param arguments of the operation
         * @return the plan
         */
        public Plan planFor(Arguments arguments) {
            return switch (arguments.collective) {
                case ALL_GATHER ->
                    algorithm == Algorithm.DOUBLING && arguments.receiveCounts.length > 0 ? AllGatherPlan.RING : plan;
                case ALL_REDUCE -> mayRing(arguments) ? plan : AllReducePlan.PAIRWISE;
                case REDUCE_SCATTER -> mayRing(arguments) ? plan : ReduceScatterPlan.PAIRWISE;
                default -> plan;
            };
        }

        private boolean mayRing(Arguments arguments) {
            return algorithm != Algorithm.RING || arguments.operator.isCommutative();
        }
    }

    /**
     * Works out the choice.
     *
     * @param tuning   of the configuration
     * @param ranks    of the communicator
     * @param isDirect whether all reach each other's memory
     * @throws IllegalArgumentException if a rule names an algorithm that there is not
     */
    public Choice(Tuning tuning, int ranks, boolean isDirect) {
        this.tuning = tuning;
        this.ranks = ranks;
        this.isDirect = isDirect;
        for (Collective collective : Collective.values()) {
            steps.put(collective, stepsOf(collective));
        }
    }

    /**
     * Returns what an operation takes.
     *
     * @param collective the operation
     * @param bytes      of it
     * @return the step
     */
    public Step of(Collective collective, long bytes) {
        for (Step step : steps.getOrDefault(collective, NONE)) {
            if (bytes <= step.maxBytes) {
                return step;
            }
        }
        throw new IllegalStateException("no step for " + bytes + " bytes");
    }

    /**
     * Says what an operation would take, and why.
     *
     * @param collective the operation
     * @param bytes      of it
     * @return one sentence
     */
    public String explain(Collective collective, long bytes) {
        Step step = of(collective, bytes);
        return collective + " of " + bytes + " bytes, " + ranks + " ranks "
                + (isDirect ? "that reach each other's memory" : "of which some are reached by frames only") + ": "
                + step.algorithm + ", " + step.reason;
    }

    private Step[] stepsOf(Collective collective) {
        LongStream ruled = tuning.rules().stream()
                .filter(rule -> rule.collective() == collective)
                .flatMapToLong(rule -> LongStream.of(rule.minBytes() - 1, rule.maxBytes()))
                .filter(end -> end >= 0);
        return LongStream.concat(ruled, Arrays.stream(Defaults.ends()))
                .sorted()
                .distinct()
                .mapToObj(end -> step(collective, end))
                .toArray(Step[]::new);
    }

    private Step step(Collective collective, long bytes) {
        for (Tuning.Rule rule : tuning.rules()) {
            if (rule.appliesTo(collective, ranks, bytes)) {
                return step(collective, ranks, bytes, rule.algorithm(), "because a rule of the tuning says so");
            }
        }
        return Defaults.step(collective, ranks, isDirect, bytes);
    }

    static Step step(Collective collective, int ranks, long bytes, Algorithm algorithm, String reason) {
        if (collective == Collective.ALL_GATHER && algorithm == Algorithm.DOUBLING && Integer.bitCount(ranks) > 1) {
            return step(collective, ranks, bytes, Algorithm.RING, "because the ranks are no power of two for DOUBLING");
        }
        Plan plan = Plans.find(collective, algorithm);
        if (plan == null) {
            throw new IllegalArgumentException(
                    "algorithm of " + collective + " must be one of " + Plans.of(collective) + ", was " + algorithm);
        }
        return new Step(bytes, algorithm, plan, reason);
    }
}
