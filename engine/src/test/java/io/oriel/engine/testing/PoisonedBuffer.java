// SPDX-License-Identifier: Apache-2.0
// Copyright the Oriel authors.
package io.oriel.engine.testing;

import java.util.Arrays;
import org.agrona.concurrent.UnsafeBuffer;

/** A place for a few bytes in the middle of others that nobody may read or write. */
final class PoisonedBuffer {
    /** No byte that a test sends: its high bit is set. */
    static final byte POISON = (byte) 0xDB;

    private static final int MARGIN = 64;

    private final byte[] bytes;
    private final UnsafeBuffer buffer;
    private int length;

    PoisonedBuffer(int maxLength) {
        bytes = new byte[maxLength + 2 * MARGIN];
        buffer = new UnsafeBuffer(bytes);
    }

    UnsafeBuffer buffer() {
        return buffer;
    }

    int offset() {
        return MARGIN;
    }

    void place(int newLength) {
        length = newLength;
        Arrays.fill(bytes, POISON);
    }

    void place(byte[] content) {
        place(content.length);
        System.arraycopy(content, 0, bytes, MARGIN, content.length);
    }

    /** Returns the bytes placed; fails if one beside them has changed. */
    byte[] take() {
        for (int at = 0; at < bytes.length; at++) {
            if ((at < MARGIN || at >= MARGIN + length) && bytes[at] != POISON) {
                throw new AssertionError("byte " + (at - MARGIN) + " of " + length + " was written");
            }
        }
        return Arrays.copyOfRange(bytes, MARGIN, MARGIN + length);
    }
}
