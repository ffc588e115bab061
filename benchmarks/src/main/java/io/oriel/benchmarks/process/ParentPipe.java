// SPDX-License-Identifier: Apache-2.0
// Copyright the Oriel authors.
package io.oriel.benchmarks.process;

import io.oriel.benchmarks.scenario.ControlChannel;
import java.io.PrintStream;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;

/** The child's end of the pipe: its standard input and output. */
public final class ParentPipe {
    private static final long GRACE_NS = TimeUnit.SECONDS.toNanos(8);

    private ParentPipe() {}

    /**
     * Opens the pipe to the parent. From now on what is printed goes to standard error, and this process ends, whatever
     * it is doing, some seconds after its standard input.
     *
     * @return the channel
     */
    public static ControlChannel open() {
        PrintStream out = System.out;
        System.setOut(System.err);
        return new PipeChannel(System.in, out, ParentPipe::endSoon);
    }

    private static void endSoon() {
        long deadline = System.nanoTime() + GRACE_NS;
        while (System.nanoTime() - deadline < 0) {
            LockSupport.parkNanos(deadline - System.nanoTime());
        }
        Runtime.getRuntime().halt(1);
    }
}
