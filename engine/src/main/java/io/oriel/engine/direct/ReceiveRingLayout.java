// SPDX-License-Identifier: Apache-2.0
// Copyright the Oriel authors.
package io.oriel.engine.direct;

/**
 * The layout of the file that shows an endpoint's Receives, little-endian. Written by its owner, mapped read-only by the
 * peer.
 *
 * <pre>
 *    0  +-----------------+-----------------+
 *       |  magic                            |
 *    8  +-----------------+-----------------+
 *       |  version        |  capacity       |  a power of two
 *   16  +-----------------+-----------------+
 *       |  reserved, to 64                  |
 *   64  +-----------------------------------+
 *       |  Receive 0                        |
 *       |  + 0  its number in the           |
 *       |       endpoint's life, from 1;    |
 *       |       another: not to be placed   |
 *       |  + 8  region id                   |
 *       |  +16  offset in the region        |
 *       |  +24  length                      |
 *   96  +-----------------------------------+
 *       |  ... Receive capacity - 1         |
 *       +-----------------------------------+
 * </pre>
 */
final class ReceiveRingLayout {
    /** Begins the file: "ORIELRCV" in ASCII. */
    static final long MAGIC = 0x5643524C4549524FL;

    static final int MAGIC_OFFSET = 0;
    static final int VERSION_OFFSET = 8;
    static final int CAPACITY_OFFSET = 12;
    static final int RECEIVES_OFFSET = 64;
    static final int RECEIVE_LENGTH = 32;
    static final int NUMBER = 0;
    static final int REGION_ID = 8;
    static final int OFFSET = 16;
    static final int LENGTH = 24;

    private ReceiveRingLayout() {}

    static int length(int capacity) {
        return RECEIVES_OFFSET + capacity * RECEIVE_LENGTH;
    }

    static int receiveOffset(long index, int mask) {
        return RECEIVES_OFFSET + ((int) index & mask) * RECEIVE_LENGTH;
    }
}
