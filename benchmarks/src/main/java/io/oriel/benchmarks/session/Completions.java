// SPDX-License-Identifier: Apache-2.0
// Copyright the Oriel authors.
package io.oriel.benchmarks.session;

import io.oriel.api.Completion;
import io.oriel.api.CompletionQueue;
import io.oriel.api.NdStatus;
import io.oriel.benchmarks.measure.BenchmarkException;

/** Takes completions out of a queue and insists that they are successes. */
public final class Completions {
    private static final int BATCH = 64;

    private final CompletionQueue queue;
    private final Completion[] carriers = new Completion[BATCH];

    /**
     * Creates the carriers.
     *
     * @param queue to poll
     */
    public Completions(CompletionQueue queue) {
        this.queue = queue;
        for (int i = 0; i < BATCH; i++) {
            carriers[i] = new Completion();
        }
    }

    /**
     * Polls once.
     *
     * @return how many completions {@link #get} now has, until the next poll
     */
    public int poll() {
        return queue.poll(carriers, BATCH);
    }

    /**
     * Returns a completion of the last poll.
     *
     * @param index from 0
     * @return the completion
     * @throws BenchmarkException if it is not a success
     */
    public Completion get(int index) {
        Completion completion = carriers[index];
        if (completion.status() != NdStatus.SUCCESS) {
            throw failed(completion);
        }
        return completion;
    }

    /**
     * Polls once where nothing can complete, only to make progress.
     *
     * @throws BenchmarkException if something has completed
     */
    public void requireNone() {
        if (poll() > 0) {
            throw new BenchmarkException("a completion that nothing was posted for: " + carriers[0]);
        }
    }

    private static BenchmarkException failed(Completion completion) {
        return new BenchmarkException("a request failed: " + completion);
    }
}
