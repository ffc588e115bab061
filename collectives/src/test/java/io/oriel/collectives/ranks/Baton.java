// SPDX-License-Identifier: Apache-2.0
// Copyright the Oriel authors.
package io.oriel.collectives.ranks;

import java.util.HashSet;
import java.util.Random;
import java.util.Set;
import java.util.concurrent.Semaphore;

/** Lets one thread of several run at a time; who comes next is left to chance, by seed. */
final class Baton {
    private static final long MOST_PASSES = 20_000_000;

    private final Semaphore[] turns;
    private final boolean[] over;
    private final Random random;
    private final Set<Integer> stopped = new HashSet<>();
    private long passes;

    Baton(int size, long seed) {
        turns = new Semaphore[size];
        over = new boolean[size];
        random = new Random(seed);
        for (int i = 0; i < size; i++) {
            turns[i] = new Semaphore(0);
        }
        turns[0].release();
    }

    /** Waits for the first turn. */
    void begin(int self) {
        turns[self].acquireUninterruptibly();
    }

    /** Gives the turn to anyone, and waits for the next. */
    void pass(int self) {
        if (++passes > MOST_PASSES) {
            throw new AssertionError("nothing has come of " + passes + " turns");
        }
        int next = anyone();
        if (next != self) {
            turns[next].release();
            turns[self].acquireUninterruptibly();
        }
    }

    /** Gives the turn to another for ever. */
    void end(int self) {
        over[self] = true;
        for (int i = 0; i < turns.length; i++) {
            if (!over[i] && !stopped.contains(i)) {
                turns[anyone()].release();
                return;
            }
        }
    }

    /** Returns those that get no turn. */
    Set<Integer> stopped() {
        return stopped;
    }

    private int anyone() {
        int next;
        do {
            next = random.nextInt(turns.length);
        } while (over[next] || stopped.contains(next));
        return next;
    }
}
