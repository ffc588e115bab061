// SPDX-License-Identifier: Apache-2.0
// Copyright the Oriel authors.
package io.oriel.benchmarks.message;

import org.agrona.DirectBuffer;
import org.agrona.MutableDirectBuffer;

/**
 * What the sleeper answers, before the sequence at the payload's end.
 *
 * <pre>
 *  0                8                16              size - 8     size
 * +----------------+----------------+---------------+-------------+
 * |  woken at, ns  |  CPU time, ns  |               |   sequence  |
 * +----------------+----------------+---------------+-------------+
 * </pre>
 */
public final class WakeMessage {
    /** The shortest payload that holds it. */
    public static final int MIN_LENGTH = 3 * Long.BYTES;

    private static final int WOKEN_OFFSET = 0;
    private static final int CPU_OFFSET = Long.BYTES;

    private WakeMessage() {}

    /**
     * Writes it.
     *
     * @param buffer  the memory
     * @param offset  where the payload begins
     * @param wokenNs when the sleeper woke
     * @param cpuNs   what its process used meanwhile
     */
    public static void put(MutableDirectBuffer buffer, int offset, long wokenNs, long cpuNs) {
        buffer.putLong(offset + WOKEN_OFFSET, wokenNs);
        buffer.putLong(offset + CPU_OFFSET, cpuNs);
    }

    /**
     * Reads when the sleeper woke.
     *
     * @param buffer the memory
     * @param offset where the payload begins
     * @return nanoseconds
     */
    public static long wokenNs(DirectBuffer buffer, int offset) {
        return buffer.getLong(offset + WOKEN_OFFSET);
    }

    /**
     * Reads what the sleeper's process used.
     *
     * @param buffer the memory
     * @param offset where the payload begins
     * @return nanoseconds
     */
    public static long cpuNs(DirectBuffer buffer, int offset) {
        return buffer.getLong(offset + CPU_OFFSET);
    }
}
