// SPDX-License-Identifier: Apache-2.0
// Copyright the Oriel authors.
package io.oriel.benchmarks.baseline;

import io.oriel.benchmarks.measure.RunRecorder;
import io.oriel.benchmarks.process.ControlChannel;
import io.oriel.benchmarks.scenario.Initiator;
import io.oriel.benchmarks.scenario.Payload;
import io.oriel.benchmarks.scenario.PayloadInspector;
import io.oriel.benchmarks.scenario.Responder;
import io.oriel.benchmarks.scenario.ScenarioConfig;
import io.oriel.benchmarks.scenario.Shape.Pattern;
import io.oriel.benchmarks.scenario.Tally;
import org.agrona.BitUtil;
import org.agrona.BufferUtil;
import org.agrona.concurrent.UnsafeBuffer;

/** Copies out of the mapped slots, by the initiator. The responder has filled them, and does nothing while they are read. */
final class MemoryReads implements Initiator, Responder {
    private static final int BATCH = 64;
    private static final int ROUND_SHIFT = 24;

    private final Tally tally = new Tally();
    private final ControlChannel channel;
    private final MappedSlots slots;
    private final Payload payload;
    private final PayloadInspector inspector;
    private final UnsafeBuffer sink;
    private final boolean isFirst;
    private final boolean isOneByOne;
    private final int size;
    private int slot;
    private int round;

    MemoryReads(MappedSlots slots, ScenarioConfig config, ControlChannel channel, boolean isFirst) {
        this.slots = slots;
        this.channel = channel;
        this.isFirst = isFirst;
        size = config.shape().sizeBytes();
        isOneByOne = config.shape().pattern() == Pattern.LATENCY;
        payload = new Payload(size);
        inspector = new PayloadInspector(payload, tally);
        sink = new UnsafeBuffer(BufferUtil.allocateDirectAligned(size, BitUtil.CACHE_LINE_LENGTH));
        payload.fill(sink, 0, 0);
        if (isFirst) {
            nextRound();
        } else {
            fill();
        }
    }

    @Override
    public void run(long operations, RunRecorder recorder) {
        recorder.start(operations);
        if (isOneByOne) {
            do {
                read();
            } while (recorder.roundTripEnded());
        } else {
            for (long left = operations; left > 0; left -= BATCH) {
                readTogether(Math.min(BATCH, left));
            }
            recorder.finish();
        }
    }

    @Override
    public void run(long operations) {}

    @Override
    public void verify(long operations) {
        if (!isFirst) {
            fill();
            return;
        }
        nextRound();
        inspector.thorough(true);
        run(operations, new RunRecorder());
        inspector.thorough(false);
    }

    private void readTogether(long count) {
        for (long i = 0; i < count; i++) {
            read();
        }
    }

    private void read() {
        long tag = tag(round, slot);
        // What was read before must not pass for what is read now.
        inspector.write(sink, 0, ~tag);
        sink.putBytes(0, slots.memory(), slots.offset(slot), size);
        inspector.check(sink, 0, tag);
        slot = slot + 1 == slots.count() ? 0 : slot + 1;
    }

    private void nextRound() {
        round++;
        channel.send("fill " + round);
        channel.expect("filled");
    }

    private void fill() {
        int filled = Integer.parseInt(channel.expect("fill"));
        for (int each = 0; each < slots.count(); each++) {
            payload.fill(slots.memory(), slots.offset(each), tag(filled, each));
        }
        channel.send("filled");
    }

    private static long tag(int round, int slot) {
        return ((long) round << ROUND_SHIFT) + slot + 1;
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
