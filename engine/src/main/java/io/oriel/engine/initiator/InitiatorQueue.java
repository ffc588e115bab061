// SPDX-License-Identifier: Apache-2.0
// Copyright the Oriel authors.
package io.oriel.engine.initiator;

import io.oriel.api.NdStatus;
import io.oriel.api.OpFlags;
import io.oriel.api.RequestType;
import io.oriel.api.ScatterGatherList;
import io.oriel.api.config.EndpointConfig;
import io.oriel.engine.completion.Slots;
import io.oriel.engine.counter.CounterStart;
import io.oriel.engine.memory.RegionTable;
import io.oriel.engine.memory.SgeList;
import org.agrona.BitUtil;
import org.jspecify.annotations.Nullable;

/**
 * The initiator requests of one endpoint, in order: completed, then sent, then still to be sent. By the domain's owner.
 *
 * <pre>
 *     head        cursor        next         tail
 *      | awaiting completion     | to be run   |
 *      |  acknowledged |  sent   |             |
 * </pre>
 *
 * <p>A slot is taken from the post until its completion is reaped, or, of a silent success, until it is done. A queue that
 * has drained begins again at its first slot, so that few requests at a time stay in few cache lines.
 */
final class InitiatorQueue {
    private Request[] requests;
    private final int mask;
    private final Slots slots;
    private long base = CounterStart.value();
    private long head = base;
    private long acknowledgeCursor = base;
    private long next = base;
    private long tail = base;

    // Up to where the Receives of the peer that are wanted have been counted.
    private long counted = base;
    private long wanted = base;

    /**
     * Creates an empty queue.
     *
     * @param config  of the endpoint
     * @param regions of the adapter
     * @param slots   of the endpoint's requests
     */
    InitiatorQueue(EndpointConfig config, RegionTable regions, Slots slots) {
        this.slots = slots;
        requests = new Request[BitUtil.findNextPositivePowerOfTwo(config.initiatorQueueDepth())];
        mask = requests.length - 1;
        for (int index = 0; index < requests.length; index++) {
            requests[index] = new Request(new SgeList(regions, config.maxInitiatorSge(), config.inlineDataSize()));
        }
    }

    /** Tells whether the next request to run takes a Receive of the peer and has not begun. */
    boolean nextNeedsCredit() {
        Request request = nextToRun();
        return request != null && request.takesReceive() && request.firstSequence == 0;
    }

    /** Tells whether no slot is free. */
    boolean isFull() {
        return slots.areTaken();
    }

    /** Tells whether every request has completed, so that none is on its way. */
    boolean isEmpty() {
        return head == tail;
    }

    /** Tells whether every request has been run. */
    boolean isDrained() {
        return next == tail;
    }

    /**
     * Begins the next request in a slot, which {@link #isFull} said is there. Until {@link #enter} nothing has changed: what
     * fills it in may throw.
     *
     * @param type    of the request
     * @param context the caller's
     * @param flags   of the request
     * @return the slot
     */
    Request claim(RequestType type, long context, int flags) {
        if (head == tail) {
            base = tail;
        }
        Request request = slot(tail);
        request.begin(type, context, flags);
        return request;
    }

    /** Enters the request that was claimed, and is whole now, at the end of those still to be run. */
    void enter() {
        slots.take();
        tail++;
    }

    /**
     * Completes a request that was posted and executed at once, with nothing before it still to be run.
     *
     * @param type    of the request
     * @param context the caller's
     * @param flags   of the request
     * @param bytes   moved
     */
    void passed(RequestType type, long context, int flags, long bytes) {
        if (head < tail) {
            Request request = claim(type, context, flags);
            request.sges.sent(bytes);
            request.end(NdStatus.SUCCESS);
            enter();
            next++;
        } else if ((flags & OpFlags.SILENT_SUCCESS) == 0) {
            slots.take();
            slots.complete(type, NdStatus.SUCCESS, bytes, context, false);
        }
    }

    /**
     * Copies a list into a request just claimed.
     *
     * @param request the slot
     * @param list    the caller's
     * @param inline  copy the data, too
     */
    void capture(Request request, ScatterGatherList list, boolean inline) {
        if (!inline) {
            request.sges.capture(list);
        } else if (!request.sges.captureInline(list)) {
            request.status = NdStatus.ACCESS_VIOLATION;
        }
    }

    /** Returns the first request still to be run; null if there is none. */
    @Nullable
    Request nextToRun() {
        return next == tail ? null : slot(next);
    }

