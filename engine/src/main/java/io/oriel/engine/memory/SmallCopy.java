// SPDX-License-Identifier: Apache-2.0
// Copyright the Oriel authors.
package io.oriel.engine.memory;

import java.lang.invoke.VarHandle;
import org.agrona.DirectBuffer;
import org.agrona.MutableDirectBuffer;
import org.agrona.UnsafeApi;
import org.jspecify.annotations.Nullable;

/**
 * Copies between buffers; a few bytes go word by word, because a bulk copy would wait for the words that the application
 * has just stored to reach the cache, and costs a call that the compiler cannot look into.
 *
 * <p>Both ranges are checked as a whole, once: by {@link #copy}, or by who calls the others. Words are not checked again.
 */
public final class SmallCopy {
    private static final int MAX_LENGTH = 127;

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
    public static void copy(DirectBuffer from, int fromIndex, MutableDirectBuffer to, int toIndex, int length) {
        if (length > MAX_LENGTH) {
            to.putBytes(toIndex, from, fromIndex, length);
        } else {
            from.boundsCheck(fromIndex, length);
            to.boundsCheck(toIndex, length);
            copyFew(
                    from.byteArray(),
                    from.addressOffset() + fromIndex,
                    to.byteArray(),
                    to.addressOffset() + toIndex,
                    length);
        }
    }

    /**
     * Copies bytes of which the caller knows that they are there.
     *
     * @param from   the array of the source; null if it is not on the heap
     * @param fromAt where; checked
     * @param to     the array of the target; null if it is not on the heap
     * @param toAt   where; checked
     * @param length bytes
     */
    public static void copyAt(byte @Nullable [] from, long fromAt, byte @Nullable [] to, long toAt, int length) {
        if (length > MAX_LENGTH) {
            UnsafeApi.copyMemory(from, fromAt, to, toAt, length);
        } else {
            copyFew(from, fromAt, to, toAt, length);
        }
    }

    /**
     * As {@link #copyAt}; the last eight bytes, or all if there are fewer, become visible after all others.
     *
     * @param from   the array of the source; null if it is not on the heap
     * @param fromAt where; checked
     * @param to     the array of the target; null if it is not on the heap
     * @param toAt   where; checked
     * @param length bytes
     */
    public static void copyLastLast(byte @Nullable [] from, long fromAt, byte @Nullable [] to, long toAt, int length) {
        int first = length - Long.BYTES;
        if (first < 0) {
            copyRest(from, fromAt, to, toAt, length);
            return;
        }
        if (first > 0) {
            copyAt(from, fromAt, to, toAt, first);
            VarHandle.releaseFence(); // Pairs with whoever polls the last bytes.
        }
        copyLong(from, fromAt + first, to, toAt + first);
    }

    private static void copyFew(byte @Nullable [] from, long fromAt, byte @Nullable [] to, long toAt, int length) {
        if (length == Long.BYTES) {
            copyLong(from, fromAt, to, toAt);
        } else if (length == 32) {
            copy32(from, fromAt, to, toAt);
        } else {
            copyRest(from, fromAt, to, toAt, length);
        }
    }

    /** Copies 0 to 127 bytes, without a loop: the compiler would unroll it for thousands. */
    private static void copyRest(byte @Nullable [] from, long fromAt, byte @Nullable [] to, long toAt, int length) {
        int done = 0;
        if ((length & 64) != 0) {
            copy32(from, fromAt, to, toAt);
            copy32(from, fromAt + 32, to, toAt + 32);
            done = 64;
        }
        if ((length & 32) != 0) {
            copy32(from, fromAt + done, to, toAt + done);
            done += 32;
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
