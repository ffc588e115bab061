// SPDX-License-Identifier: Apache-2.0
// Copyright the Oriel authors.
package io.oriel.service;

import io.oriel.api.NdStatus;
import io.oriel.service.slot.SlotPool;
import org.agrona.DirectBuffer;
import org.agrona.concurrent.UnsafeBuffer;
import org.jspecify.annotations.Nullable;

/**
 * One answer to a request, or the news that there will be none: a carrier that the client fills again and again.
 *
 * <p><b>Threading:</b> the client's thread, within {@link AnswerHandler#onAnswer}. <b>Memory:</b> the bytes are where they have arrived;
 * they are the client's again when the handler returns.
 */
public final class Answer {
    private static final DirectBuffer EMPTY = new UnsafeBuffer(0, 0);

    // References are stored only when they change: each store costs a barrier of the garbage collector.
    private NdStatus status = NdStatus.PENDING;
    private @Nullable SlotPool pool;
    private int slot;
    private long requestContext;
    private int length;
    private boolean last;
    private boolean declined;

    Answer() {}

    Answer set(NdStatus newStatus, long context, boolean isLast) {
        if (status != newStatus) {
            status = newStatus;
        }
        requestContext = context;
        last = isLast;
        declined = false;
        length = 0;
        return this;
    }

    Answer setDeclined(NdStatus by, long context, boolean isLast) {
        var unused = set(by, context, isLast);
        declined = true;
        return this;
    }

    Answer set(long context, boolean isLast, SlotPool from, int index, int count) {
        var unused = set(NdStatus.SUCCESS, context, isLast);
        if (pool != from) {
            pool = from;
        }
        slot = index;
        length = count;
        return this;
    }

    /**
     * Returns how the request has ended, or is going.
     *
     * <p>SUCCESS: the server has answered, and there are bytes. IO_TIMEOUT: the time-out has passed, what comes later is dropped; the
     * request may have been carried out. CONNECTION_ABORTED: the connection has ended; likewise. CANCELED: this client was closed;
     * likewise. REMOTE_ERROR: the server's handler has thrown. Any failure if {@link #isDeclined()}: what the server has declined with.
     *
     * @return the status
     */
    public NdStatus status() {
        return status;
    }

    /**
     * Tells whether the status is the server's word. What has become of a request that fails otherwise, this side does not know.
     *
     * @return true if the server has handled the request, and declined it, or its handler has thrown
     */
    public boolean isDeclined() {
        return declined;
    }

    /**
     * Returns what was given when the request was committed.
     *
     * @return the context, unchanged
     */
    public long requestContext() {
        return requestContext;
    }

    /**
     * Returns the bytes.
     *
     * @return a view that begins with the answer at index 0; empty if {@link #status()} is a failure
     */
    public DirectBuffer buffer() {
        SlotPool from = pool;
        return status != NdStatus.SUCCESS || from == null ? EMPTY : from.body(slot);
    }

    /**
     * Returns how long the answer is.
     *
     * @return bytes; 0 if {@link #status()} is a failure
     */
    public int length() {
        return length;
    }

    /**
     * Tells whether the request has ended with this.
     *
     * @return false if more answers follow
     */
    public boolean isLast() {
        return last;
    }
}
