// SPDX-License-Identifier: Apache-2.0
// Copyright the Oriel authors.
package io.oriel.collectives.process;

import io.oriel.collectives.data.Slab;
import io.oriel.collectives.lane.Pulses;

/** Shows the other ranks of the host that this process runs, whatever its application does. */
public final class Pulse implements AutoCloseable {
    /** How often it beats in the time after which a rank is given up. */
    public static final int BEATS = 16;

    /** Does not beat. */
    public static final Pulse NONE = new Pulse(() -> {});

    private final Surroundings.Repetition beating;

    private Pulse(Surroundings.Repetition beating) {
        this.beating = beating;
    }

    /**
     * Begins to beat.
     *
     * @param memory       in which the others look, for all of them
     * @param rank         of this process
     * @param size         how many ranks there are
     * @param stoppedNs    after which the others give it up
     * @param surroundings of this process
     */
    public Pulse(Slab memory, int rank, int size, long stoppedNs, Surroundings surroundings) {
        this(surroundings.repeat("oriel-pulse-" + rank, stoppedNs / BEATS, () -> Pulses.beat(memory.buffer(), size)));
    }

    /** Beats no more when it returns: the memory may go. */
    @Override
    public void close() {
        beating.close();
    }
}
