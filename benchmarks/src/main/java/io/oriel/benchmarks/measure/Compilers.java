// SPDX-License-Identifier: Apache-2.0
// Copyright the Oriel authors.
package io.oriel.benchmarks.measure;

import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;

/**
 * The compilers of this JVM: whether they still work. Two spinning processes leave them no processor, so that code is finished
 * only after both have rested.
 */
public final class Compilers {
    private static final String THREADS = "C[12] CompilerThre.*";
    private static final long LOOK_NS = TimeUnit.MILLISECONDS.toNanos(5);
    private static final int IDLE_LOOKS = 4;
    private static final long LIMIT_NS = TimeUnit.SECONDS.toNanos(10);

    private ThreadCpu before = ThreadCpu.of(THREADS);

    /** Begins to watch them. */
    public Compilers() {}

    /**
     * Sleeps until they are idle, for ten seconds at most.
     *
     * @return nanoseconds of processor time that they have used since the last call, or since they are watched
     */
    public long rest() {
        long deadline = System.nanoTime() + LIMIT_NS;
        ThreadCpu last = ThreadCpu.of(THREADS);
        int idleLooks = 0;
        while (idleLooks < IDLE_LOOKS && System.nanoTime() - deadline < 0) {
            LockSupport.parkNanos(LOOK_NS);
            ThreadCpu now = ThreadCpu.of(THREADS);
            idleLooks = now.since(last) == 0 ? idleLooks + 1 : 0;
            last = now;
        }
        long usedNs = last.since(before);
        before = last;
        return usedNs;
    }
}
