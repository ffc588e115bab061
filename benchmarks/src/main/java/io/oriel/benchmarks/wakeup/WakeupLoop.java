// SPDX-License-Identifier: Apache-2.0
// Copyright the Oriel authors.
package io.oriel.benchmarks.wakeup;

import io.oriel.benchmarks.measure.RunRecorder;
import java.util.SplittableRandom;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;

/**
 * The pace of a run: now and then a round trip, so rarely that the peer has fallen asleep. A run begins with a longer rest,
 * in which both processes wait and their processor time is counted.
 */
public final class WakeupLoop {
    private static final long MIN_PAUSE_NS = 500_000;
    private static final long MAX_PAUSE_NS = 3_000_000;
    private static final long REST_NS_PER_OPERATION = 1_000_000;
    private static final long MAX_REST_NS = TimeUnit.SECONDS.toNanos(2);

    private final SplittableRandom random = new SplittableRandom(1);
    private final Sleeper sleeper;

    /** The peer that is woken. */
    public interface Sleeper {
        /** Sends it a message and spins until it has answered. */
        void roundTrip();

        /**
         * Returns when it woke.
         *
         * @return nanoseconds of the last answer, of the clock that both processes read
         */
        long wokenNs();

        /**
         * Returns what its process had used of a processor when it woke.
         *
         * @return nanoseconds since it fell asleep, if it has slept through a rest
         */
        long cpuNs();
    }

    /**
     * Creates a loop.
     *
     * @param sleeper to be woken
     */
    public WakeupLoop(Sleeper sleeper) {
        this.sleeper = sleeper;
    }

    /**
     * Runs it.
     *
     * @param operations how many, at least 1; the first is the rest
     * @param recorder   of the times
     */
    public void run(long operations, RunRecorder recorder) {
        recorder.start(operations);
        rest(Math.min(MAX_REST_NS, operations * REST_NS_PER_OPERATION), recorder);
        for (long done = 1; done < operations; done++) {
            pause(random.nextLong(MIN_PAUSE_NS, MAX_PAUSE_NS));
            long postedNs = System.nanoTime();
            sleeper.roundTrip();
            recorder.latency(Math.max(0, sleeper.wokenNs() - postedNs));
            recorder.completed(1);
        }
        recorder.finish();
    }

    private void rest(long restNs, RunRecorder recorder) {
        ProcessCpu cpu = ProcessCpu.now();
        long beginNs = System.nanoTime();
        long leftNs = restNs;
        while (leftNs > 0) {
            LockSupport.parkNanos(leftNs);
            leftNs = restNs - (System.nanoTime() - beginNs);
        }
        long ownNs = cpu.usedNs();
        long elapsedNs = System.nanoTime() - beginNs;
        sleeper.roundTrip();
        recorder.idleCpuShare((double) (ownNs + sleeper.cpuNs()) / Math.max(1, elapsedNs));
        recorder.completed(1);
    }

    /** Without sleeping: the sender is awake when it has something to send. */
    private static void pause(long ns) {
        long beginNs = System.nanoTime();
        while (System.nanoTime() - beginNs < ns) {
            Thread.onSpinWait();
        }
    }
}
