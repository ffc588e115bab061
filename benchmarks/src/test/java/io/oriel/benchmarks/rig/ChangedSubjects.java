// SPDX-License-Identifier: Apache-2.0
// Copyright the Oriel authors.
package io.oriel.benchmarks.rig;

import io.oriel.benchmarks.baseline.AeronMessages;
import io.oriel.benchmarks.contender.Subject;
import io.oriel.benchmarks.contender.Subjects;
import io.oriel.benchmarks.message.MessageSubject;
import io.oriel.benchmarks.message.Messages;
import io.oriel.benchmarks.scenario.Tally;
import java.util.List;
import java.util.function.LongUnaryOperator;

/** Raw Aeron, whose sending something is done to. They are there only for who asks for them by name. */
public final class ChangedSubjects implements Subjects.Source {
    private static final long DAMAGED_EVERY = 10;
    private static final long DELAY_NS = 20_000;

    @Override
    public List<Subject> subjects() {
        return List.of(
                changed("damaged", (sequence, isFirst) -> sequence % DAMAGED_EVERY == 0 ? ~sequence : sequence),
                changed("slowed", (sequence, isFirst) -> {
                    if (isFirst) {
                        delay();
                    }
                    return sequence;
                }));
    }

    private interface Change {
        long of(long sequence, boolean isFirst);
    }

    private static Subject changed(String name, Change change) {
        return new MessageSubject(
                name,
                config -> false,
                (config, channel, isFirst) -> new ChangedMessages(
                        AeronMessages.connect(config, channel, isFirst), sequence -> change.of(sequence, isFirst)));
    }

    private static void delay() {
        long beginNs = System.nanoTime();
        while (System.nanoTime() - beginNs < DELAY_NS) {
            Thread.onSpinWait();
        }
    }

    private record ChangedMessages(Messages messages, LongUnaryOperator change) implements Messages {
        @Override
        public void send(long sequence) {
            messages.send(change.applyAsLong(sequence));
        }

        @Override
        public int poll() {
            return messages.poll();
        }

        @Override
        public void thorough(boolean value) {
            messages.thorough(value);
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
