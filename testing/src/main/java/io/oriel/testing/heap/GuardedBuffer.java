// SPDX-License-Identifier: Apache-2.0
// Copyright the Oriel authors.
package io.oriel.testing.heap;

import java.util.Arrays;
import org.agrona.concurrent.UnsafeBuffer;

/** A place for a few bytes, at a different offset each time, with a pattern around it that nobody may change. */
final class GuardedBuffer {
    private static final int MAX_MARGIN = 64;
    private static final byte POISON = (byte) 0xDB;

    private final HeapMedium medium;
    private final UnsafeBuffer buffer;
    private int offset;
    private int length;

    GuardedBuffer(HeapMedium medium, int maxLength) {
        this.medium = medium;
        buffer = new UnsafeBuffer(new byte[maxLength + 2 * MAX_MARGIN]);
        wipe();
    }

    /** Chooses a place; what is in it before it is written is the pattern. */
    void place(int newLength) {
        wipe();
        length = newLength;
        offset = 8 * (1 + medium.dice().below(MAX_MARGIN / 8 - 1));
    }

    void fill(byte[] bytes) {
        place(bytes.length);
        buffer.putBytes(offset, bytes);
    }

    void wipe() {
        buffer.setMemory(0, buffer.capacity(), POISON);
    }

    UnsafeBuffer buffer() {
        return buffer;
    }

    int offset() {
        return offset;
    }

    byte[] bytes() {
        return Arrays.copyOfRange(buffer.byteArray(), offset, offset + length);
    }

    boolean isIntact() {
        for (int i = 0; i < offset; i++) {
            if (buffer.getByte(i) != POISON) {
                return false;
            }
        }
        for (int i = offset + length; i < buffer.capacity(); i++) {
            if (buffer.getByte(i) != POISON) {
                return false;
            }
        }
        return true;
    }
}
