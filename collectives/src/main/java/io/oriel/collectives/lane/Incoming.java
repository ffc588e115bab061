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
    private long sequence;
    private long examined;
    private int flagAt;
    private long flag;

    /** Creates an empty ring at an offset of memory that is full of zeros, as if so many messages were taken before. */
    Incoming(Slab slab, int base, long taken) {
        this.slab = slab;
        this.base = base;
        examined = taken;
        sequence = taken + 1;
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

    /** Frees the slot of the message that was ready; returns how many of this side's messages the other rank has taken. */
    long release(long known) {
        long newest = known;
        if (examined < sequence) {
            newest = Math.max(known, Flag.consumed(flag, known));
            examined = sequence;
        }
        sequence++;
        flagAt = flagAt();
        return newest;
    }

    /** Returns how many messages were taken. */
    long consumed() {
        return sequence - 1;
    }

    /**
     * Returns how many of this side's messages the other rank has taken, according to its messages and its consumed word. Each
     * message is examined once and in order. At that time its count is at most {@link LaneLayout#SLOTS} messages old, so that the
     * low bits determine it. A message that is not taken can stay in the ring for any number of messages of the other direction.
     */
    long peerConsumed(long known) {
        long told = memory.getLongVolatile(base + LaneLayout.CONSUMED_OFFSET); // Pairs with Outgoing#tellConsumed.
        long newest = Math.max(known, told);
        while (examined < sequence + LaneLayout.SLOTS - 1) {
            long next = examined + 1;
            long each = memory.getLongVolatile(base + LaneLayout.slotEnd(next) + LaneLayout.FLAG); // as in isReady
            if (!Flag.isOf(each, next)) {
                break;
            }
            newest = Math.max(newest, Flag.consumed(each, newest));
            examined = next;
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
