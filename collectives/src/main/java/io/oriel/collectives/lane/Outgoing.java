// SPDX-License-Identifier: Apache-2.0
// Copyright the Oriel authors.
package io.oriel.collectives.lane;

import io.oriel.api.AccessFlags;
import io.oriel.api.Adapter;
import io.oriel.api.Endpoint;
import io.oriel.api.MemoryRegion;
import io.oriel.api.NdStatus;
import io.oriel.api.OpFlags;
import io.oriel.api.RemoteWindow;
import io.oriel.api.ScatterGatherList;
import io.oriel.collectives.data.Slab;
import org.agrona.BitUtil;
import org.agrona.BufferUtil;
import org.agrona.concurrent.UnsafeBuffer;

/**
 * The ring in another rank's memory that this one writes. By the domain's owner.
 *
 * <p>A message is put together in memory of this rank and goes in one Write. Where Writes are carried out in their calls one
 * place is enough for all; elsewhere each slot of the ring has a place, which is free again when the slot is.
 */
final class Outgoing {
    /** Comes back in the completion of the last Write, the only one that is not silent. */
    static final long LEAVING = 1;

    private static final int CONSUMED_AT = 0;
    private static final int LEFT_AT = Long.BYTES;
    private static final int PULSE_AT = 2 * Long.BYTES;
    private static final int HELD_BACK_AT = 3 * Long.BYTES;
    private static final int CONTROL_LENGTH = 128;

    private final Endpoint endpoint;
    private final RemoteWindow window;
    private final Incoming incoming;
    private final boolean isDirect;
    private final MemoryRegion staging;
    private final Slab slab;
    private final UnsafeBuffer memory;
    private final ScatterGatherList list = new ScatterGatherList(1);
    private final ScatterGatherList control;
    private int listedAt = -1;
    private int listedLength;
    private long sent;
    private long acknowledged;
    private long told;
    private boolean refused;

    /** Begins with an empty ring, in the window that the other rank has granted. */
    Outgoing(Adapter adapter, Endpoint endpoint, RemoteWindow window, Incoming incoming) {
        sent = incoming.consumed();
        acknowledged = sent;
        told = sent;
        this.endpoint = endpoint;
        this.window = window;
        this.incoming = incoming;
        isDirect = window.isDirect();
        int places = isDirect ? 1 : LaneLayout.SLOTS;
        int length = CONTROL_LENGTH + places * LaneLayout.SLOT_LENGTH;
        memory = new UnsafeBuffer(BufferUtil.allocateDirectAligned(length, 2 * BitUtil.CACHE_LINE_LENGTH));
        slab = Slab.of(memory);
        staging = adapter.registerMemory(memory, AccessFlags.ALLOW_LOCAL_WRITE);
        control = new ScatterGatherList(1);
    }

    boolean isDirect() {
        return isDirect;
    }

    /** Tells whether the other rank's ring has room for a message. */
    boolean hasRoom() {
        return sent - acknowledged < LaneLayout.SLOTS || hasRoomAgain();
    }

    private boolean hasRoomAgain() {
        acknowledged(incoming.peerConsumed(acknowledged));
        return sent - acknowledged < LaneLayout.SLOTS;
    }

    /** Frees the slot of the incoming message that was ready, and takes the acknowledgement in it. */
    void releaseIncoming() {
        acknowledged(incoming.release(acknowledged));
        tellConsumedIfDue();
    }

    /** The other rank has taken so many messages. */
    private void acknowledged(long count) {
        if (count > acknowledged && count <= sent) {
            acknowledged = count;
        }
    }

    /** Tells whether all messages were taken. */
    boolean isDrained() {
        return sent == acknowledged || (hasRoomAgain() && sent == acknowledged);
    }

    /** Returns the memory in which messages are put together. */
    Slab slab() {
        return slab;
    }

    /** Returns where the payload of the next message goes, if there is room. */
    int payloadAt(int length) {
        return end() - LaneLayout.TRAILER_LENGTH - length;
    }

    private int end() {
        int place = isDirect ? 0 : (int) (sent + 1) & LaneLayout.SLOTS - 1;
        return CONTROL_LENGTH + (place + 1) * LaneLayout.SLOT_LENGTH;
    }

    /**
     * Sends the message whose payload is in its place.
     *
     * @return false if it has to be tried again; it is kept
     */
    boolean commit(long key, int length, int marks) {
        int end = end();
        long sequence = sent + 1;
        long consumed = incoming.consumed();
        memory.putLong(end + LaneLayout.KEY, key);
        memory.putLong(end + LaneLayout.FLAG, Flag.of(sequence, consumed, length, marks));
        int bytes = length + LaneLayout.TRAILER_LENGTH;
        if (!write(end - bytes, bytes, LaneLayout.slotEnd(sequence) - bytes)) {
            return false;
        }
        sent = sequence;
        told = consumed;
        return true;
    }

    private boolean write(int at, int bytes, int to) {
        if (listedAt != at || listedLength != bytes) {
            list.clear().add(staging, at, bytes);
            listedAt = at;
            listedLength = bytes;
        }
        NdStatus status = endpoint.write(0, list, window, to, OpFlags.SILENT_SUCCESS);
        return status == NdStatus.SUCCESS || isRefused(status);
    }

    /** A queue that is full has room again soon; anything else is the end of the endpoint. */
    private boolean isRefused(NdStatus status) {
        refused = status != NdStatus.NO_MORE_ENTRIES;
        return false;
    }

    /** Tells whether the endpoint takes nothing any more. */
    boolean isRefused() {
        return refused;
    }

    /** Tells the other rank how many of its messages were taken, if it could wait for that. */
    void tellConsumedIfDue() {
        if (incoming.consumed() - told >= LaneLayout.SLOTS / 2) {
            tellConsumed();
        }
    }

    private void tellConsumed() {
        long consumed = incoming.consumed();
        memory.putLong(CONSUMED_AT, consumed);
        if (writeControl(0, CONSUMED_AT, LaneLayout.CONSUMED_OFFSET, OpFlags.SILENT_SUCCESS)) {
            told = consumed;
        }
    }

    /** Tells the other rank how many messages wait for room; false if it has to be tried again. */
    boolean tellHeldBack(int count) {
        memory.putLong(HELD_BACK_AT, count);
        return writeControl(0, HELD_BACK_AT, LaneLayout.HELD_BACK_OFFSET, OpFlags.SILENT_SUCCESS);
    }

    /** Tells the other rank that nothing more comes; completes with {@link #LEAVING}. */
    boolean tellLeft() {
        memory.putLong(LEFT_AT, 1);
        return writeControl(LEAVING, LEFT_AT, LaneLayout.LEFT_OFFSET, OpFlags.NONE);
    }

    private boolean writeControl(long context, int at, int to, int flags) {
        control.clear().add(staging, at, Long.BYTES);
        NdStatus status = endpoint.write(context, control, window, to, flags);
        return status == NdStatus.SUCCESS || isRefused(status);
    }

    /** Reads what the other process counts while it runs, where that can be done without it. */
    long readPulse() {
        control.clear().add(staging, PULSE_AT, Long.BYTES);
        endpoint.read(0, control, window, LaneLayout.PULSE_OFFSET, OpFlags.SILENT_SUCCESS);
        return memory.getLong(PULSE_AT);
    }
}
