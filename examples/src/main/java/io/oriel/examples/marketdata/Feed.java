// SPDX-License-Identifier: Apache-2.0
// Copyright the Oriel authors.
package io.oriel.examples.marketdata;

import org.agrona.DirectBuffer;

/**
 * What the writer's memory looks like.
 *
 * <pre>
 *      0  +------------------------------------+
 *         |  life: when the writer began       |
 *      8  +------------------------------------+
 *         |  entries begun                     |
 *     16  +------------------------------------+
 *         |  entries complete                  |
 *     24  +------------------------------------+
 *         |  entries in all, when it is over   |
 *    128  +------------------------------------+
 *         |  entry 0, 64 bytes: number, when   |
 *         |  it was written, instrument, price |
 *         |  ... entry 32767                   |
 *         +------------------------------------+
 * </pre>
 *
 * The writer counts an entry as begun, then writes it, then counts it as complete. A reader Reads entries that are complete, and
 * behind them (READ_FENCE) how many are begun: if that is at most a ring more, none of the bytes read were overwritten
 * meanwhile, in whatever order they were copied. The words of the header are aligned, and are copied as words, each at a moment of its
 * own.
 *
 * <p>A writer that is started again begins with entry 0 in another life. Its memory is not that of the life before, nor is the
 * connection by which it is Read: what one Read brings is of one life.
 */
final class Feed {
    static final int LIFE = 0;
    static final int BEGUN = 8;
    static final int COMPLETE = 16;
    static final int END = 24;
    static final int HEADER_LENGTH = 32;

    /** There will be more entries. */
    static final long NO_END = Long.MAX_VALUE;

    static final int CAPACITY = 1 << 15;
    static final int ENTRY_LENGTH = 64;
    private static final int ENTRIES = 128;
    static final int LENGTH = ENTRIES + CAPACITY * ENTRY_LENGTH;

    // In an entry.
    static final int NUMBER = 0;
    static final int TIME = 8;
    static final int INSTRUMENT = 16;
    static final int PRICE = 24;

    private static final int INSTRUMENTS = 500;

    private Feed() {}

    /** Returns where an entry lies. */
    static int entry(long number) {
        return ENTRIES + (int) (number % CAPACITY) * ENTRY_LENGTH;
    }

    static long instrument(long number) {
        return number % INSTRUMENTS;
    }

    static long price(long life, long number) {
        return 1_000_000 + (life + number * 31) % 1_000;
    }

    /** Tells whether an entry is the one that the writer has written. */
    static boolean isWhole(long life, long number, DirectBuffer buffer, int entry) {
        return buffer.getLong(entry + NUMBER) == number
                && buffer.getLong(entry + INSTRUMENT) == instrument(number)
                && buffer.getLong(entry + PRICE) == price(life, number);
    }
}
