// SPDX-License-Identifier: Apache-2.0
// Copyright the Oriel authors.
package io.oriel.benchmarks.message;

import io.oriel.benchmarks.process.ControlChannel;
import io.oriel.benchmarks.scenario.Responder;
import io.oriel.benchmarks.scenario.SpinGuard;
import io.oriel.benchmarks.scenario.Tally;

/** Answers each message, and helps the last answer on its way until the other side has it. */
public final class MessagePong implements Responder {
    private static final int POLLS_PER_LOOK = 64;

    private final ControlChannel channel;
    private final Messages messages;
    private final SpinGuard guard;
    private long answered;

    /**
     * Creates the responder's side.
     *
     * @param messages to the other side, connected
     * @param channel  to the other side
     */
    public MessagePong(Messages messages, ControlChannel channel) {
        this.messages = messages;
        this.channel = channel;
        guard = new SpinGuard(channel);
    }

    @Override
    public void run(long operations) {
        long last = answered + operations;
        while (answered < last) {
            int count = messages.poll();
            if (count == 0) {
                guard.spin();
            } else {
                guard.progressed();
                for (int i = 0; i < count; i++) {
                    messages.send(++answered);
                }
            }
        }
        pollUntilTold();
    }

    @Override
    public void verify(long operations) {
        messages.thorough(true);
        run(operations);
        messages.thorough(false);
    }

    private void pollUntilTold() {
        do {
            for (int i = 0; i < POLLS_PER_LOOK; i++) {
                messages.poll();
                Thread.onSpinWait();
            }
        } while (!channel.hasMessage());
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
