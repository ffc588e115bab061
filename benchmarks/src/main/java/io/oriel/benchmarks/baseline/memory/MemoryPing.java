// SPDX-License-Identifier: Apache-2.0
// Copyright the Oriel authors.
package io.oriel.benchmarks.baseline.memory;

import io.oriel.benchmarks.measure.RunRecorder;
import io.oriel.benchmarks.scenario.ControlChannel;
import io.oriel.benchmarks.scenario.Initiator;
import io.oriel.benchmarks.scenario.SpinGuard;
import io.oriel.benchmarks.scenario.Tally;

/** Copies into slot 0, then waits for the flag of slot 1. */
final class MemoryPing implements Initiator {
    private final Tally tally = new Tally();
    private final MappedSlots slots;
    private final SourceMemory source;
    private final SpinGuard guard;
    private long sequence;

    MemoryPing(int size, ControlChannel channel) {
        slots = MappedSlots.create(2, size, channel);
        source = new SourceMemory(size, tally);
        guard = new SpinGuard(channel);
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
        source.thorough(true);
        for (long i = 0; i < operations; i++) {
            roundTrip();
        }
        source.thorough(false);
    }

    @Override
    public Tally tally() {
        return tally;
    }

    @Override
    public void close() {
        slots.close();
    }

    private void roundTrip() {
        sequence++;
        slots.put(0, source.next(sequence), sequence);
        while (!slots.has(1, sequence)) {
            guard.spin();
        }
        guard.progressed();
        source.check(slots, 1, sequence);
    }
}
