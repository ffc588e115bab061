// SPDX-License-Identifier: Apache-2.0
// Copyright the Oriel authors.
package io.oriel.testing.heap.failure;

import io.oriel.api.NdException;
import io.oriel.api.NdStatus;
import java.util.EnumMap;
import java.util.EnumSet;
import java.util.Map;
import java.util.Random;
import java.util.Set;
import java.util.concurrent.RejectedExecutionException;
import org.jspecify.annotations.Nullable;

/** The failures of one process: when which of them strikes. */
public final class Failures {
    private final Random random;
    private final Set<Failure> byLot;
    private final int onceIn;
    private final Map<Failure, Long> counts = new EnumMap<>(Failure.class);
    private @Nullable Failure chosen;
    private long chosenAt;
    private long struck;
    private boolean suspended;

    /**
     * Creates failures.
     *
     * @param seed   of the lot
     * @param byLot  those that strike by lot
     * @param onceIn how many times they can strike for each time they do
     */
    public Failures(long seed, Set<Failure> byLot, int onceIn) {
        random = new Random(seed);
        this.byLot = byLot.isEmpty() ? Set.of() : EnumSet.copyOf(byLot);
        this.onceIn = onceIn;
    }

    /**
     * Lets one strike the n-th time that it can, from the start of the process.
     *
     * @param failure which
     * @param n       from 1
     */
    public void strikeAt(Failure failure, long n) {
        chosen = failure;
        chosenAt = n;
    }

    /** Lets nothing fail by lot, until {@link #resume}. */
    public void suspend() {
        suspended = true;
    }

    /** Lets things fail by lot again. */
    public void resume() {
        suspended = false;
    }

    /** Returns how often one could have struck. */
    public long count(Failure failure) {
        return counts.getOrDefault(failure, 0L);
    }

    /** Returns how often any has struck. */
    public long struck() {
        return struck;
    }

    /** Tells whether one strikes now. */
    public boolean strikes(Failure failure) {
        long count = counts.merge(failure, 1L, Long::sum);
        boolean now = (failure == chosen && count == chosenAt)
                || (!suspended && byLot.contains(failure) && random.nextInt(onceIn) == 0);
        if (now) {
            struck++;
        }
        return now;
    }

    /** Throws what a thread that cannot be started throws, if that is so now. */
    public void startWorker() {
        if (strikes(Failure.WORKER)) {
            if (random.nextBoolean()) {
                throw new NoMemoryError("no thread");
            }
            throw new RejectedExecutionException("no thread, says the test");
        }
    }

    /** Throws what a call of the medium may throw, if it fails now. */
    public void require(Failure failure) {
        if (strikes(failure)) {
            throw new NdException(NdStatus.INSUFFICIENT_RESOURCES, "the test lets it fail: " + failure);
        }
    }

    /** Throws what a mapping throws, if it fails now: the exception of the medium, or an Error. */
    public void map() {
        if (strikes(Failure.MAPPING)) {
            if (random.nextBoolean()) {
                throw new NoMemoryError("no memory for a mapping");
            }
            throw new NdException(NdStatus.INSUFFICIENT_RESOURCES, "the test lets it fail: " + Failure.MAPPING);
        }
    }
}
