// SPDX-License-Identifier: Apache-2.0
// Copyright the Oriel authors.
package io.oriel.udp.frame;

import java.nio.ByteOrder;
import org.agrona.BitUtil;
import org.agrona.MutableDirectBuffer;
import org.agrona.concurrent.UnsafeBuffer;

/**
 * Frames that wait to go together: what a datagram, a frame of Aeron's and a sum cost, they cost once. By the domain's owner.
 */
final class Bundle {
    private final UnsafeBuffer buffer;
    private int length;
    private int count;
    private int begin;

    /**
     * Creates an empty one.
     *
     * @param capacity bytes
     */
    Bundle(int capacity) {
        buffer = new UnsafeBuffer(new byte[capacity]);
    }

    boolean isEmpty() {
        return count == 0;
    }

    /** Claims a frame; false if it has no room beside the others. */
    boolean tryClaim(int payloadLength) {
        begin = BitUtil.align(length, FrameLayout.FRAME_ALIGNMENT);
        return payloadLength <= buffer.capacity() - FrameLayout.HEADER_LENGTH - begin;
    }

    MutableDirectBuffer buffer() {
        return buffer;
    }

    /** Returns where the payload of the claimed frame begins. */
    int payloadOffset() {
        return begin + FrameLayout.HEADER_LENGTH;
    }

    /** Adds the claimed frame. */
    void add(long word, int payloadLength) {
        writeHeader(buffer, begin, word, payloadLength);
        length = begin + FrameLayout.HEADER_LENGTH + payloadLength;
        count++;
    }

    static void writeHeader(MutableDirectBuffer buffer, int offset, long word, int payloadLength) {
        buffer.putLong(offset + FrameLayout.WORD_OFFSET, word, ByteOrder.LITTLE_ENDIAN);
        buffer.putInt(offset + FrameLayout.LENGTH_OFFSET, payloadLength, ByteOrder.LITTLE_ENDIAN);
        buffer.putInt(offset + FrameLayout.SUM_OFFSET, 0, ByteOrder.LITTLE_ENDIAN);
    }

    /** Returns how many bytes all of it takes. */
    int length() {
        return length;
    }

    /** Returns how many frames there are. */
    int count() {
        return count;
    }

    /** Copies all of it, which is empty then. */
    void moveTo(MutableDirectBuffer target, int offset) {
        target.putBytes(offset, buffer, 0, length);
        length = 0;
        count = 0;
    }
}
