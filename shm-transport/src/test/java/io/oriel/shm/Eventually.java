// SPDX-License-Identifier: Apache-2.0
// Copyright the Oriel authors.
package io.oriel.shm;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;
import java.util.function.Supplier;

/** Waits for a state that nothing announces. */
public final class Eventually {
    private static final long PERIOD_NS = TimeUnit.MILLISECONDS.toNanos(2);

    private Eventually() {}

    /** Looks again and again until the state is as expected, or a test's patience is at its end. */
    public static <T> void becomes(Supplier<T> state, T expected) {
        long startNs = System.nanoTime();
        T seen = state.get();
        while (!seen.equals(expected)
                && System.nanoTime() - startNs < TimeUnit.SECONDS.toNanos(TestPort.PATIENCE_SECONDS)) {
            LockSupport.parkNanos(PERIOD_NS);
            seen = state.get();
        }
        assertThat(seen).isEqualTo(expected);
    }
}
