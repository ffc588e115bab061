// SPDX-License-Identifier: Apache-2.0
// Copyright the Oriel authors.
package io.oriel.benchmarks.message;

import org.agrona.DirectBuffer;
import org.agrona.MutableDirectBuffer;

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
public interface SleepingMessages extends Messages {
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
