// SPDX-License-Identifier: Apache-2.0
// Copyright the Oriel authors.
package io.oriel.collectives.lane;

import io.oriel.collectives.data.Accumulator;

/**
 * The memory in which one rank receives what one other writes; native byte order. All but the pulse is written by the other
 * rank.
 *
 * <pre>
 *        0  +-----------------------------------+
 *           |  consumed: messages that it took  |
 *           |  reserved, to 128                 |
 *      128  +-----------------------------------+
 *           |  left: 1 when it will write       |
 *           |  nothing more                     |
 *      136  +-----------------------------------+
 *           |  held back: messages for which    |
 *           |  there was no room; reserved      |
 *      256  +-----------------------------------+
 *           |  pulse of the memory's owner,     |
 *           |  which the other reads            |
 *           |  reserved, to 384                 |
 *      384  +-----------------------------------+
 *           |  slot 0                           |
 *           |     ... payload, up to the key    |
 *           |  -16  key of the message          |
 *           |  - 8  flag, written last          |
 *    8,704  +-----------------------------------+
 *           |  ... slot {@value #SLOTS} - 1
 *  133,504  +-----------------------------------+
 * </pre>
 *
 * <p>A message ends where its slot ends, so that its flag is always at the same place, no payload is ever there, and a short
 * message takes one cache line. Slots are an odd number of line pairs apart, so that their flags are in different sets of the
 * cache.
 */
public final class LaneLayout {
    /** Of everything that a rank writes into another's memory. */
    public static final int VERSION = 4;
    /** Bytes of a message's payload at most. */
    public static final int MAX_PAYLOAD = Accumulator.LENGTH;
    /** Messages on their way from one rank to another at most; a power of two. */
    public static final int SLOTS = 16;

    static final int CONSUMED_OFFSET = 0;
    static final int LEFT_OFFSET = 128;
    static final int HELD_BACK_OFFSET = 136;
    static final int PULSE_OFFSET = 256;
    static final int SLOTS_OFFSET = 384;
    static final int TRAILER_LENGTH = 16;
    static final int KEY = -16;
    static final int FLAG = -8;
    static final int SLOT_LENGTH = MAX_PAYLOAD + 128;

    /** Bytes of the memory for one other rank. */
    public static final int LENGTH = SLOTS_OFFSET + SLOTS * SLOT_LENGTH;

    private LaneLayout() {}

    /** Returns where the slot of a message ends. */
    static int slotEnd(long sequence) {
        return SLOTS_OFFSET + (((int) sequence & (SLOTS - 1)) + 1) * SLOT_LENGTH;
    }
}
