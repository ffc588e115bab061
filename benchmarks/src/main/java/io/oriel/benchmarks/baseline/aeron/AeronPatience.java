// SPDX-License-Identifier: Apache-2.0
// Copyright the Oriel authors.
package io.oriel.benchmarks.baseline.aeron;

import io.oriel.benchmarks.BenchmarkException;
import java.util.concurrent.TimeUnit;
import java.util.function.BooleanSupplier;

/** The wait for a step of a link's making, with a limit. */
public final class AeronPatience {
    private static final long LIMIT_NS = TimeUnit.SECONDS.toNanos(20);

    private AeronPatience() {}

    /**
     * Waits for something.
     *
     * @param what      its name, for the message
     * @param condition true when it is there
     * @param pause     between two looks
     * @throws BenchmarkException if it does not come in time
     */
    public static void await(String what, BooleanSupplier condition, Runnable pause) {
        long deadline = System.nanoTime() + LIMIT_NS;
        while (!condition.getAsBoolean()) {
            if (System.nanoTime() - deadline > 0) {
                throw new BenchmarkException("raw Aeron: " + what + " has not appeared for "
                        + TimeUnit.NANOSECONDS.toSeconds(LIMIT_NS) + " s");
            }
            pause.run();
        }
    }
}
