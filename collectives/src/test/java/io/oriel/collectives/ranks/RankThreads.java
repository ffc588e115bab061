// SPDX-License-Identifier: Apache-2.0
// Copyright the Oriel authors.
package io.oriel.collectives.ranks;

import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.function.IntConsumer;
import java.util.function.IntPredicate;
import org.jspecify.annotations.Nullable;

/** A thread for each rank, and what they fail with. */
final class RankThreads {
    private final IntPredicate isLeftOut;
    private final List<Thread> threads = new ArrayList<>();
    private final @Nullable Throwable[] failures;

    RankThreads(int size, IntPredicate isLeftOut, IntConsumer body) {
        this.isLeftOut = isLeftOut;
        failures = new Throwable[size];
        for (int rank = 0; rank < size; rank++) {
            int own = rank;
            Thread thread = new Thread(
                    () -> {
                        try {
                            body.accept(own);
                        } catch (Throwable e) {
                            failures[own] = e;
                        }
                    },
                    "rank-" + rank);
            thread.setDaemon(true);
            threads.add(thread);
        }
        threads.forEach(Thread::start);
    }

    private void join(int rank) throws InterruptedException {
        if (!isLeftOut.test(rank)) {
            threads.get(rank).join();
        }
    }

    /** Waits for all; throws what the first of them has thrown, with the others' beside it. */
    void join() {
        @Nullable AssertionError failure = null;
        for (int rank = 0; rank < failures.length; rank++) {
            try {
                join(rank);
            } catch (InterruptedException e) {
                Thread.currentThread().interrupt();
                throw new AssertionError("interrupted while rank " + rank + " goes on", e);
            }
            Throwable each = failures[rank];
            if (each != null && failure == null) {
                failure = new AssertionError("rank " + rank + " of " + failures.length + ": " + each, each);
            } else if (each != null) {
                Objects.requireNonNull(failure).addSuppressed(new AssertionError("rank " + rank + ": " + each, each));
            }
        }
        if (failure != null) {
            throw failure;
        }
    }
}
