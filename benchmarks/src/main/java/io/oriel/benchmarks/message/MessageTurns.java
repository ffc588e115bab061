// SPDX-License-Identifier: Apache-2.0
// Copyright the Oriel authors.
package io.oriel.benchmarks.message;

import io.oriel.benchmarks.measure.RunRecorder;
import io.oriel.benchmarks.process.ControlChannel;
import io.oriel.benchmarks.scenario.Initiator;
import io.oriel.benchmarks.scenario.Responder;
import io.oriel.benchmarks.scenario.SpinGuard;
import io.oriel.benchmarks.scenario.Tally;

/** Messages that are answered: one side sends and waits, the other answers what comes, that of a {@link MessageStream}, too. */
public final class MessageTurns {
    private MessageTurns() {}

    /** Sends a message and waits for the answer, one at a time. */
    public static final class Ping implements Initiator {
        private final Messages messages;
        private final SpinGuard guard;
        private long sequence;

        /**
         * Creates the initiator's side.
         *
         * @param messages to the other side, connected
         * @param channel  to the other side
         */
        public Ping(Messages messages, ControlChannel channel) {
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

    /** Answers each message, and helps the last answer on its way until the other side has it. */
    public static final class Pong implements Responder {
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
        public Pong(Messages messages, ControlChannel channel) {
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
}
