// SPDX-License-Identifier: Apache-2.0
// Copyright the Oriel authors.
package io.oriel.benchmarks.message;

import io.oriel.benchmarks.scenario.Shape;
import io.oriel.benchmarks.scenario.Shape.Operation;
import io.oriel.benchmarks.scenario.Tally;

/**
 * Messages of one length to the other process, and of one length back, in order. Their payloads carry sequences, which are
 * counted from 1 in each direction. Used by one thread.
 */
public interface Messages extends AutoCloseable {
    /**
     * Sends the next message. Waits, spinning, while there is no room.
     *
     * @param sequence that it carries
     */
    void send(long sequence);

    /**
     * Takes what has come, and makes progress.
     *
     * @return how many whole messages, each of which was checked
     */
    int poll();

    /**
     * Chooses between checking samples and every byte.
     *
     * @param value true for every byte
     */
    void thorough(boolean value);

    /**
     * Says what carries the messages, and why.
     *
     * @return one sentence; empty where there is no choice
     */
    default String explanation() {
        return "";
    }

    /**
     * Returns what went wrong so far.
     *
     * @return the counts of this side
     */
    Tally tally();

    /** Frees what was made. Does nothing the second time. */
    @Override
    void close();

    /**
     * How long the messages of the two directions are, so that they do what an operation of Oriel does: a stream is answered by
     * words, and in the place of a Read a word is answered by the payload.
     *
     * @param outgoing bytes of this side's messages
     * @param incoming bytes of the other side's messages
     */
    record Lengths(int outgoing, int incoming) {
        /**
         * Of one side.
         *
         * @param shape   of the operations
         * @param isFirst true for the side that starts them
         * @return its lengths
         */
        public static Lengths of(Shape shape, boolean isFirst) {
            boolean isRead = shape.operation() == Operation.READ;
            int there = isRead ? Long.BYTES : shape.sizeBytes();
            int back = !isRead && shape.pattern().isStream() ? Long.BYTES : shape.sizeBytes();
            return isFirst ? new Lengths(there, back) : new Lengths(back, there);
        }
    }
}
