// SPDX-License-Identifier: Apache-2.0
// Copyright the Oriel authors.
package io.oriel.benchmarks.baseline;

import io.oriel.benchmarks.lookup.Chains;
import io.oriel.benchmarks.lookup.Places;
import io.oriel.benchmarks.measure.RunRecorder;
import io.oriel.benchmarks.process.ControlChannel;
import io.oriel.benchmarks.scenario.Initiator;
import io.oriel.benchmarks.scenario.Responder;
import io.oriel.benchmarks.scenario.ScenarioConfig;
import io.oriel.benchmarks.scenario.Tally;
import org.agrona.BitUtil;
import org.agrona.BufferUtil;
import org.agrona.concurrent.UnsafeBuffer;

/** Copies from random places of a large mapped memory, which the other side has filled. */
final class MemoryLookups implements Initiator {
    private final MappedSlots memory;
    private final Places places;
    private final Chains chains;
    private final UnsafeBuffer sinks;
    private final int stride;

    MemoryLookups(ScenarioConfig config, ControlChannel channel) {
        places = new Places(config.shape().sizeBytes());
        chains = new Chains(places, config.load().outstanding());
        stride = BitUtil.align(places.size(), 2 * BitUtil.CACHE_LINE_LENGTH);
        sinks = new UnsafeBuffer(BufferUtil.allocateDirectAligned(chains.count() * stride, BitUtil.CACHE_LINE_LENGTH));
        memory = MappedSlots.create(1, Places.MEMORY, channel);
        channel.expect("filled");
    }

    /** Fills the memory, and does nothing more. */
    static Responder target(ScenarioConfig config, ControlChannel channel) {
        MappedSlots memory = MappedSlots.open(1, Places.MEMORY, channel);
        new Places(config.shape().sizeBytes()).fill(memory.memory(), memory.offset(0));
        channel.send("filled");
        return Responder.idle();
    }

    @Override
    public void run(long operations, RunRecorder recorder) {
        recorder.start(operations);
        for (long left = operations; left > 0; left -= chains.count()) {
            copyTogether((int) Math.min(chains.count(), left));
        }
        recorder.finish();
    }

    private void copyTogether(int count) {
        int start = memory.offset(0);
        for (int chain = 0; chain < count; chain++) {
            int from = start + chains.prepare(chain, sinks, chain * stride);
            sinks.putBytes(chain * stride, memory.memory(), from, places.size());
        }
        for (int chain = 0; chain < count; chain++) {
            chains.advance(chain, sinks, chain * stride);
        }
    }

    @Override
    public void verify(long operations) {
        chains.thorough(true);
        run(operations, new RunRecorder());
        chains.thorough(false);
    }

    @Override
    public Tally tally() {
        return chains.tally();
    }

    @Override
    public void close() {
        memory.close();
    }
}
