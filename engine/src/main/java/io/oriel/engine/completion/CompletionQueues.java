// SPDX-License-Identifier: Apache-2.0
// Copyright the Oriel authors.
package io.oriel.engine.completion;

import io.oriel.api.CompletionQueue;
import io.oriel.engine.control.ControlLoop;
import io.oriel.engine.domain.Domain;
import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;

/** The open completion queues of an adapter, and which of them may hold completions. By the domain's owner. */
public final class CompletionQueues {
    private final Set<EngineCompletionQueue> open = new LinkedHashSet<>();
    private final ArrayList<EngineCompletionQueue> filled =
            new ArrayList<>(0); // or a small capacity is made with the first entry

    /** Creates an empty set. */
    public CompletionQueues() {}

    /**
     * Creates a queue, which is forgotten when it is closed.
     *
     * @param domain of the adapter
     * @param loop   completes notifications
     * @param depth  asked for
     * @return the queue
     */
    public CompletionQueue create(Domain domain, ControlLoop loop, int depth) {
        EngineCompletionQueue queue = new EngineCompletionQueue(domain, loop, depth, this);
        filled.ensureCapacity(open.size() + 1); // so that #list does not throw
        open.add(queue);
        return queue;
    }

    /**
     * Tells whether endpoints of the adapter may use a queue.
     *
     * @param queue any
     * @return false if it is closed or another adapter's
     */
    public boolean has(CompletionQueue queue) {
        return queue instanceof EngineCompletionQueue own && open.contains(own);
    }

    /**
     * Makes the slots of a queue of an endpoint.
     *
     * @param queue   in which the endpoint's requests are to complete, see {@link #has}
     * @param context the endpoint's, which every completion carries
     * @param depth   how many slots there are
     * @param entries how many completions there can be for all of them
     * @return the slots, all free
     */
    public Slots newSlots(CompletionQueue queue, long context, int depth, long entries) {
        return new Slots((EngineCompletionQueue) queue, context, depth, entries);
    }

    /**
     * Tells whether a completion is there to be taken from some queue.
     *
     * @return false if all are empty
     */
    public boolean hasCompletions() {
        while (!filled.isEmpty()) {
            EngineCompletionQueue last = filled.get(filled.size() - 1);
            if (last.hasCompletions()) {
                return true;
            }
            unlist(last);
        }
        return false;
    }

    /** Ends waits, because the medium is gone. */
    public void remove() {
        open.forEach(EngineCompletionQueue::remove);
    }

    /** Closes every queue. */
    public void close() {
        List.copyOf(open).forEach(EngineCompletionQueue::closeHeld);
    }

    /**
     * Returns how many queues are open.
     *
     * @return the count
     */
    public int size() {
        return open.size();
    }

    /** A queue that is not on the list has got a completion. */
    void list(EngineCompletionQueue queue) {
        queue.place(filled.size());
        filled.add(queue);
    }

    /** A queue was closed: nothing that it holds can be taken. */
    void closed(EngineCompletionQueue queue) {
        open.remove(queue);
        if (queue.place() >= 0) {
            unlist(queue);
        }
    }

    private void unlist(EngineCompletionQueue queue) {
        EngineCompletionQueue last = filled.remove(filled.size() - 1);
        if (last != queue) {
            filled.set(queue.place(), last);
            last.place(queue.place());
        }
        queue.place(EngineCompletionQueue.NOT_LISTED);
    }
}
