// SPDX-License-Identifier: Apache-2.0
// Copyright the Oriel authors.
package io.oriel.collectives.lane;

import io.oriel.collectives.data.Slab;
import org.agrona.concurrent.UnsafeBuffer;

/** The ring in this rank's memory that one other rank writes. By the domain's owner. */
final class Incoming {
    private final Slab slab;
    private final UnsafeBuffer memory;
    private final int base;
    private int sequence = 1;
    private int flagAt;
    private long flag;

    /** Begins with an empty ring, at an offset of memory that is full of zeros. */
    Incoming(Slab slab, int base) {
        this.slab = slab;
        this.base = base;
        memory = slab.buffer();
        flagAt = flagAt();
    }

    private int flagAt() {
        return base + LaneLayout.slotEnd(sequence) + LaneLayout.FLAG;
    }

    /** Tells whether there is a message that was not taken. */
    boolean isReady() {
        flag = memory.getLongVolatile(flagAt); // Pairs with Outgoing#commit: the flag is the last of what it writes.
        return Flag.isOf(flag, sequence);
    }

    /** Returns the flag of the message that is ready. */
    long flag() {
        return flag;
    }

    /** Returns the key of the message that is ready. */
    long key() {
        return memory.getLong(flagAt - Long.BYTES);
    }

    /** Returns the memory that messages are in. */
    Slab slab() {
        return slab;
    }

    /** Returns where the payload of the message that is ready begins. */
    int payloadAt(int length) {
        return flagAt - Long.BYTES - length;
    }

    /** Frees the slot of the message that was ready. */
    void release() {
        sequence++;
        flagAt = flagAt();
    }

    /** Returns how many messages were taken. */
    int consumed() {
        return sequence - 1;
    }

    /**
     * Returns how many of this side's messages the other rank has said to have taken: in the messages that are ready, taken or
     * not, or when it had none to send.
     */
    int peerConsumed(int known) {
        int told = (int) memory.getLongVolatile(base + LaneLayout.CONSUMED_OFFSET); // Pairs with Outgoing#tellConsumed.
        int ahead = told - known;
        int newest = ahead > 0 && ahead <= LaneLayout.SLOTS ? told : known; // or it was told very long ago
        for (int next = sequence; next != sequence + LaneLayout.SLOTS; next++) {
            long each = memory.getLongVolatile(base + LaneLayout.slotEnd(next) + LaneLayout.FLAG); // as in isReady
            if (!Flag.isOf(each, next)) {
                break;
            }
            int seen = Flag.consumed(each, newest);
            newest = seen - newest > 0 ? seen : newest;
        }
        return newest;
    }

    /** Tells whether the other rank has something to tell for which there was no room. */
    boolean isHeldBack() {
        return memory.getLongVolatile(base + LaneLayout.HELD_BACK_OFFSET) != 0; // Pairs with Outgoing#tellHeldBack.
    }

    /** Tells whether the other rank writes nothing more: what it wrote is all here. */
    boolean hasLeft() {
        return memory.getLongVolatile(base + LaneLayout.LEFT_OFFSET) != 0; // Pairs with Outgoing#tellLeft.
    }
}
