// SPDX-License-Identifier: Apache-2.0
// Copyright the Oriel authors.
package io.oriel.benchmarks.baseline.memory;

import io.oriel.benchmarks.measure.Pacer;
import io.oriel.benchmarks.measure.Progress;
import io.oriel.benchmarks.measure.RunRecorder;
import io.oriel.benchmarks.plan.ScenarioConfig;
import io.oriel.benchmarks.scenario.ControlChannel;
import io.oriel.benchmarks.scenario.Initiator;
import io.oriel.benchmarks.scenario.SpinGuard;
import io.oriel.benchmarks.scenario.Tally;

/** Copies into one slot after the other, as far ahead of the acknowledgement as there are slots. */
final class MemoryStream implements Initiator {
    private final Tally tally = new Tally();
    private final MappedSlots slots;
    private final SourceMemory source;
    private final SpinGuard guard;
    private final Pacer pacer;
    private final long[] intendedNs;
    private long posted;
    private long completed;
    private int nextSlot;
    private int oldestSlot;

    MemoryStream(ScenarioConfig config, ControlChannel channel) {
        int size = config.shape().sizeBytes();
        int count = config.load().totalOutstanding();
        slots = MappedSlots.create(count, size, channel);
        source = new SourceMemory(size, tally);
        guard = new SpinGuard(channel);
        pacer = new Pacer(config.load().ratePerSecond());
        intendedNs = new long[count];
    }

    @Override
    public void run(long operations, RunRecorder recorder) {
        recorder.start(operations);
        pacer.start();
        long first = posted;
        long last = posted + operations;
        while (completed < last) {
            while (posted < last && posted - completed < intendedNs.length && isDue(posted - first)) {
                posted++;
                slots.put(nextSlot, source.next(posted), posted);
                nextSlot = following(nextSlot);
            }
            if (!reap(recorder)) {
                guard.spin();
            }
        }
        recorder.finish();
    }

    @Override
    public void verify(long operations) {
        source.thorough(true);
        run(operations, new RunRecorder(Progress.NONE));
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

    private boolean isDue(long index) {
        if (!pacer.isOpenLoop()) {
            return true;
        }
        intendedNs[nextSlot] = pacer.intendedNs(index);
        return System.nanoTime() - intendedNs[nextSlot] >= 0;
    }

    private boolean reap(RunRecorder recorder) {
        long acknowledged = slots.acknowledged();
        long done = acknowledged - completed;
        if (done == 0) {
            return false;
        }
        while (completed < acknowledged) {
            if (pacer.isOpenLoop()) {
                recorder.latency(System.nanoTime() - intendedNs[oldestSlot]);
            }
            oldestSlot = following(oldestSlot);
            completed++;
        }
        guard.progressed();
        recorder.completed(done);
        return true;
    }

    private int following(int slot) {
        return slot + 1 == intendedNs.length ? 0 : slot + 1;
    }
}
