// SPDX-License-Identifier: Apache-2.0
// Copyright the Oriel authors.
package io.oriel.udp.control;

import io.oriel.engine.counter.CounterStart;
import io.oriel.engine.transport.Port;
import io.oriel.udp.datagram.Bye;
import java.util.ArrayDeque;
import org.jspecify.annotations.Nullable;

/**
 * What one side of a link has said and the other has not said to have received: numbered from 1, at most {@link #WINDOW} of
 * them on the way. The rest waits. By the agent.
 */
final class OutgoingMessages {
    /** How many may be on the way; the receiver keeps as many that came too early. */
    static final int WINDOW = 32;

    /** More than ever wait for a peer that takes any: a few for each connection that there can be. */
    static final int MAX_WAITING = 4 * Port.MAX_ENDPOINTS;

    private final ArrayDeque<Message> unreceived = new ArrayDeque<>();
    private long received = CounterStart.value();
    private long sent = received;

    /**
     * A message of the engine, or the bye behind all of them.
     *
     * @param sequence of the message
     * @param control  of the engine
     * @param bye      null but for the last
     */
    @SuppressWarnings("ArrayRecordComponent") // never compared
    record Message(long sequence, byte[] control, @Nullable Bye bye) {}

    void add(byte[] control, @Nullable Bye bye) {
        unreceived.add(new Message(received + unreceived.size() + 1, control, bye));
    }

    /** Takes the next message that may go now. */
    @Nullable
    Message next() {
        if (sent - received >= Math.min(WINDOW, unreceived.size())) {
            return null;
        }
        sent++;
        for (Message message : unreceived) {
            if (message.sequence() == sent) {
                return message;
            }
        }
        throw new IllegalStateException("message " + sent + " is missing");
    }

    /** The other side has received all up to one. Tells whether that is news. */
    boolean received(long upTo) {
        if (upTo <= received || upTo > sent) {
            return false; // old, or nonsense
        }
        while (received < upTo) {
            unreceived.remove();
            received++;
        }
        return true;
    }

    /** What is on the way may be lost: it goes again. */
    void sendAgain() {
        sent = received;
    }

    boolean isOnTheWay() {
        return sent > received;
    }

    boolean areTooMany() {
        return unreceived.size() > MAX_WAITING;
    }

    boolean isEmpty() {
        return unreceived.isEmpty();
    }
}
