// SPDX-License-Identifier: Apache-2.0
// Copyright the Oriel authors.
package io.oriel.engine.memory;

import org.agrona.DirectBuffer;
import org.agrona.MutableDirectBuffer;
import org.agrona.UnsafeApi;
import org.jspecify.annotations.Nullable;

/**
 * Copies between buffers; a few bytes go word by word, because a bulk copy would wait for the words that the application
 * has just stored to reach the cache, and costs a call that the compiler cannot look into.
 *
 * <p>Both ranges are checked as a whole, once; the words of them are not checked again, so this is the one class that reaches
 * memory without a buffer in between.
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
        if (length == Long.BYTES) {
            to.putLong(toIndex, from.getLong(fromIndex)); // each looks once as well
        } else if (length > MAX_LENGTH) {
            to.putBytes(toIndex, from, fromIndex, length);
        } else {
            copyFew(from, fromIndex, to, toIndex, length);
        }
    }

    private static void copyFew(DirectBuffer from, int fromIndex, MutableDirectBuffer to, int toIndex, int length) {
        from.boundsCheck(fromIndex, length);
        to.boundsCheck(toIndex, length);
        byte @Nullable [] source = from.byteArray(); // null if the memory is not on the heap
        byte @Nullable [] target = to.byteArray();
        long sourceAt = from.addressOffset() + fromIndex;
        long targetAt = to.addressOffset() + toIndex;
        if (length == 32) {
            copy32(source, sourceAt, target, targetAt);
        } else {
            copyRest(source, sourceAt, target, targetAt, length);
        }
    }

    /** Copies 0 to 63 bytes, without a loop: the compiler would unroll it for thousands. */
    private static void copyRest(byte @Nullable [] from, long fromAt, byte @Nullable [] to, long toAt, int length) {
        int done = 0;
        if ((length & 32) != 0) {
            copy32(from, fromAt, to, toAt);
            done = 32;
        }
        if ((length & 16) != 0) {
            copyLong(from, fromAt + done, to, toAt + done);
            copyLong(from, fromAt + done + 8, to, toAt + done + 8);
            done += 16;
        }
        if ((length & 8) != 0) {
            copyLong(from, fromAt + done, to, toAt + done);
            done += 8;
        }
        if ((length & 4) != 0) {
            UnsafeApi.putInt(to, toAt + done, UnsafeApi.getInt(from, fromAt + done));
            done += 4;
        }
        if ((length & 2) != 0) {
            UnsafeApi.putShort(to, toAt + done, UnsafeApi.getShort(from, fromAt + done));
            done += 2;
        }
        if ((length & 1) != 0) {
            UnsafeApi.putByte(to, toAt + done, UnsafeApi.getByte(from, fromAt + done));
        }
    }

    private static void copy32(byte @Nullable [] from, long fromAt, byte @Nullable [] to, long toAt) {
        copyLong(from, fromAt, to, toAt);
        copyLong(from, fromAt + 8, to, toAt + 8);
        copyLong(from, fromAt + 16, to, toAt + 16);
        copyLong(from, fromAt + 24, to, toAt + 24);
    }

    private static void copyLong(byte @Nullable [] from, long fromAt, byte @Nullable [] to, long toAt) {
        UnsafeApi.putLong(to, toAt, UnsafeApi.getLong(from, fromAt));
    }
}
