// SPDX-License-Identifier: Apache-2.0
// Copyright the Oriel authors.
package io.oriel.examples;

import io.oriel.api.Completion;
import io.oriel.api.CompletionQueue;
import io.oriel.api.NdStatus;

/** Takes completions one by one. */
public final class Completions {
    private final CompletionQueue queue;
    private final Waiting waiting;
    private final Completion[] one = {new Completion()};

    /**
     * Takes from a queue.
     *
     * @param queue   of the caller's adapter
     * @param waiting what to do while there is none
     */
    public Completions(CompletionQueue queue, Waiting waiting) {
        this.queue = queue;
        this.waiting = waiting;
    }

    /**
     * Waits until there is a completion.
     *
     * @return the completion, which the next call overwrites
     */
    public Completion next() {
        while (queue.poll(one, 1) == 0) {
            waiting.forOne(queue);
        }
        return one[0];
    }

    /**
     * Waits until there is a completion, which must be a success.
     *
     * @return the completion, which the next call overwrites
     */
    public Completion nextSuccess() {
        Completion completion = next();
        if (completion.status() != NdStatus.SUCCESS) {
            throw new IllegalStateException("unexpected " + completion);
        }
        return completion;
    }

    /** Polls where nothing can complete, so that the adapter executes what the peer has asked for. */
    public void requireNone() {
        if (queue.poll(one, 1) > 0) {
            throw new IllegalStateException("unexpected " + one[0]);
        }
    }

    /**
     * Checks that a request was accepted.
     *
     * @param status what the post returned
     */
    public static void accepted(NdStatus status) {
        if (status != NdStatus.SUCCESS) {
            throw new IllegalStateException("the request was refused: " + status);
        }
    }
}
