// SPDX-License-Identifier: Apache-2.0
// Copyright the Oriel authors.
package io.oriel.service.protocol;

/** The first value of counters: 0, or a value just before they wrap, for tests. It is read where a counter is created. */
public final class CounterStart {
    private CounterStart() {}

    /**
     * Returns the first value of a counter that is created now.
     *
     * @return 0 to 2^62; a counter of fewer than 64 bits begins at the low bits
     */
    public static long value() {
        return Long.getLong("oriel.test.counterStart", 0);
    }
}
