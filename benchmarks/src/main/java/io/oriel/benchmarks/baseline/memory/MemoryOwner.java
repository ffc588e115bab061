// SPDX-License-Identifier: Apache-2.0
// Copyright the Oriel authors.
package io.oriel.benchmarks.baseline.memory;

import io.oriel.benchmarks.plan.ScenarioConfig;
import io.oriel.benchmarks.scenario.ControlChannel;
import io.oriel.benchmarks.scenario.Payload;
import io.oriel.benchmarks.scenario.Responder;
import io.oriel.benchmarks.scenario.Tally;

/** Fills the mapped slots for a reader, and does nothing while they are read. */
final class MemoryOwner implements Responder {
    private final Tally tally = new Tally();
    private final ControlChannel channel;
    private final MappedSlots slots;
    private final Payload payload;
    private final int count;

    MemoryOwner(ScenarioConfig config, ControlChannel channel) {
        this.channel = channel;
        payload = new Payload(config.shape().sizeBytes());
        count = config.load().totalOutstanding();
        slots = MappedSlots.open(config.shape().sizeBytes(), channel);
        fill();
    }

    @Override
    public void run(long operations) {}

    @Override
    public void verify(long operations) {
        fill();
    }

    @Override
    public Tally tally() {
        return tally;
    }

    @Override
    public void close() {
        slots.close();
    }

    private void fill() {
        int round = Integer.parseInt(channel.expect("fill"));
        for (int slot = 0; slot < count; slot++) {
            payload.fill(slots.memory(), slots.offset(slot), MemoryReader.tag(round, slot));
        }
        channel.send("filled");
    }
}
