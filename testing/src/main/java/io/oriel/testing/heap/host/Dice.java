// SPDX-License-Identifier: Apache-2.0
// Copyright the Oriel authors.
package io.oriel.testing.heap.host;

import java.util.Random;

/** Rolls for everything that is left to chance. */
public final class Dice {
    private final HeapConditions conditions;
    private final Random random;

    /** Begins with the seed of a host. */
    public Dice(HeapConditions conditions) {
        this.conditions = conditions;
        random = new Random(conditions.seed());
    }

    /** Returns how late a task of an agent or a worker is. */
    public long taskDelayNs() {
        return upTo(conditions.maxTaskDelayNs());
    }

    /** Returns how long a frame or a word takes. */
    public long frameDelayNs() {
        return upTo(conditions.maxFrameDelayNs());
    }

    /** Returns how long a control message takes. */
    public long controlDelayNs() {
        return upTo(conditions.maxControlDelayNs());
    }

    /** Tells whether a claim is refused though there is room. */
    public boolean refusesClaim() {
        return random.nextInt(100) < conditions.refusedClaims();
    }

    /** Something on the way is there already, between two looks in the same moment. */
    public boolean arrivesEarly() {
        return conditions.seed() != 0 && random.nextInt(8) == 0;
    }

    /** Tells one of two things; always the same on a calm host. */
    public boolean toss() {
        return conditions.seed() != 0 && random.nextBoolean();
    }

    /** Returns a number from 0, less than a bound. */
    public int below(int bound) {
        return random.nextInt(bound);
    }

    private long upTo(long maxNs) {
        return maxNs == 0 ? 0 : (long) (random.nextDouble() * maxNs);
    }
}
