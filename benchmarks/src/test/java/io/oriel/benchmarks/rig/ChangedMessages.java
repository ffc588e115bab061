// SPDX-License-Identifier: Apache-2.0
// Copyright the Oriel authors.
package io.oriel.benchmarks.rig;

import io.oriel.benchmarks.message.Messages;
import io.oriel.benchmarks.scenario.Tally;
import java.util.function.LongUnaryOperator;

/** Messages whose sending something is done to. */
final class ChangedMessages implements Messages {
    private final Messages messages;
    private final LongUnaryOperator change;

    ChangedMessages(Messages messages, LongUnaryOperator change) {
        this.messages = messages;
        this.change = change;
    }

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
