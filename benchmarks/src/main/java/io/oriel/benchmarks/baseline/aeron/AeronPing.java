// SPDX-License-Identifier: Apache-2.0
// Copyright the Oriel authors.
package io.oriel.benchmarks.baseline.aeron;

import io.oriel.benchmarks.measure.RunRecorder;
import io.oriel.benchmarks.scenario.ControlChannel;
import io.oriel.benchmarks.scenario.Initiator;
import io.oriel.benchmarks.scenario.SpinGuard;
import io.oriel.benchmarks.scenario.Tally;

/** Sends a message and waits for the answer, one at a time. */
final class AeronPing implements Initiator {
    private final Tally tally = new Tally();
    private final AeronLink link;
    private final AeronSender sender;
    private final AeronReceiver receiver;
    private final SpinGuard guard;
    private long sequence;

    AeronPing(AeronLink link, AeronSizes sizes, ControlChannel channel) {
        this.link = link;
        guard = new SpinGuard(channel);
        sender = new AeronSender(link, sizes.request(), guard, tally);
        receiver = new AeronReceiver(link, sizes.response(), 1, tally);
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
        sender.thorough(true);
        receiver.thorough(true);
        for (long i = 0; i < operations; i++) {
            roundTrip();
        }
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

    private void roundTrip() {
        sequence++;
        sender.send(sequence);
        while (receiver.received() < sequence) {
            if (!receiver.poll()) {
                guard.spin();
            }
        }
        guard.progressed();
    }
}