    /** Tells whether the next request is an Invalidate: a peer that leaves the memory wakes nobody. */
    boolean nextAwaitsMemory() {
        return next < tail && slot(next).type == RequestType.INVALIDATE;
    }

    /**
     * Counts the Receives of the peer that the endpoint's requests have taken or are going to take.
     *
     * @param taken by those that have run; the next to run has not
     * @return the count
     */
    long receivesWanted(long taken) {
        if (counted < next) {
            counted = next;
            wanted = taken;
        }
        for (; counted < tail; counted++) {
            if (slot(counted).takesReceive()) {
                wanted++;
            }
        }
        return wanted;
    }

    /** Tells whether a Read or an atomic has still to be run. */
    boolean hasReadsToRun() {
        for (long index = next; index < tail; index++) {
            if (slot(index).endsByResponse()) {
                return true;
            }
        }
        return false;
    }

    /** Returns the number of that request in the endpoint's life. */
    long nextIndex() {
        return next;
    }

    /** Counts that request as run: sent whole, or done. */
    void ran() {
        next++;
    }

    /**
     * Counts the oldest unacknowledged Send or Write as acknowledged, and adds the completions of what is done.
     *
     * @return as {@link #completeDone}
     */
    boolean acknowledged() {
        if (acknowledgeCursor <= head && head < next) {
            Request oldest = slot(head);
            if (oldest.endsByAcknowledgement() && !oldest.done) { // nothing waits before it: so it mostly is
                complete(oldest, NdStatus.SUCCESS);
                acknowledgeCursor = head;
                return head == next || !slot(head).done || completeDone();
            }
        }
        endOldestUnacknowledged();
        return completeDone();
    }

    private void endOldestUnacknowledged() {
        acknowledgeCursor = Math.max(acknowledgeCursor, head); // it may be far behind, after Reads alone
        while (acknowledgeCursor < next) {
            Request request = slot(acknowledgeCursor);
            acknowledgeCursor++;
            if (request.endsByAcknowledgement() && !request.done) {
                request.end(NdStatus.SUCCESS);
                return;
            }
        }
    }

    /**
     * Finds a Read or an atomic that is being answered.
     *
     * @param requestId low bits of its number; a peer's word
     * @return the request; null if there is none of that number
     */
    @Nullable
    Request readInProgress(int requestId) {
        long index = head + (requestId - (int) head);
        if (index < head || index >= next) {
            return null;
        }
        Request request = slot(index);
        return request.endsByResponse() && !request.done ? request : null;
    }

    /**
     * Finds the request that a frame belonged to.
     *
     * @param sequence of the frame; a peer's word
     * @return the request; null if no unfinished request had that frame
     */
    @Nullable
    Request ownerOfFrame(long sequence) {
        long end = Math.min(tail, next + 1); // the request that is being sent, too
        for (long index = head; index < end; index++) {
            Request request = slot(index);
            if (request.firstSequence != 0 && request.firstSequence <= sequence && sequence <= request.lastSequence) {
                return request.done ? null : request;
            }
        }
        return null;
    }

    /**
     * Adds the completions of what is done, in order.
     *
     * @return false if one of them failed, which ends the connection; nothing behind it was completed
     */
    boolean completeDone() {
        while (head < next) {
            Request request = slot(head);
            if (!request.done) {
                return true;
            }
            complete(request, request.status);
            if (request.status != NdStatus.SUCCESS) {
                return false;
            }
        }
        return true;
    }

    /**
     * Ends everything outstanding.
     *
     * @param oldest how the oldest ends; all others are CANCELED
     */
    void cancelAll(NdStatus oldest) {
        NdStatus status = oldest;
        while (head < tail) {
            Request request = slot(head);
            if (request.changesWindow && head >= next) {
                request.change.cancel(request.type);
            }
            complete(request, status);
            status = NdStatus.CANCELED;
        }
        next = tail;
        acknowledgeCursor = tail;
    }

    /** Lets go of the slots, which were all completed and of which only completions are reaped any more. */
    void release() {
        requests = new Request[0];
    }

    private Request slot(long index) {
        return requests[(int) (index - base) & mask];
    }

    private void complete(Request request, NdStatus status) {
        head++;
        boolean success = status == NdStatus.SUCCESS;
        if (request.changesWindow) {
            request.change.end(request.type, success);
        }
        if (success && request.isSilent()) {
            slots.giveBack();
            return;
        }
        long bytes = success && request.movesBytes() ? request.sges.totalLength() : 0;
        slots.complete(request.type, status, bytes, request.context, false);
    }
}
