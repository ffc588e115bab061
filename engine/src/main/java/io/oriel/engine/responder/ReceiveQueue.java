// SPDX-License-Identifier: Apache-2.0
// Copyright the Oriel authors.
package io.oriel.engine.responder;

import io.oriel.api.NdStatus;
import io.oriel.api.RequestType;
import io.oriel.api.ScatterGatherList;
import io.oriel.engine.completion.Slots;
import io.oriel.engine.counter.CounterStart;
import io.oriel.engine.credit.Demand;
import io.oriel.engine.direct.ReceiveRing;
import io.oriel.engine.memory.RegionTable;
import io.oriel.engine.memory.SgeList;
import io.oriel.engine.memory.ShownReceives;
import org.agrona.BitUtil;
import org.agrona.DirectBuffer;
import org.jspecify.annotations.Nullable;

/** The Receives of one endpoint, in order. By the domain's owner. */
final class ReceiveQueue {
    private SgeList[] sges;
    private long[] contexts;
    private final int mask;
    private final Slots slots;
    private final @Nullable Demand shared;
    private @Nullable ShownReceives shown;

    private long head = CounterStart.value();
    private long tail = head;

    // Of the message that is arriving.
    private long received;
    private long expected;

    /**
     * Creates an empty queue.
     *
     * @param depth       Receives outstanding at most
     * @param entries     of a Receive at most
     * @param regions     of the adapter
     * @param slots       of the endpoint's Receives
     * @param ring        shows them to the peer; null if it cannot place messages
     * @param shared      gives those of a shared queue; null if they are the endpoint's own
     */
    ReceiveQueue(
            int depth,
            int entries,
            RegionTable regions,
            Slots slots,
            @Nullable ReceiveRing ring,
            @Nullable Demand shared) {
        this.shared = shared;
        this.slots = slots;
        int capacity = BitUtil.findNextPositivePowerOfTwo(depth);
        sges = new SgeList[capacity];
        contexts = new long[capacity];
        mask = capacity - 1;
        shown = ring == null ? null : new ShownReceives(ring, () -> head, capacity);
        for (int index = 0; index < capacity; index++) {
            sges[index] = new SgeList(regions, entries, 0);
        }
    }

    /** Tells whether no slot is free. */
    boolean isFull() {
        return slots.areTaken();
    }

    /** Tells whether no Receive is waiting for a message. */
    boolean isEmpty() {
        return head == tail;
    }

    /** Tells whether there is a Receive for a message that has come. */
    boolean isReady() {
        return head != tail || (shared != null && provide(shared));
    }

    /** Takes the oldest Receive of the shared queue, for a message that comes in parts. */
    private boolean provide(Demand from) {
        SgeList list = from.oldest();
        if (list == null) {
            return false;
        }
        add(from.lend(), list);
        return true;
    }

    /** Returns how many Receives were posted in the endpoint's life. */
    long posted() {
        return tail;
    }

    private SgeList list(long index) {
        return sges[(int) index & mask];
    }

    /**
     * Posts a Receive; {@link #isFull} said that there is room.
     *
     * @param context the caller's
     * @param list    to be filled
     */
    void post(long context, ScatterGatherList list) {
        int slot = (int) tail & mask;
        contexts[slot] = context;
        SgeList captured = sges[slot];
        captured.capture(list);
        ShownReceives peer = shown;
        if (peer != null) {
            peer.show(tail, captured);
        }
        slots.take();
        tail++;
    }

    private void add(long context, SgeList list) {
        int slot = (int) tail & mask;
        contexts[slot] = context;
        sges[slot].copyFrom(list);
        slots.take();
        tail++;
    }

    /**
     * Stops placements, because the connection has ended.
     *
     * @return true if none goes on; false if one may, until {@link #isQuiet}
     */
    boolean hideAll() {
        ShownReceives peer = shown;
        return peer == null || peer.hideAll();
    }

    /** Tells whether the peer places nothing. */
    boolean isQuiet() {
        ShownReceives peer = shown;
        return peer == null || peer.isQuiet();
    }

    /** Waits a moment for that; true if it has come. */
    boolean isSoonQuiet() {
        ShownReceives peer = shown;
        return peer == null || peer.isSoonQuiet();
    }

    /** Waits for that, blocking the caller; true if it has come in time. */
    boolean awaitQuiet(long timeoutNs) {
        ShownReceives peer = shown;
        return peer == null || peer.awaitQuiet(timeoutNs);
    }

    /**
     * Begins and ends a message that the peer has placed by itself, for which {@link #isReady} said that there is a
     * Receive.
     *
     * @param totalLength bytes of the message
     * @return as {@link #begin}; INTERNAL_ERROR if the Receive was not shown
     */
    NdStatus beginPlaced(long totalLength) {
        ShownReceives peer = shown;
        if (peer == null) {
            return NdStatus.INTERNAL_ERROR;
        }
        if (!peer.isShown(head)) {
            SgeList target = list(head);
            // Its region may have been deregistered since the message was placed: then it fails as one in frames does.
            return target.isReadable() ? NdStatus.INTERNAL_ERROR : check(target, totalLength);
        }
        NdStatus status = begin(totalLength);
        if (status == NdStatus.SUCCESS) {
            received = totalLength;
        }
        return status;
    }

