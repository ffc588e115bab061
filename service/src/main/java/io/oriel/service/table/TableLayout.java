// SPDX-License-Identifier: Apache-2.0
// Copyright the Oriel authors.
package io.oriel.service.table;

import org.agrona.DirectBuffer;

/**
 * Where what lies in a table.
 *
 * <pre>
 *  a slot:
 *        0  +------------------------------------------+
 *           |  version * 2, and 1 if it holds a key    |
 *        8  +------------------------------------------+
 *           |  key, or zeros                           |
 *   8 + k   +------------------------------------------+
 *           |  value, or zeros                         |
 *  8+k+v    +------------------------------------------+
 *           |  sum of all before: {@link SlotSum}           |
 * 16+k+v    +------------------------------------------+
 * </pre>
 *
 * A key is in one of {@code probe} slots, from the one on that its own sum gives. There are {@code probe - 1} slots more than
 * the capacity, so that they always lie one after the other. All numbers are in the native byte order: hosts are x86-64.
 *
 * @param capacity    places where keys begin to look, a power of two
 * @param keyLength   bytes
 * @param valueLength bytes
 * @param probe       slots that a key may be in
 * @param seed        of all sums
 */
record TableLayout(int capacity, int keyLength, int valueLength, int probe, long seed) {
    static final int VERSION_OFFSET = 0;
    static final int KEY_OFFSET = 8;

    static int slotLength(int keyLength, int valueLength) {
        return KEY_OFFSET + keyLength + valueLength + Long.BYTES;
    }

    static TableLayout of(TableConfig config, long seed) {
        return new TableLayout(config.capacity(), config.keyLength(), config.valueLength(), config.probe(), seed);
    }

    int slotLength() {
        return slotLength(keyLength, valueLength);
    }

    int valueOffset() {
        return KEY_OFFSET + keyLength;
    }

    int sumOffset() {
        return KEY_OFFSET + keyLength + valueLength;
    }

    /** Returns how long the slots are that a key may be in. */
    int reachLength() {
        return probe * slotLength();
    }

    /** Returns how long the table is; a configuration has seen to it that this is an int. */
    int length() {
        return (capacity + probe - 1) * slotLength();
    }

    /** Returns where the slots begin that a key may be in. */
    int reachOffset(DirectBuffer key, int offset) {
        int first = (int) SlotSum.of(seed, key, offset, keyLength) & (capacity - 1);
        return first * slotLength();
    }

    /** Tells whether a slot has a key, be it filled or not. */
    boolean holdsKey(DirectBuffer buffer, int slot, DirectBuffer key, int keyOffset) {
        for (int at = 0; at < keyLength; at += Long.BYTES) {
            if (buffer.getLong(slot + KEY_OFFSET + at) != key.getLong(keyOffset + at)) {
                return false;
            }
        }
        return true;
    }

    static boolean isFilled(long word) {
        return (word & 1) != 0;
    }

    static long version(long word) {
        return word >>> 1;
    }
}
