// SPDX-License-Identifier: Apache-2.0
// Copyright the Oriel authors.
package io.oriel.benchmarks.scenario;

import java.nio.ByteOrder;
import org.agrona.DirectBuffer;
import org.agrona.MutableDirectBuffer;

/**
 * The bytes of an operation, made so that a wrong one is noticed.
 *
 * <pre>
 *  0                                    size - 8     size
 * +------------------------------------+-------------+
 * | body: a function of place and seed |   sequence  |
 * +------------------------------------+-------------+
 * </pre>
 *
 * <p>The sequence stands in network byte order, so that the very last byte changes with each operation and a one-sided
 * peer can wait for it; below 8 bytes of payload it is the last byte alone. In timed runs only the sequence is written
 * anew and a sample is checked ({@link #stamp}, {@link #isStamped}); in verification everything is ({@link #fill},
 * {@link #matches}, with the sequence as seed).
 */
public final class Payload {
    private static final long SEED_FACTOR = 0x9E3779B97F4A7C15L;
    private static final long PLACE_FACTOR = 0xC2B2AE3D27D4EB4FL;

    private final int size;
    private final int bodyLength;

    /**
     * Creates the description of a payload.
     *
     * @param size bytes, at least 1
     */
    public Payload(int size) {
        this.size = size;
        bodyLength = size - (size >= Long.BYTES ? Long.BYTES : 1);
    }

    /**
     * Returns where the byte is that is written last and differs from one operation to the next.
     *
     * @return offset from the payload's start
     */
    public int lastByte() {
        return size - 1;
    }

    /**
     * Returns the value of the last byte.
     *
     * @param sequence of the operation
     * @return the byte
     */
    public static byte lastByteOf(long sequence) {
        return (byte) sequence;
    }

    /**
     * Writes the sequence and leaves the body.
     *
     * @param buffer   the memory
     * @param offset   where the payload begins
     * @param sequence of the operation
     */
    public void stamp(MutableDirectBuffer buffer, int offset, long sequence) {
        if (size >= Long.BYTES) {
            buffer.putLong(offset + bodyLength, sequence, ByteOrder.BIG_ENDIAN);
        } else {
            buffer.putByte(offset + bodyLength, lastByteOf(sequence));
        }
    }

    /**
     * Tells whether a payload carries a sequence.
     *
     * @param buffer   the memory
     * @param offset   where the payload begins
     * @param sequence of the operation
     * @return true if it does
     */
    public boolean isStamped(DirectBuffer buffer, int offset, long sequence) {
        return size >= Long.BYTES
                ? buffer.getLong(offset + bodyLength, ByteOrder.BIG_ENDIAN) == sequence
                : buffer.getByte(offset + bodyLength) == lastByteOf(sequence);
    }

    /**
     * Writes body and sequence.
     *
     * @param buffer   the memory
     * @param offset   where the payload begins
     * @param sequence of the operation
     */
    public void fill(MutableDirectBuffer buffer, int offset, long sequence) {
        int at = 0;
        for (; at <= bodyLength - Long.BYTES; at += Long.BYTES) {
            buffer.putLong(offset + at, word(sequence, at));
        }
        for (; at < bodyLength; at++) {
            buffer.putByte(offset + at, (byte) word(sequence, at));
        }
        stamp(buffer, offset, sequence);
    }

    /**
     * Checks body and sequence.
     *
     * @param buffer   the memory
     * @param offset   where the payload begins
     * @param sequence of the operation
     * @return true if every byte is as {@link #fill} has written it
     */
    public boolean matches(DirectBuffer buffer, int offset, long sequence) {
        int at = 0;
        for (; at <= bodyLength - Long.BYTES; at += Long.BYTES) {
            if (buffer.getLong(offset + at) != word(sequence, at)) {
                return false;
            }
        }
        for (; at < bodyLength; at++) {
            if (buffer.getByte(offset + at) != (byte) word(sequence, at)) {
                return false;
            }
        }
        return isStamped(buffer, offset, sequence);
    }

    private static long word(long seed, int place) {
        long mixed = seed * SEED_FACTOR + (place + 1) * PLACE_FACTOR;
        return mixed ^ mixed >>> 29;
    }
}
