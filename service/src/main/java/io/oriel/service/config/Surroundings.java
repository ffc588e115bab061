// SPDX-License-Identifier: Apache-2.0
// Copyright the Oriel authors.
package io.oriel.service.config;

import java.util.SplittableRandom;
import java.util.random.RandomGenerator;
import org.agrona.concurrent.NanoClock;

/**
 * Where servers and clients take the time and random numbers from: the system, or a simulation, in which everything follows from a seed.
 *
 * <p><b>Threading:</b> as the two; those of {@link #system()} for one thread at a time.
 *
 * @param clock  for deadlines and delays
 * @param random for delays
 */
public record Surroundings(NanoClock clock, RandomGenerator random) {
    /**
     * Returns those of the system.
     *
     * @return {@link System#nanoTime}, and random numbers that differ each time
     */
    public static Surroundings system() {
        return new Surroundings(System::nanoTime, new SplittableRandom());
    }

    /**
     * Reads the clock.
     *
     * @return nanoseconds, from any origin
     */
    public long nanoTime() {
        return clock.nanoTime();
    }
}