    /**
     * Takes a whole message, and completes the oldest Receive.
     *
     * @param buffer    holds the message
     * @param offset    where
     * @param length    bytes
     * @param solicited the message asked for an event
     * @return SUCCESS; DATA_OVERRUN if it is longer than the Receive; ACCESS_VIOLATION if the memory is not to be written;
     *     INTERNAL_ERROR if there is no Receive, and nothing was completed
     */
    NdStatus take(DirectBuffer buffer, int offset, int length, boolean solicited) {
        Demand from = head == tail ? shared : null; // straight into its oldest, which never is this queue's
        SgeList target = from == null ? oldest() : from.oldest();
        if (target == null) {
            return NdStatus.INTERNAL_ERROR;
        }
        NdStatus status = NdStatus.DATA_OVERRUN;
        if (length <= target.totalLength()) {
            status = target.take(buffer, offset, length) ? NdStatus.SUCCESS : NdStatus.ACCESS_VIOLATION;
        }
        boolean isTaken = status == NdStatus.SUCCESS;
        long context = from == null ? takeOwn() : takeShared(from);
        slots.complete(RequestType.RECEIVE, status, isTaken ? length : 0, context, isTaken && solicited);
        return status;
    }

    private @Nullable SgeList oldest() {
        return head == tail ? null : list(head);
    }

    private long takeOwn() {
        long context = contexts[(int) head & mask];
        tookOldest();
        received = 0; // of a message in parts that was not finished
        expected = 0;
        return context;
    }

    private long takeShared(Demand from) {
        slots.take();
        return from.takeOldest();
    }

    /**
     * Completes a Receive, for which {@link #isReady} said that there is one, with what a Write of the peer tells.
     *
     * @param immediate the peer's value
     * @param bytes     that were written
     * @param solicited the Write asked for an event
     */
    void takeImmediate(int immediate, long bytes, boolean solicited) {
        slots.completeImmediate(immediate, bytes, takeOwn(), solicited);
    }

    /**
     * Begins a message that comes in parts, for which {@link #isReady} said that there is a Receive.
     *
     * @param totalLength bytes of the whole message
     * @return SUCCESS; DATA_OVERRUN if it is longer than the Receive; ACCESS_VIOLATION if the memory is not to be written
     */
    NdStatus begin(long totalLength) {
        NdStatus status = check(list(head), totalLength);
        if (status == NdStatus.SUCCESS) {
            received = 0;
            expected = totalLength;
        }
        return status;
    }

    /**
     * Tells whether a part continues the message that is arriving.
     *
     * @param totalLength bytes of the whole message
     * @param offset      of the part
     * @param length      of the part
     * @return false if the peer sent parts that do not fit together
     */
    boolean continues(long totalLength, long offset, int length) {
        return head < tail && totalLength == expected && offset == received && length <= expected - received;
    }

    /**
     * Fills in the next part.
     *
     * @param buffer holds it
     * @param offset where
     * @param length bytes
     */
    void fill(DirectBuffer buffer, int offset, int length) {
        list(head).scatter(received, buffer, offset, length);
        received += length;
    }

    /** Tells whether the message is whole. */
    boolean isWhole() {
        return received == expected;
    }

    /** Tells whether the memory of the arriving message can still be written. */
    boolean isWritable() {
        return list(head).isWritable();
    }

    /**
     * Completes the oldest Receive.
     *
     * @param status    how it ended
     * @param solicited the message asked for an event
     */
    void complete(NdStatus status, boolean solicited) {
        long bytes = status == NdStatus.SUCCESS ? expected : 0;
        slots.complete(RequestType.RECEIVE, status, bytes, takeOwn(), solicited);
    }

    private void tookOldest() {
        head++;
        if (shared != null) {
            shared.taken();
        }
    }

    /** Completes an invalidation by the peer, before the Receive of its message. */
    void completeRemoteInvalidation(long windowContext) {
        slots.completeRemoteInvalidation(windowContext);
    }

    /**
     * Completes every Receive, or gives it back to where it came from.
     *
     * @param status CANCELED; or IO_TIMEOUT if the peer may still be placing a message
     */
    void cancelAll(NdStatus status) {
        if (shared != null) {
            putBack(shared);
        }
        while (head < tail) {
            complete(status, false);
        }
        ShownReceives peer = shown;
        if (peer != null) {
            peer.end();
        }
    }

    /** Lets go of the memory of the queue, which is used no more. */
    void release() {
        sges = new SgeList[0];
        contexts = new long[0];
        shown = null;
    }

    /** Gives the Receive of a message in parts that was not finished back to the shared queue that it came from. */
    private void putBack(Demand to) {
        while (head < tail) {
            tail--;
            slots.giveBack();
            to.putBack(contexts[(int) tail & mask], sges[(int) tail & mask]);
        }
        received = 0;
        expected = 0;
    }

    private static NdStatus check(SgeList target, long length) {
        if (length > target.totalLength()) {
            return NdStatus.DATA_OVERRUN;
        }
        return target.isWritable() ? NdStatus.SUCCESS : NdStatus.ACCESS_VIOLATION;
    }
}
