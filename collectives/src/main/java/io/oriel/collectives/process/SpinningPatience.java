// SPDX-License-Identifier: Apache-2.0
// Copyright the Oriel authors.
package io.oriel.collectives.process;

import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;

/**
 * How a thread waits: it spins, then gives the processor to others, then sleeps for moments. Ranks that share processors begin to
 * give them away sooner.
 */
final class SpinningPatience implements Surroundings.Patience {
    private static final int SPINS_ALONE = 20_000;
    private static final int SPINS_AMONG_OTHERS = 2; // whom one waits for may need this processor
    private static final int TURNS_PER_LOOK = 1024;
    private static final int YIELDS = 10_000;
    private static final int NAPS_PER_STEP = 64;
    private static final long FIRST_NAP_NS = TimeUnit.MICROSECONDS.toNanos(20);
    private static final long LAST_NAP_NS = TimeUnit.MILLISECONDS.toNanos(1);

    private final int spins;

    SpinningPatience(int ranksHere, int processors) {
        spins = ranksHere <= processors ? SPINS_ALONE : SPINS_AMONG_OTHERS;
    }

    @Override
    @SuppressWarnings("ThreadPriorityCheck") // another rank may need this processor: it is given away before one sleeps
    public void pause(int turn) {
        int count = unsigned(turn);
        if (count < spins) {
            Thread.onSpinWait();
        } else if (count < spins + YIELDS) {
            Thread.yield();
        } else {
            nap(count - spins - YIELDS);
        }
    }

    /** The count of turns wraps after weeks, and begins again. */
    private static int unsigned(int turn) {
        return turn & Integer.MAX_VALUE;
    }

    @Override
    public boolean isTimeToLook(int turn) {
        return (turn & TURNS_PER_LOOK - 1) == TURNS_PER_LOOK - 1 || unsigned(turn) > spins + YIELDS;
    }

    @Override
    public boolean isAlone() {
        return spins == SPINS_ALONE;
    }

    private static void nap(int count) {
        int doublings = Math.min(count / NAPS_PER_STEP, Long.SIZE - Long.numberOfLeadingZeros(LAST_NAP_NS));
        LockSupport.parkNanos(Math.min(FIRST_NAP_NS << doublings, LAST_NAP_NS));
    }
}
