// SPDX-License-Identifier: Apache-2.0
// Copyright the Oriel authors.
package io.oriel.engine.direct;

import org.agrona.concurrent.AtomicBuffer;

/**
 * The layout of the memory that one end of a link writes and the other maps read-only, little-endian: the hazard of its
 * own accesses to the other's memory, and the table of the windows that it grants the other.
 *
 * <pre>
 *        0  +-----------------------------------+
 *           |  reserved, to 128                 |
 *      128  +-----------------------------------+
 *           |  hazard: stamp of what this end   |
 *           |  is copying from or to; 0 nothing |
 *           |  reserved, to 256                 |
 *      256  +-----------------------------------+
 *           |  window slot 0                    |
 *           |  + 0  stamp; 0 not bound          |
 *           |  + 8  token                       |
 *           |  +16  region id                   |
 *           |  +24  start in the region         |
 *           |  +32  length                      |
 *           |  +40  rights    |  reserved       |
 *           |  +48  the other end's endpoint    |
 *           |  +56  reserved                    |
 *      320  +-----------------------------------+
 *           |  ... slot {@value #SLOTS} - 1
 *   65,792  +-----------------------------------+
 * </pre>
 */
public final class DirectLayout {
    /** Of everything that this package lays out. */
    public static final int VERSION = 1;
    /** Windows that one end can have bound to the other's endpoints at a time. */
    public static final int SLOTS = 1024;

    static final int HAZARD_OFFSET = 128; // alone on its cache lines, and on those that are fetched with them
    static final int SLOTS_OFFSET = 256;
    static final int SLOT_LENGTH = 64;
    static final int STAMP = 0;
    static final int TOKEN = 8;
    static final int REGION_ID = 16;
    static final int START = 24;
    static final int WINDOW_LENGTH = 32;
    static final int RIGHTS = 40;
    static final int ENDPOINT = 48;

    /** Bytes of the memory. */
    public static final int LENGTH = SLOTS_OFFSET + SLOTS * SLOT_LENGTH;

    private DirectLayout() {}

    /**
     * Tells whether the end that writes some memory is in an access.
     *
     * @param memory of that end
     * @return true if its hazard is set
     */
    public static boolean isHazardSet(AtomicBuffer memory) {
        return memory.getLongVolatile(HAZARD_OFFSET) != 0; // Pairs with DirectAccess#leave.
    }

    /**
     * Names an endpoint as both ends know it.
     *
     * @param id         of the endpoint
     * @param generation of the id
     * @return one number for both
     */
    public static long user(int id, int generation) {
        return ((long) id << Integer.SIZE) | generation;
    }

    static int slotOffset(int slot) {
        return SLOTS_OFFSET + slot * SLOT_LENGTH;
    }

    static boolean isSlot(int slot) {
        return slot >= 0 && slot < SLOTS;
    }
}
