// SPDX-License-Identifier: Apache-2.0
// Copyright the Oriel authors.
package io.oriel.testing.process;

import io.oriel.engine.counter.CounterStart;
import java.util.SplittableRandom;
import org.jspecify.annotations.Nullable;

/**
 * First values of the counters of this process, and of processes that it starts: just before a counter of some width wraps.
 * They apply to counters that are created meanwhile. Both ends of a link need the same.
 */
public final class CounterStarts {
    private static final int MOST_BEFORE = 40;

    /** Bits of counters, and of the words and indices made from them. */
    private static final int[] WIDTHS = {8, 14, 15, 16, 22, 28, 31, 32, 47, 55, 62};

    private CounterStarts() {}

    /**
     * Draws a first value: 0, or a value just before a counter of some width wraps.
     *
     * @param seed of the test
     * @return the value
     */
    public static long of(long seed) {
        SplittableRandom random = new SplittableRandom(seed);
        int index = random.nextInt(WIDTHS.length + 1);
        return index == WIDTHS.length ? 0 : (1L << WIDTHS[index]) - random.nextInt(MOST_BEFORE);
    }

    /**
     * Runs something while counters begin at a value, unless the property is set already.
     *
     * @param start 0 to 2^62
     * @param body  creates the counters
     */
    public static void run(long start, Runnable body) {
        String given = begin(start);
        try {
            body.run();
        } finally {
            end(given);
        }
    }

    /**
     * Lets counters begin at a value, unless the property is set already.
     *
     * @param start 0 to 2^62
     * @return for {@link #end}
     */
    public static @Nullable String begin(long start) {
        String given = System.getProperty(CounterStart.PROPERTY);
        if (given == null) {
            System.setProperty(CounterStart.PROPERTY, Long.toString(start));
        }
        return given;
    }

    /**
     * Lets counters begin where they did before.
     *
     * @param given what {@link #begin} returned
     */
    public static void end(@Nullable String given) {
        if (given == null) {
            System.clearProperty(CounterStart.PROPERTY);
        }
    }
}
