// SPDX-License-Identifier: Apache-2.0
// Copyright the Oriel authors.
package io.oriel.benchmarks.baseline.aeron;

import io.oriel.benchmarks.measure.Pacer;
import io.oriel.benchmarks.measure.Progress;
import io.oriel.benchmarks.measure.RunRecorder;
import io.oriel.benchmarks.plan.Load;
import io.oriel.benchmarks.scenario.ControlChannel;
import io.oriel.benchmarks.scenario.Initiator;
import io.oriel.benchmarks.scenario.SpinGuard;
import io.oriel.benchmarks.scenario.Tally;

/** Sends messages as far ahead of the answers as may be outstanding. */
final class AeronStream implements Initiator {
    private final Tally tally = new Tally();
    private final AeronLink link;
    private final AeronSender sender;
    private final AeronReceiver receiver;
    private final SpinGuard guard;
    private final Pacer pacer;
    private final long[] intendedNs;
    private long posted;
    private long completed;
    private int next;
    private int oldest;

    AeronStream(AeronLink link, AeronSizes sizes, Load load, ControlChannel channel) {
        this.link = link;
        guard = new SpinGuard(channel);
        sender = new AeronSender(link, sizes.request(), guard, tally);
        receiver = new AeronReceiver(link, sizes.response(), load.totalOutstanding(), tally);
        pacer = new Pacer(load.ratePerSecond());
        intendedNs = new long[load.totalOutstanding()];
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
                sender.send(posted);
                next = following(next);
            }
            if (receiver.poll()) {
                guard.progressed();
                reap(recorder);
            } else {
                guard.spin();
            }
        }
        recorder.finish();
    }

    @Override
    public void verify(long operations) {
        sender.thorough(true);
        receiver.thorough(true);
        run(operations, new RunRecorder(Progress.NONE));
        receiver.thorough(false);
        sender.thorough(false);
    }

    @Override
    public Tally tally() {
        return tally;
    }

    @Override
    public void close() {
        link.close();
    }

    private boolean isDue(long index) {
        if (!pacer.isOpenLoop()) {
            return true;
        }
        intendedNs[next] = pacer.intendedNs(index);
        return System.nanoTime() - intendedNs[next] >= 0;
    }

    private void reap(RunRecorder recorder) {
        recorder.completed(receiver.received() - completed);
        while (completed < receiver.received()) {
            if (pacer.isOpenLoop()) {
                recorder.latency(System.nanoTime() - intendedNs[oldest]);
            }
            oldest = following(oldest);
            completed++;
        }
    }

    private int following(int slot) {
        return slot + 1 == intendedNs.length ? 0 : slot + 1;
    }
}
