// SPDX-License-Identifier: Apache-2.0
// Copyright the Oriel authors.
package io.oriel.api;

import java.util.concurrent.CompletableFuture;

/**
 * The place where the results of requests appear, in order for each endpoint's initiator requests and for each
 * endpoint's Receives.
 *
 * <p>Not for implementation by users. <b>Threading:</b> the adapter's domain.
 * ND: INDCompletionQueue, IND2CompletionQueue, NDK_CQ.
 */
public interface CompletionQueue extends AutoCloseable {
    /**
     * Takes results out of the queue, and makes the whole adapter progress; never blocks.
     *
     * <p>A count below {@code max} means that the queue was empty. The completion of a Send is taken before that of any
     * Receive which the peer's reaction to it led to, when both are in one queue.
     *
     * <p><b>Memory:</b> does not allocate; {@code completions} is the caller's, written during this call only. The queue
     * keeps a reference to the array until a poll with another one. ND: GetResults.
     *
     * @param completions carriers to fill, from index 0
     * @param max         how many to fill at most; the length of {@code completions} if that is less
     * @return how many were filled; 0 if the queue or the adapter is closed
     * @throws IllegalArgumentException if there is no array, or no carrier in one of the places to fill; nothing is lost
     * @throws IllegalStateException if another thread is inside the domain
     */
    int poll(Completion[] completions, int max);

    /**
     * Drops what an endpoint has left here, as if it were taken: after {@link Endpoint#close} or {@link Endpoint#flush},
     * for instance, the CANCELED completions of what was outstanding, before their contexts are used again. The other
     * completions stay in their order. An extension: in ND they have to be taken.
     *
     * <p>Of an endpoint that is open, what completes later appears as ever. <b>Memory:</b> does not allocate; looks at each
     * completion in the queue.
     *
     * @param endpoint closed or open
     * @return how many were dropped; 0 if the queue or the adapter is closed
     * @throws IllegalArgumentException if there is no endpoint
     * @throws IllegalStateException if another thread is inside the domain
     */
    int discard(Endpoint endpoint);

    /**
     * Asks to be told of the next event, without polling: the control agent then progresses the adapter in the
     * application's stead until it calls the data plane again. ND: Notify.
     *
     * <p>The future completes when there is a completion newer than the previous notification and not yet taken; the entry
     * that completed one notification does not complete the next, even if it was not taken. Several may be pending, of
     * different types: an event of any of their types completes all of them. A completion that lands after an empty
     * poll and before this call is not missed. The future completes on the control agent: do not block there.
     * Cancelling the future, or completing it by another method, withdraws this request and no other. If {@code cancel}
     * returns false the event has happened, and the future completes at once.
     *
     * @param type which events
     * @return completes normally on the event; exceptionally with an {@link NdException} CANCELED when the queue is
     *     closed, DEVICE_REMOVED when the adapter's driver died, INVALID_HANDLE if the queue is closed already
     */
    CompletableFuture<Void> requestNotification(NotifyType type);

    /**
     * Waits, making progress, until the queue holds a completion of the kind asked for. The thread spins for some
     * microseconds and then sleeps until a peer wakes it.
     *
     * <p>The kinds are those of {@link #requestNotification}; but a completion counts until it is taken, whether it was
     * told of or not. The wait may outlast its time by a millisecond and by what the host's scheduler adds.
     *
     * <p><b>Memory:</b> does not allocate after the adapter's first wait.
     *
     * @param type      which completions
     * @param timeoutNs nanoseconds to wait at most; 0 tries once
     * @return SUCCESS if one is there to be polled; TIMEOUT; INVALID_HANDLE if the queue is closed; DEVICE_REMOVED if the
     *     adapter's driver died and none of the kind asked for is left, though others may be; INVALID_PARAMETER without a
     *     type. An interrupt ends nothing:
     *     it is left set
     * @throws IllegalStateException if another thread is inside the domain; on a control agent, unless the timeout is 0
     */
    NdStatus await(NotifyType type, long timeoutNs);

    /**
     * Changes the depth. Nothing has to be awaited before: what is queued stays in its order, what is outstanding and who
     * waits are not touched. ND: Resize.
     *
     * <p>As at creation, the depth is a lower bound: there is always room for what the attached endpoints can have
     * outstanding, so that no depth makes the queue overrun. <b>Memory:</b> a control call, which may allocate.
     *
     * @param depth entries, 1 to {@link AdapterInfo.QueueLimits#maxCompletionQueueDepth()}
     * @throws NdException INVALID_PARAMETER if depth is outside that range; BUFFER_OVERFLOW if it is less than the number
     *     of completions queued, and the queue is then as it was; INVALID_HANDLE if the queue is closed; DEVICE_REMOVED
     *     if the adapter's driver died
     * @throws IllegalStateException if another thread is inside the domain
     */
    void resize(int depth);

    /**
     * Returns the depth asked for at creation, or by {@link #resize} since.
     *
     * @return entries
     */
    int depth();

    /** Closes the queue, and first the endpoints attached to it. Does nothing the second time. */
    @Override
    void close();
}
