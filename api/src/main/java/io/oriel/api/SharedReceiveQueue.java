// SPDX-License-Identifier: Apache-2.0
// Copyright the Oriel authors.
package io.oriel.api;

import java.util.concurrent.CompletableFuture;

/**
 * Receives that several endpoints share: a message takes the oldest one, whichever endpoint it comes to, and completes it in
 * the receive queue of that endpoint, with that endpoint's context.
 *
 * <p>A Send to an endpoint that shares its Receives waits for as long as there is none; it never fails for want of one.
 * Receives are granted in the order in which peers ask for them, to each no more at a time than stay for the others: a peer
 * that is stopped after it has asked keeps at most half of them. On one host, with direct access, what it does not use is
 * taken back when others wait and none is left; but that of a message that it has begun.
 *
 * <p>Not for implementation by users. <b>Threading:</b> the adapter's domain. ND: IND2SharedReceiveQueue, NDK_SRQ.
 */
public interface SharedReceiveQueue extends AutoCloseable {
    /**
     * Posts a Receive. Endpoints need not be connected. ND: Receive, NdkSrqReceive.
     *
     * <p><b>Memory:</b> does not allocate. The list may be reused after the call; the memory that it names belongs to the
     * adapter until the completion is there. Receives that no message has taken when the queue is closed do not complete.
     *
     * @param requestContext comes back in {@link Completion#requestContext()}
     * @param list           filled in order; may be empty
     * @return SUCCESS; NO_MORE_ENTRIES if as many Receives are outstanding, or have completions that were not taken, as
     *     the queue is deep; DATA_OVERRUN if the list has more entries than the queue was created for; BUFFER_OVERFLOW if
     *     it names more bytes than {@link AdapterInfo.RequestLimits#maxTransferLength()}; ACCESS_VIOLATION if an entry
     *     names no region; INVALID_PARAMETER_2 if there is no list; INVALID_HANDLE if the queue is closed, or a region is deregistered or another adapter's
     */
    NdStatus receive(long requestContext, ScatterGatherList list);

    /**
     * Changes the depth and the threshold. ND: Modify.
     *
     * @param depth           Receives outstanding at most; 0 leaves it unchanged
     * @param notifyThreshold as for the creation; 0 leaves it unchanged
     * @throws NdException INVALID_PARAMETER if one is out of its range; BUFFER_OVERFLOW if more Receives are outstanding
     *     than depth; nothing is changed then. INVALID_HANDLE if the queue is closed
     */
    void modify(int depth, int notifyThreshold);

    /**
     * Asks to be told when fewer Receives are outstanding than the threshold: at once, if that is so already. Several may be
     * pending: one event completes all of them. Without a threshold nothing is told until one is set. Cancelling the future
     * withdraws this request, as {@link CompletionQueue#requestNotification}. ND: Notify.
     *
     * @return completes normally on the event, on the control agent; exceptionally with an {@link NdException} CANCELED when
     *     the queue is closed, DEVICE_REMOVED when the adapter's driver died, INVALID_HANDLE if it is closed already
     */
    CompletableFuture<Void> requestNotification();

    /**
     * Returns how many Receives can be outstanding.
     *
     * @return as asked for, last by {@link #modify}
     */
    int depth();

    /** Closes the queue: first the endpoints that share it. Does nothing the second time. */
    @Override
    void close();
}
