// SPDX-License-Identifier: Apache-2.0
// Copyright the Oriel authors.
package io.oriel.service.slot;

import io.oriel.api.Completion;
import io.oriel.api.CompletionQueue;
import io.oriel.api.RequestType;
import java.util.Arrays;

/**
 * Takes completions out of a queue and hands each to the handler of its type.
 *
 * <p>A handler that throws loses nothing: the exception comes out of {@link #poll}, and the next call goes on with the completion
 * behind. A handler may close the queue or its endpoints; what was taken before is still handed out.
 *
 * <p><b>Threading:</b> the adapter's domain. <b>Memory:</b> allocates when it is made, and never afterwards.
 */
@SuppressWarnings("EnumOrdinal") // as an index, within this process
public final class CompletionDispatcher {
    private final CompletionQueue queue;
    private final Completion[] completions;
    private final CompletionHandler[] handlers = new CompletionHandler[RequestType.values().length];
    private int next;
    private int filled;
    private boolean inside;

    /**
     * Dispatches the completions of a queue.
     *
     * @param queue    polled by this dispatcher alone
     * @param batch    completions that it takes at a time, at least 1
     * @param fallback for types without a handler of their own
     * @throws IllegalArgumentException if batch is less than 1
     */
    public CompletionDispatcher(CompletionQueue queue, int batch, CompletionHandler fallback) {
        if (batch < 1) {
            throw new IllegalArgumentException("batch must be at least 1, was " + batch);
        }
        this.queue = queue;
        completions = new Completion[batch];
        Arrays.setAll(completions, index -> new Completion());
        Arrays.fill(handlers, fallback);
    }

    /**
     * Sets the handler of a type.
     *
     * @param type    of completions
     * @param handler that is given them from now on
     * @return this dispatcher
     */
    public CompletionDispatcher on(RequestType type, CompletionHandler handler) {
        handlers[type.ordinal()] = handler;
        return this;
    }

    /**
     * Polls the queue once, which makes the adapter progress, and hands out what was there.
     *
     * @return how many completions were handed out; 0 if a handler calls
     */
    public int poll() {
        if (inside) {
            return 0;
        }
        if (next == filled) {
            next = 0;
            filled = 0;
            filled = queue.poll(completions, completions.length);
        }
        return filled == 0 ? 0 : handOut();
    }

    private int handOut() {
        int first = next;
        inside = true;
        try {
            while (next < filled) {
                Completion completion = completions[next++];
                handlers[completion.requestType().ordinal()].onCompletion(completion);
            }
            return filled - first;
        } finally {
            inside = false;
        }
    }
}
