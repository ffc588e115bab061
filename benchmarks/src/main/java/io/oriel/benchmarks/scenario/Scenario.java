// SPDX-License-Identifier: Apache-2.0
// Copyright the Oriel authors.
package io.oriel.benchmarks.scenario;

import io.oriel.benchmarks.process.ControlChannel;

/**
 * One side of what is measured. Its making meets the other side on a {@link ControlChannel}; then both sides call the
 * same method at the same time, each in its process and on one thread.
 *
 * <p>Each implementation holds its own loop, so that the compiler sees it apart from those of the others.
 */
public interface Scenario extends AutoCloseable {
    /**
     * Runs operations of which every payload is filled anew and checked in full, untimed. What is wrong is counted in
     * the {@link #tally}.
     *
     * @param operations how many, at least 1
     */
    void verify(long operations);

    /**
     * Returns what went wrong so far.
     *
     * @return the counts of this side, to be reset by the rig
     */
    Tally tally();

    /** Frees what was made. Does nothing the second time. */
    @Override
    void close();
}
