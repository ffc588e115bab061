// SPDX-License-Identifier: Apache-2.0
// Copyright the Oriel authors.
package io.oriel.benchmarks.message;

import io.oriel.benchmarks.scenario.Shape;
import io.oriel.benchmarks.scenario.Shape.Operation;
import io.oriel.benchmarks.scenario.Tally;
import org.agrona.DirectBuffer;
import org.agrona.MutableDirectBuffer;

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

    /**
     * Messages for which one can wait asleep. The answer of who slept tells of it, before the sequence at the payload's end:
     *
     * <pre>
     *  0                8                16              size - 8     size
     * +----------------+----------------+---------------+-------------+
     * |  woken at, ns  |  CPU time, ns  |               |   sequence  |
     * +----------------+----------------+---------------+-------------+
     * </pre>
     */
    interface Sleeping extends Messages {
        /**
         * Sleeps until something can be polled.
         *
         * @param limitNs how long at most
         */
        void sleep(long limitNs);

        /**
         * Returns the memory of the message that is sent next, of which {@link #send} writes the last eight bytes.
         *
         * @return where the message stands
         */
        MutableDirectBuffer outgoing();

        /**
         * Returns where the message that is sent next begins.
         *
         * @return offset in {@link #outgoing}
         */
        int outgoingOffset();

        /**
         * Returns the memory of the message that came last.
         *
         * @return where the message stands
         */
        DirectBuffer incoming();

        /**
         * Returns where the message that came last begins.
         *
         * @return offset in {@link #incoming}
         */
        int incomingOffset();

        /** The shortest payload that holds it. */
        int MIN_LENGTH = 3 * Long.BYTES;

        /**
         * Writes it.
         *
         * @param buffer  the memory
         * @param offset  where the payload begins
         * @param wokenNs when the sleeper woke
         * @param cpuNs   what its process used meanwhile
         */
        static void putWake(MutableDirectBuffer buffer, int offset, long wokenNs, long cpuNs) {
            buffer.putLong(offset, wokenNs);
            buffer.putLong(offset + Long.BYTES, cpuNs);
        }

        /**
         * Reads when the sleeper woke.
         *
         * @param buffer the memory
         * @param offset where the payload begins
         * @return nanoseconds
         */
        static long wokenNs(DirectBuffer buffer, int offset) {
            return buffer.getLong(offset);
        }

        /**
         * Reads what the sleeper's process used.
         *
         * @param buffer the memory
         * @param offset where the payload begins
         * @return nanoseconds
         */
        static long cpuNs(DirectBuffer buffer, int offset) {
            return buffer.getLong(offset + Long.BYTES);
        }
    }
}
