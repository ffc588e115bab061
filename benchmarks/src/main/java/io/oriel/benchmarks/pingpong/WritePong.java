// SPDX-License-Identifier: Apache-2.0
// Copyright the Oriel authors.
package io.oriel.benchmarks.pingpong;

import io.oriel.benchmarks.scenario.Responder;
import io.oriel.benchmarks.scenario.Tally;

/** Waits for the peer's Write, then writes back; the endpoints take turns. */
public final class WritePong implements Responder {
    private final WriteTurns turns;
    private final long[] sequences;
    private int next;

    /**
     * Creates the responder's side.
     *
     * @param turns connected
     */
    public WritePong(WriteTurns turns) {
        this.turns = turns;
        sequences = new long[turns.endpointCount()];
    }

    @Override
    public void run(long operations) {
        for (long i = 0; i < operations; i++) {
            long sequence = ++sequences[next];
            turns.await(next, sequence);
            turns.write(next, sequence, i == operations - 1);
            next = next + 1 == turns.endpointCount() ? 0 : next + 1;
        }
        turns.drain();
    }

    @Override
    public void verify(long operations) {
        turns.thorough(true);
        run(operations);
        turns.thorough(false);
    }

    @Override
    public Tally tally() {
        return turns.tally();
    }

    @Override
    public void close() {
        turns.close();
    }
}
