// SPDX-License-Identifier: Apache-2.0
// Copyright the Oriel authors.
package io.oriel.benchmarks.message;

import io.oriel.benchmarks.measure.RunRecorder;
import io.oriel.benchmarks.process.ControlChannel;
import io.oriel.benchmarks.scenario.Initiator;
import io.oriel.benchmarks.scenario.SpinGuard;
import io.oriel.benchmarks.scenario.Tally;

/** Sends a message and waits for the answer, one at a time. */
public final class MessagePing implements Initiator {
    private final Messages messages;
    private final SpinGuard guard;
    private long sequence;

    /**
     * Creates the initiator's side.
     *
     * @param messages to the other side, connected
     * @param channel  to the other side
     */
    public MessagePing(Messages messages, ControlChannel channel) {
        this.messages = messages;
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
        messages.thorough(true);
        for (long i = 0; i < operations; i++) {
            roundTrip();
        }
        messages.thorough(false);
    }

    private void roundTrip() {
        sequence++;
        messages.send(sequence);
        while (messages.poll() == 0) {
            guard.spin();
        }
        guard.progressed();
    }

    @Override
    public String explanation() {
        return messages.explanation();
    }

    @Override
    public Tally tally() {
        return messages.tally();
    }

    @Override
    public void close() {
        messages.close();
    }
}
