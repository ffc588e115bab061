// SPDX-License-Identifier: Apache-2.0
// Copyright the Oriel authors.
package io.oriel.engine.completion;

import io.oriel.api.Endpoint;
import io.oriel.api.NdStatus;
import io.oriel.api.RequestType;
import org.jspecify.annotations.Nullable;

/**
 * The slots of one queue of an endpoint, and where its requests complete: a slot is taken from a post until the completion has
 * been reaped. By the domain's owner.
 */
public final class Slots {
    private final EngineCompletionQueue queue;
    private final long context;
    private final long entries;
    private @Nullable Endpoint endpoint;
    private @Nullable Runnable close;
    private @Nullable Runnable onFreed;
    private int left;

    /** Creates slots that are all free; see {@link CompletionQueues#newSlots}. */
    Slots(EngineCompletionQueue queue, long context, int depth, long entries) {
        this.queue = queue;
        this.context = context;
        left = depth;
        this.entries = entries;
    }

    /**
     * Says whose the slots are. Before anything is posted.
     *
     * @param of        the endpoint
     * @param closeHeld closes it, because a queue of it closes, while the caller holds the domain
     */
    public void belongTo(Endpoint of, Runnable closeHeld) {
        endpoint = of;
        close = closeHeld;
    }

    /**
     * Sets what is to be done when a completion was reaped. Before anything is posted.
     *
     * @param then run each time that a slot has become free so
     */
    public void onReaped(Runnable then) {
        onFreed = then;
    }

    /** Makes room for the completions; or throws, and nothing has changed. */
    public void register() {
        queue.attach(this);
    }

    /** Undoes {@link #register}; completions that were not reaped yet stay. */
    public void unregister() {
        queue.detach(this);
    }

    /** Tells whether no slot is free. */
    public boolean areTaken() {
        return left == 0;
    }

    /** Returns how many slots are free. */
    public int left() {
        return left;
    }

    /** Takes a slot. */
    public void take() {
        left--;
    }

    /** Gives a slot back of which no completion tells. */
    public void giveBack() {
        left++;
    }

    /**
     * Adds the completion of a request, whose slot is free when it is reaped.
     *
     * @param type           of the request
     * @param status         how it ended
     * @param bytes          moved
     * @param requestContext of the request
     * @param solicited      the message asked for an event
     */
    public void complete(RequestType type, NdStatus status, long bytes, long requestContext, boolean solicited) {
        queue.add(type, status, bytes, requestContext, this, solicited);
    }

    /**
     * Adds the completion of a Receive that a Write of the peer has taken.
     *
     * @param immediate      the peer's value
     * @param bytes          that were written
     * @param requestContext of the Receive
     * @param solicited      the Write asked for an event
     */
    public void completeImmediate(int immediate, long bytes, long requestContext, boolean solicited) {
        queue.addImmediate(immediate, bytes, requestContext, this, solicited);
    }

    /**
     * Adds the completion of an invalidation by the peer, which has no slot of its own.
     *
     * @param windowContext of the window
     */
    public void completeRemoteInvalidation(long windowContext) {
        queue.addRemoteInvalidation(windowContext, this);
    }

    /** Closes the endpoint, because a queue of it closes. The caller holds the domain. */
    public void closeEndpoint() {
        Runnable closing = close;
        if (closing != null) {
            closing.run();
        }
    }

    long context() {
        return context;
    }

    /** Returns how many completions there can be. */
    long entries() {
        return entries;
    }

    boolean areOf(Endpoint any) {
        return endpoint == any;
    }

    /** A completion was reaped. */
    void reaped() {
        left++;
        Runnable then = onFreed;
        if (then != null) {
            then.run();
        }
    }
}
