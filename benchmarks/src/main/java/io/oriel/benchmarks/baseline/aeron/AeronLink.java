// SPDX-License-Identifier: Apache-2.0
// Copyright the Oriel authors.
package io.oriel.benchmarks.baseline.aeron;

import io.aeron.ExclusivePublication;
import io.aeron.Image;
import io.oriel.benchmarks.BenchmarkException;
import java.util.concurrent.TimeUnit;
import java.util.function.BooleanSupplier;

/** One side's publication to the other side with the image of what comes back. Used by one thread. */
public interface AeronLink extends AutoCloseable {
    /** How long a step of a link's making may take. */
    long PATIENCE_NS = TimeUnit.SECONDS.toNanos(20);

    /**
     * Returns what messages go into.
     *
     * @return connected
     */
    ExclusivePublication publication();

    /**
     * Returns what messages come out of.
     *
     * @return the only one of its subscription
     */
    Image image();

    /** Moves what only this thread can move: called before each poll, and between the attempts of a claim. */
    void drive();

    /** Frees what was made. */
    @Override
    void close();

    /**
     * Tells of an error that Aeron has nobody else to tell of: its default would end the JVM.
     *
     * @param e the error
     */
    static void report(Throwable e) {
        System.err.println("raw Aeron: " + e);
    }

    /**
     * Waits for something.
     *
     * @param what      its name, for the message
     * @param condition true when it is there
     * @param pause     between two looks
     * @throws BenchmarkException if it does not come in time
     */
    static void await(String what, BooleanSupplier condition, Runnable pause) {
        long deadline = System.nanoTime() + PATIENCE_NS;
        while (!condition.getAsBoolean()) {
            if (System.nanoTime() - deadline > 0) {
                throw new BenchmarkException("raw Aeron: " + what + " has not appeared for "
                        + TimeUnit.NANOSECONDS.toSeconds(PATIENCE_NS) + " s");
            }
            pause.run();
        }
    }
}
