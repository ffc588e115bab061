// SPDX-License-Identifier: Apache-2.0
// Copyright the Oriel authors.
package io.oriel.udp.seal;

import java.nio.ByteBuffer;
import java.nio.ByteOrder;

/**
 * Where things are in a sealed datagram. Numbers are little-endian; the header is authenticated, and not encrypted.
 *
 * <pre>
 *  0         1         2         3         4                   8                           16
 * +---------+---------+---------+---------+-------------------+---------------------------+-- - - --+-----+
 * | version |  lane   |  epoch  |  heard  |      session      |          counter          | sealed  | tag |
 * +---------+---------+---------+---------+-------------------+---------------------------+-- - - --+-----+
 * </pre>
 */
public final class SealLayout {
    /** The version of all this. */
    public static final int VERSION_OFFSET = 0;
    /** Which of the link's three. */
    public static final int LANE_OFFSET = 1;
    /** The low byte of the sender's epoch. */
    public static final int EPOCH_OFFSET = 2;
    /** The low byte of the newest epoch of the other direction that the sender has opened a datagram of. */
    public static final int HEARD_OFFSET = 3;
    /** Names the link to the receiver, who has chosen it. */
    public static final int SESSION_OFFSET = 4;
    /** Of the datagrams of this lane and direction, over all epochs. */
    public static final int COUNTER_OFFSET = 8;
    /** What is sealed. */
    public static final int BODY_OFFSET = 16;
    /** Bytes of the authentication tag. */
    public static final int TAG_LENGTH = 16;
    /** By how much a datagram grows: a multiple of what frames are aligned to. */
    public static final int OVERHEAD = BODY_OFFSET + TAG_LENGTH;
    /** The version that this code speaks. */
    public static final byte VERSION = 1;

    private SealLayout() {}

    /**
     * Tells whether bytes may be a sealed datagram.
     *
     * @param bytes  from the first one on
     * @param length of the datagram
     * @return false if it is too short, or of another version
     */
    public static boolean isSealed(ByteBuffer bytes, int length) {
        return length >= OVERHEAD && bytes.get(VERSION_OFFSET) == VERSION;
    }

    /**
     * Reads which lane a datagram says it is of.
     *
     * @param bytes sealed, from the first one on
     * @return any byte
     */
    public static int lane(ByteBuffer bytes) {
        return bytes.get(LANE_OFFSET);
    }

    /**
     * Reads which link a datagram says it is of.
     *
     * @param bytes sealed, from the first one on
     * @return any number
     */
    public static int session(ByteBuffer bytes) {
        int number = bytes.getInt(SESSION_OFFSET);
        return bytes.order() == ByteOrder.LITTLE_ENDIAN ? number : Integer.reverseBytes(number);
    }

    /**
     * Reads which of its lane and direction a datagram says it is.
     *
     * @param bytes sealed, from the first one on
     * @return any number
     */
    static long counter(ByteBuffer bytes) {
        long number = bytes.getLong(COUNTER_OFFSET);
        return bytes.order() == ByteOrder.LITTLE_ENDIAN ? number : Long.reverseBytes(number);
    }
}
