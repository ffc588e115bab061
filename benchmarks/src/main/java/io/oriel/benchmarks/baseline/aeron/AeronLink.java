// SPDX-License-Identifier: Apache-2.0
// Copyright the Oriel authors.
package io.oriel.benchmarks.baseline.aeron;

import io.aeron.ExclusivePublication;
import io.aeron.Image;

/** One side's publication to the other side with the image of what comes back. Used by one thread. */
public interface AeronLink extends AutoCloseable {
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
}
