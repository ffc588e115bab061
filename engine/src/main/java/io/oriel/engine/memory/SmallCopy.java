// SPDX-License-Identifier: Apache-2.0
// Copyright the Oriel authors.
package io.oriel.engine.memory;

import org.agrona.DirectBuffer;
import org.agrona.MutableDirectBuffer;

/**
 * Copies between buffers; a few bytes go word by word, because a bulk copy would wait for the words that the application
 * has just stored to reach the cache, and costs a call that the compiler cannot look into.
 */
final class SmallCopy {
    private static final int MAX_LENGTH = 63;

    private SmallCopy() {}

    /**
     * Copies bytes; both ranges are checked by the buffers.
     *
     * @param from      the source
     * @param fromIndex where
     * @param to        the target
     * @param toIndex   where
     * @param length    bytes
     */
    static void copy(DirectBuffer from, int fromIndex, MutableDirectBuffer to, int toIndex, int length) {
        if (length > MAX_LENGTH) {
            to.putBytes(toIndex, from, fromIndex, length);
        } else if (length == 32) {
            copy32(from, fromIndex, to, toIndex);
        } else {
            copyRest(from, fromIndex, to, toIndex, length);
        }
    }

    /** Copies 0 to 63 bytes, without a loop: the compiler would unroll it for thousands. */
    private static void copyRest(DirectBuffer from, int fromIndex, MutableDirectBuffer to, int toIndex, int length) {
        int done = 0;
        if ((length & 32) != 0) {
            copy32(from, fromIndex, to, toIndex);
            done = 32;
        }
        if ((length & 16) != 0) {
            to.putLong(toIndex + done, from.getLong(fromIndex + done));
            to.putLong(toIndex + done + 8, from.getLong(fromIndex + done + 8));
            done += 16;
        }
        if ((length & 8) != 0) {
            to.putLong(toIndex + done, from.getLong(fromIndex + done));
            done += 8;
        }
        if ((length & 4) != 0) {
            to.putInt(toIndex + done, from.getInt(fromIndex + done));
            done += 4;
        }
        if ((length & 2) != 0) {
            to.putShort(toIndex + done, from.getShort(fromIndex + done));
            done += 2;
        }
        if ((length & 1) != 0) {
            to.putByte(toIndex + done, from.getByte(fromIndex + done));
        }
    }

    private static void copy32(DirectBuffer from, int fromIndex, MutableDirectBuffer to, int toIndex) {
        to.putLong(toIndex, from.getLong(fromIndex));
        to.putLong(toIndex + 8, from.getLong(fromIndex + 8));
        to.putLong(toIndex + 16, from.getLong(fromIndex + 16));
        to.putLong(toIndex + 24, from.getLong(fromIndex + 24));
    }
}
