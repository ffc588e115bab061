// SPDX-License-Identifier: Apache-2.0
// Copyright the Oriel authors.
package io.oriel.udp.hosts;

import org.agrona.MutableDirectBuffer;

/** The bytes that belong to a number, different for each. */
final class Pattern {
    private static final long GOLDEN_RATIO = 0x9e3779b97f4a7c15L;

    private Pattern() {}

    static long mix(long number) {
        long mixed = (number ^ (number >>> 30)) * 0xbf58476d1ce4e5b9L;
        mixed = (mixed ^ (mixed >>> 27)) * 0x94d049bb133111ebL;
        return mixed ^ (mixed >>> 31);
    }

    /** Returns a length of 1 to max that belongs to a number: most are short. */
    static int length(long number, int max) {
        long mixed = mix(~number);
        int limit = (mixed & 63) == 0 ? max : Math.min(max, 256);
        return 1 + (int) ((mixed >>> 8) % limit);
    }

    /** Returns eight bytes, of which the first is at an index that is a multiple of eight. */
    private static long eightAt(long number, int index) {
        return mix(number + index * GOLDEN_RATIO);
    }

    static void fill(MutableDirectBuffer buffer, int offset, int length, long number) {
        long eight = 0;
        for (int index = 0; index < length; index++) {
            eight = (index & 7) == 0 ? eightAt(number, index) : eight >>> Byte.SIZE;
            buffer.putByte(offset + index, (byte) eight);
        }
    }

    /** Returns the index of the first byte that is another, or -1. */
    static int firstWrong(MutableDirectBuffer buffer, int offset, int length, long number) {
        long eight = 0;
        for (int index = 0; index < length; index++) {
            eight = (index & 7) == 0 ? eightAt(number, index) : eight >>> Byte.SIZE;
            if (buffer.getByte(offset + index) != (byte) eight) {
                return index;
            }
        }
        return -1;
    }
}
