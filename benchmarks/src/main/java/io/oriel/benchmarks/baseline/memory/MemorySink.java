// SPDX-License-Identifier: Apache-2.0
// Copyright the Oriel authors.
package io.oriel.benchmarks.baseline.memory;

import io.oriel.benchmarks.plan.ScenarioConfig;
import io.oriel.benchmarks.scenario.ControlChannel;
import io.oriel.benchmarks.scenario.Responder;
import io.oriel.benchmarks.scenario.SpinGuard;
import io.oriel.benchmarks.scenario.Tally;

/** Waits for the flag of one slot after the other, and acknowledges each. */
final class MemorySink implements Responder {
    private final Tally tally = new Tally();
    private final MappedSlots slots;
    private final SourceMemory source;
    private final SpinGuard guard;
    private final int count;
    private long sequence;
    private int slot;

    MemorySink(ScenarioConfig config, ControlChannel channel) {
        count = config.load().totalOutstanding();
        slots = MappedSlots.open(config.shape().sizeBytes(), channel);
        source = new SourceMemory(config.shape().sizeBytes(), tally);
        guard = new SpinGuard(channel);
    }

    @Override
    public void run(long operations) {
        long last = sequence + operations;
        while (sequence < last) {
            if (slots.has(slot, sequence + 1)) {
                guard.progressed();
                sequence++;
                source.check(slots, slot, sequence);
                slots.acknowledge(sequence);
                slot = slot + 1 == count ? 0 : slot + 1;
            } else {
                guard.spin();
            }
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
