// SPDX-License-Identifier: Apache-2.0
// Copyright the Oriel authors.
package io.oriel.collectives.ranks;

import io.oriel.collectives.process.OwnProcess;
import io.oriel.collectives.process.Surroundings;
import io.oriel.testing.heap.HeapMedium;
import io.oriel.testing.heap.HeapProcess;

/** A process of a simulated host, as a world sees it. */
final class HeapSurroundings implements Surroundings {
    private static final int TURNS_PER_LOOK = 16;

    private final HeapMedium medium;
    private final HeapProcess process;
    private final Baton baton;
    private final int rank;

    HeapSurroundings(HeapMedium medium, HeapProcess process, Baton baton, int rank) {
        this.medium = medium;
        this.process = process;
        this.baton = baton;
        this.rank = rank;
    }

    @Override
    public long nanoTime() {
        return medium.time().clockNs();
    }

    @Override
    public long counterStart() {
        return OwnProcess.SURROUNDINGS.counterStart();
    }

    @Override
    public Patience patience(int ranksHere) {
        return new Patience() {
            @Override
            public void pause(int turn) {
                if (!process.isAlive()) {
                    throw new HeapRanks.KilledError();
                }
                medium.time().step();
                baton.pass(rank);
            }

            @Override
            public boolean isTimeToLook(int turn) {
                return turn % TURNS_PER_LOOK == TURNS_PER_LOOK - 1;
            }

            @Override
            public boolean isAlone() {
                return true;
            }
        };
    }

    @Override
    public Repetition repeat(String name, long periodNs, Runnable task) {
        return new VirtualRepetition(periodNs, task)::end;
    }

    /** Something on the agenda of the simulated process, again and again. */
    private final class VirtualRepetition {
        private final long periodNs;
        private final Runnable task;
        private boolean ended;

        VirtualRepetition(long periodNs, Runnable task) {
            this.periodNs = periodNs;
            this.task = task;
            next();
        }

        private void next() {
            process.loop().schedule(periodNs, () -> {
                if (!ended) {
                    task.run();
                    next();
                }
            });
        }

        void end() {
            ended = true;
        }
    }
}
