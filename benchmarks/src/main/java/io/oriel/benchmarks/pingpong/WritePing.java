// SPDX-License-Identifier: Apache-2.0
// Copyright the Oriel authors.
package io.oriel.benchmarks.pingpong;

import io.oriel.benchmarks.measure.RunRecorder;
import io.oriel.benchmarks.scenario.Initiator;
import io.oriel.benchmarks.scenario.Tally;

/** Writes first, then waits for the peer's Write; the endpoints take turns. */
public final class WritePing implements Initiator {
    private final WriteTurns turns;
    private final long[] sequences;
    private int next;

    /**
     * Creates the initiator's side.
     *
     * @param turns connected
     */
    public WritePing(WriteTurns turns) {
        this.turns = turns;
        sequences = new long[turns.endpointCount()];
    }

    @Override
    public void run(long operations, RunRecorder recorder) {
        recorder.start(operations);
        do {
            roundTrip();
        } while (recorder.roundTripEnded());
    }

    @Override
    public void verify(long operations) {
        turns.thorough(true);
        for (long i = 0; i < operations; i++) {
            roundTrip();
        }
        turns.thorough(false);
    }

    @Override
    public String explanation() {
        return turns.explanation();
    }

    @Override
    public Tally tally() {
        return turns.tally();
    }

    @Override
    public void close() {
        turns.close();
    }

    private void roundTrip() {
        long sequence = ++sequences[next];
        turns.write(next, sequence, false);
        turns.await(next, sequence);
        next = next + 1 == turns.endpointCount() ? 0 : next + 1;
    }
}
