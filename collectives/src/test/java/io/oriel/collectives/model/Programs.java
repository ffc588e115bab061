// SPDX-License-Identifier: Apache-2.0
// Copyright the Oriel authors.
package io.oriel.collectives.model;

import io.oriel.collectives.ranks.Ranks;
import io.oriel.testing.process.CounterStarts;
import java.util.SplittableRandom;
import java.util.concurrent.atomic.AtomicLong;

/** Random programs, one after the other, until so many operations were carried out. Properties make it more, or others. */
final class Programs {
    private static final int LEAST = 2;
    private static final int STEPS = 150;

    private final long operations;
    private final long firstSeed;

    /** So many operations; or, if a property asks for more, that many divided by how much slower the medium is. */
    Programs(long otherwise, int slowness) {
        operations = Long.getLong("oriel.test.collectives.operations", otherwise * slowness) / slowness;
        firstSeed = Long.getLong("oriel.test.collectives.seed", System.nanoTime() & 0xFFFF_FFFFL);
    }

    /** Runs them on ranks that are made for each seed. */
    void run(int mostRanks, java.util.function.LongFunction<Ranks> ranks) {
        long done = 0;
        for (long seed = firstSeed; done < operations; seed++) {
            long program = seed;
            AtomicLong count = new AtomicLong();
            int size = LEAST + new SplittableRandom(seed).nextInt(mostRanks - LEAST + 1);
            try {
                CounterStarts.run(
                        CounterStarts.of(seed),
                        () -> ranks.apply(program)
                                .run(
                                        size,
                                        config -> config.withChecking(program % 5 == 0),
                                        world -> count.addAndGet(
                                                new Player(world, program).play(STEPS, STEPS, () -> {}))));
            } catch (RuntimeException | Error e) {
                throw new AssertionError("-Doriel.test.collectives.seed=" + seed, e);
            }
            done += count.get();
        }
        System.out.println("collectives: " + done + " operations, seeds from " + firstSeed);
    }

    long operations() {
        return operations;
    }

    long firstSeed() {
        return firstSeed;
    }

    static int steps() {
        return STEPS;
    }
}
