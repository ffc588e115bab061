// SPDX-License-Identifier: Apache-2.0
// Copyright the Oriel authors.
package io.oriel.udp.control;

import io.oriel.engine.counter.CounterStart;
import org.jspecify.annotations.Nullable;

/**
 * Puts in order what the other side of a link says: gives out each message once, keeps those that come too early. By the
 * agent.
 */
final class IncomingMessages {
    private final OutgoingMessages.@Nullable Message[] early = new OutgoingMessages.Message[OutgoingMessages.WINDOW];
    private long taken = CounterStart.value();

    /** Returns up to where all have come and were taken. */
    long taken() {
        return taken;
    }

    /** Tells whether a message with this number is worth its room: not taken or kept, and not too early. */
    boolean isWanted(long sequence) {
        return sequence > taken && sequence <= taken + OutgoingMessages.WINDOW && early[slot(sequence)] == null;
    }

    void put(OutgoingMessages.Message message) {
        early[slot(message.sequence())] = message;
    }

    /** Returns the next message in order, if it has come; it stays until it is taken. */
    OutgoingMessages.@Nullable Message next() {
        return early[slot(taken + 1)];
    }

    void take() {
        taken++;
        early[slot(taken)] = null;
    }

    private static int slot(long sequence) {
        return (int) (sequence % OutgoingMessages.WINDOW);
    }
}
