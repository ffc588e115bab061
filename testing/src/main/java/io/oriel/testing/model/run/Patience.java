// SPDX-License-Identifier: Apache-2.0
// Copyright the Oriel authors.
package io.oriel.testing.model.run;

import io.oriel.testing.conformance.fixture.ConformanceFixture;
import java.util.function.BooleanSupplier;
import java.util.function.Supplier;

/** Waits until the real ones have done what the model says, or the peer's process has died. */
public final class Patience {
    private static final int ROUNDS_IN_HEAP = 50_000;
    private static final int FEW_ROUNDS_IN_HEAP = 2_000;
    private static final int BUSY_ROUNDS = 256;
    private static final long PATIENCE_NS = 20_000_000_000L;

    private final ConformanceFixture fixture;
    private final int roundsInHeap;

    /**
     * Creates what waits.
     *
     * @param fixture that is driven
     * @param isShort the model is expected to be wrong, and the host to be calm
     */
    public Patience(ConformanceFixture fixture, boolean isShort) {
        this.fixture = fixture;
        roundsInHeap = isShort ? FEW_ROUNDS_IN_HEAP : ROUNDS_IN_HEAP;
    }

    public void requirePeer() {
        if (!fixture.isPeerAlive()) {
            throw new PeerDeath();
        }
    }

    public void await(Supplier<String> what, BooleanSupplier condition) {
        long beganNs = System.nanoTime();
        boolean inHeap = !fixture.supportsBlockingWaits();
        requirePeer();
        for (int round = 0; !condition.getAsBoolean(); round++) {
            requirePeer();
            boolean over = inHeap ? round > roundsInHeap : System.nanoTime() - beganNs > PATIENCE_NS;
            if (over) {
                throw new Divergence("waited in vain for " + what.get());
            }
            if (inHeap || round > BUSY_ROUNDS) {
                fixture.pause();
            }
        }
        requirePeer();
    }
}
