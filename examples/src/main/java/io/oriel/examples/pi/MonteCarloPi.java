// SPDX-License-Identifier: Apache-2.0
// Copyright the Oriel authors.
package io.oriel.examples.pi;

import io.oriel.collectives.Communicator;
import io.oriel.collectives.Operator;
import java.util.SplittableRandom;

/**
 * Throws darts at a square and counts those within the circle in it. Darts come in blocks with seeds of their own, and the
 * blocks are dealt out: the result does not depend on the number of ranks.
 */
public final class MonteCarloPi {
    private static final int BLOCKS = 1024;
    private static final int DARTS_PER_BLOCK = 20_000;

    private MonteCarloPi() {}

    /**
     * Runs the example as one rank of those that were started together.
     *
     * @param arguments the number of blocks, or none
     */
    public static void main(String[] arguments) {
        int blocks = arguments.length > 0 ? Integer.parseInt(arguments[0]) : BLOCKS;
        try (Communicator world = Communicator.open()) {
            world.barrier();
            long beginNs = System.nanoTime();
            long inside = 0;
            for (int block = world.rank(); block < blocks; block += world.size()) {
                inside += inside(block);
            }
            long all = world.allReduce(inside, Operator.SUM);
            if (world.rank() == 0) {
                long darts = (long) blocks * DARTS_PER_BLOCK;
                System.out.printf(
                        "pi is about %.6f: %d of %d darts, %d ranks, %d ms%n",
                        4.0 * all / darts, all, darts, world.size(), (System.nanoTime() - beginNs) / 1_000_000);
            }
        }
    }

    private static long inside(long seed) {
        SplittableRandom random = new SplittableRandom(seed);
        long count = 0;
        for (int dart = 0; dart < DARTS_PER_BLOCK; dart++) {
            double x = random.nextDouble();
            double y = random.nextDouble();
            count += x * x + y * y < 1 ? 1 : 0;
        }
        return count;
    }
}
