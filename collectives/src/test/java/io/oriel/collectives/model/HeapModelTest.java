// SPDX-License-Identifier: Apache-2.0
// Copyright the Oriel authors.
package io.oriel.collectives.model;

import static org.assertj.core.api.Assertions.assertThat;

import io.oriel.collectives.ranks.HeapRanks;
import io.oriel.testing.heap.host.HeapConditions;
import io.oriel.testing.process.CounterStarts;
import java.util.SplittableRandom;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** Random programs on a simulated host: the same seed plays the same game. */
@Timeout(7200)
final class HeapModelTest {
    private static final int MOST_RANKS = 9;
    private static final long OPERATIONS = 4_000;
    private static final int MOST_ACTS = 200;

    @Test
    void agreeWhereRanksReachEachOthersMemory() {
        new Programs(OPERATIONS, 1)
                .run(
                        MOST_RANKS,
                        seed -> new HeapRanks(HeapConditions.seeded(seed).withSharedMemory(true)));
    }

    @Test
    void agreeWhereAllGoesByFrames() {
        new Programs(OPERATIONS, 1)
                .run(
                        MOST_RANKS,
                        seed -> new HeapRanks(HeapConditions.seeded(seed).withSharedMemory(false)));
    }

    @Test
    void agreeUntilARankDiesAndNameItThen() {
        Programs programs = new Programs(OPERATIONS, 1);
        long done = 0;
        int deaths = 0;
        for (long seed = programs.firstSeed(); done < programs.operations(); seed++) {
            long program = seed;
            SplittableRandom random = new SplittableRandom(seed);
            int size = 2 + random.nextInt(MOST_RANKS - 1);
            int victim = random.nextInt(size);
            int deathly = random.nextInt(Programs.steps());
            int acts = 1 + random.nextInt(MOST_ACTS);
            HeapRanks ranks = new HeapRanks(HeapConditions.seeded(seed).withSharedMemory(random.nextBoolean()));
            long[] counts = new long[size];
            try {
                CounterStarts.run(
                        CounterStarts.of(seed),
                        () -> ranks.run(size, world -> {
                            int rank = world.rank();
                            counts[rank] = new Player(world, program, victim)
                                    .play(Programs.steps(), deathly, () -> ranks.killAfter(victim, acts));
                        }));
            } catch (RuntimeException | Error e) {
                throw new AssertionError("-Doriel.test.collectives.seed=" + seed, e);
            }
            deaths += ranks.isAlive(victim) ? 0 : 1;
            for (long count : counts) {
                done += count;
            }
        }
        assertThat(deaths).isPositive();
        System.out.println(
                "collectives: " + done + " operations, " + deaths + " deaths, seeds from " + programs.firstSeed());
    }
}
