// SPDX-License-Identifier: Apache-2.0
// Copyright the Oriel authors.
package io.oriel.examples.marketdata;

/**
 * What the writer's memory looks like.
 *
 * <pre>
 *      0  +------------------------------------+
 *         |  entries begun                     |
 *      8  +------------------------------------+
 *         |  entries complete                  |
 *     16  +------------------------------------+
 *         |  1 when there will be no more      |
 *    128  +------------------------------------+
 *         |  entry 0, 64 bytes: number, when   |
 *         |  it was written, instrument, price |
 *         |  ... entry 32767                   |
 *         +------------------------------------+
 * </pre>
 *
 * The writer counts an entry as begun, then writes it, then counts it as complete. A reader Reads entries that are complete, and
 * behind them (READ_FENCE) how many are begun: if that is at most a ring more, none of the bytes read were overwritten
 * meanwhile, in whatever order they were copied. The counts are aligned words, which are copied as words.
 */
final class Feed {
    static final int BEGUN = 0;
    static final int COMPLETE = 8;
    static final int OVER = 16;
    static final int HEADER_LENGTH = 24;

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

    static long price(long number) {
        return 1_000_000 + number * 31 % 1_000;
    }
}
