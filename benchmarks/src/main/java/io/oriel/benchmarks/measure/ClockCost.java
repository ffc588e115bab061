// SPDX-License-Identifier: Apache-2.0
// Copyright the Oriel authors.
package io.oriel.benchmarks.measure;

/** What one reading of the clock costs, since each round trip contains one. */
public final class ClockCost {
    private static final int READS = 200_000;
    private static final int ROUNDS = 5;

    private ClockCost() {}

    /**
     * Measures the clock with itself.
     *
     * @return nanoseconds a reading, the best of a few rounds
     */
    public static double measureNs() {
        double best = Double.MAX_VALUE;
        for (int round = 0; round < ROUNDS; round++) {
            long start = System.nanoTime();
            long last = start;
            for (int i = 0; i < READS; i++) {
                last = System.nanoTime();
            }
            best = Math.min(best, (double) (last - start) / READS);
        }
        return best;
    }
}
