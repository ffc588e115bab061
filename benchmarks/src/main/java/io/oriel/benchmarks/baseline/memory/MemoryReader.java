// SPDX-License-Identifier: Apache-2.0
// Copyright the Oriel authors.
package io.oriel.benchmarks.baseline.memory;

import io.oriel.benchmarks.measure.Progress;
import io.oriel.benchmarks.measure.RunRecorder;
import io.oriel.benchmarks.plan.Pattern;
import io.oriel.benchmarks.plan.ScenarioConfig;
import io.oriel.benchmarks.scenario.ControlChannel;
import io.oriel.benchmarks.scenario.Initiator;
import io.oriel.benchmarks.scenario.Tally;

/** Copies out of the mapped slots, which the other process has filled. */
final class MemoryReader implements Initiator {
    private static final int BATCH = 64;

    private final Tally tally = new Tally();
    private final ControlChannel channel;
    private final MappedSlots slots;
    private final SourceMemory sink;
    private final boolean isLatency;
    private final int size;
    private final int count;
    private int slot;
    private int round;

    MemoryReader(ScenarioConfig config, ControlChannel channel) {
        this.channel = channel;
        size = config.shape().sizeBytes();
        count = config.load().totalOutstanding();
        isLatency = config.shape().pattern() == Pattern.LATENCY;
        slots = MappedSlots.create(count, size, channel);
        sink = new SourceMemory(size, tally);
        nextRound();
    }

    @Override
    public void run(long operations, RunRecorder recorder) {
        recorder.start(operations);
        if (isLatency) {
            do {
                read();
            } while (recorder.roundTripEnded());
            return;
        }
        for (long done = 0; done < operations; ) {
            long batch = Math.min(BATCH, operations - done);
            for (long i = 0; i < batch; i++) {
                read();
            }
            done += batch;
            recorder.completed(batch);
        }
        recorder.finish();
    }

    @Override
    public void verify(long operations) {
        nextRound();
        sink.thorough(true);
        run(operations, new RunRecorder(Progress.NONE));
        sink.thorough(false);
    }

    @Override
    public Tally tally() {
        return tally;
    }

    @Override
    public void close() {
        slots.close();
    }

    private void read() {
        long tag = tag(round, slot);
        // What was read before must not pass for what is read now.
        sink.next(~tag).putBytes(0, slots.memory(), slots.offset(slot), size);
        sink.check(tag);
        slot = slot + 1 == count ? 0 : slot + 1;
    }

    private void nextRound() {
        round++;
        channel.send("fill " + round);
        channel.expect("filled");
    }

    static long tag(int round, int slot) {
        return ((long) round << 24) + slot + 1;
    }
}
