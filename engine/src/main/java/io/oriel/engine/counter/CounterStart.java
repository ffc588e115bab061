// SPDX-License-Identifier: Apache-2.0
// Copyright the Oriel authors.
package io.oriel.engine.counter;

/**
 * The first value of counters: 0, or a value just before they wrap, for tests. It is read where a counter is created, so that
 * counting costs nothing more.
 */
public final class CounterStart {
    /** The system property, 0 to 2^62. A counter of fewer than 64 bits begins at the low bits of the value. */
    public static final String PROPERTY = "oriel.test.counterStart";

    private CounterStart() {}

    /** Returns the first value of a counter that is created now. */
    public static long value() {
        return Long.getLong(PROPERTY, 0);
    }
}
