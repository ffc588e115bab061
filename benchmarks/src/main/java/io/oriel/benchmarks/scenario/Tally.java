// SPDX-License-Identifier: Apache-2.0
// Copyright the Oriel authors.
package io.oriel.benchmarks.scenario;

/** What went wrong on one side of a scenario. Used by one thread. */
public final class Tally {
    private long errors;
    private long backPressure;

    /** Creates a tally of zeros. */
    public Tally() {}

    /** Counts an operation whose payload was wrong. */
    public void error() {
        errors++;
    }

    /**
     * Counts operations whose payload was wrong.
     *
     * @param count how many more
     */
    public void errors(long count) {
        errors += count;
    }

    /** Counts a request that was declined and will be repeated. */
    public void backPressure() {
        backPressure++;
    }

    /**
     * Returns the wrong payloads.
     *
     * @return how many since the last {@link #reset}
     */
    public long errors() {
        return errors;
    }

    /**
     * Returns the declined requests.
     *
     * @return how many since the last {@link #reset}
     */
    public long declined() {
        return backPressure;
    }

    /** Starts again from zero. */
    public void reset() {
        errors = 0;
        backPressure = 0;
    }
}
