// SPDX-License-Identifier: Apache-2.0
// Copyright the Oriel authors.
package io.oriel.benchmarks.baseline.memory;

import io.oriel.benchmarks.scenario.ControlChannel;
import io.oriel.benchmarks.scenario.Responder;
import io.oriel.benchmarks.scenario.SpinGuard;
import io.oriel.benchmarks.scenario.Tally;

/** Waits for the flag of slot 0, then copies into slot 1. */
final class MemoryPong implements Responder {
    private final Tally tally = new Tally();
    private final MappedSlots slots;
    private final SourceMemory source;
    private final SpinGuard guard;
    private long sequence;

    MemoryPong(int size, ControlChannel channel) {
        slots = MappedSlots.open(size, channel);
        source = new SourceMemory(size, tally);
        guard = new SpinGuard(channel);
    }

    @Override
    public void run(long operations) {
        for (long i = 0; i < operations; i++) {
            sequence++;
            while (!slots.has(0, sequence)) {
                guard.spin();
            }
            guard.progressed();
            source.check(slots, 0, sequence);
            slots.put(1, source.next(sequence), sequence);
        }
    }

    @Override
    public void verify(long operations) {
        source.thorough(true);
        run(operations);
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
}
