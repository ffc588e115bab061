// SPDX-License-Identifier: Apache-2.0
// Copyright the Oriel authors.
package io.oriel.benchmarks.contender;

import io.oriel.benchmarks.measure.RunResult;
import io.oriel.benchmarks.scenario.ScenarioConfig;

/** One subject with both of its sides, ready to run. Nothing of it spins between two calls. Used by one thread. */
public interface Contender extends AutoCloseable {
    /**
     * Goes on with something else in the same processes.
     *
     * @param config what they do
     */
    void reopen(ScenarioConfig config);

    /**
     * Runs until the code of both sides is finished.
     *
     * @param limitNs after which it is given up
     * @return how it went
     */
    WarmUp warmUp(long limitNs);

    /**
     * Runs and measures.
     *
     * @param operations how many, at least 1
     * @return what was seen
     */
    RunResult run(long operations);

    /**
     * Runs with every byte of every payload checked, untimed.
     *
     * @param operations how many, at least 1
     * @return payloads that were wrong
     */
    long verify(long operations);

    /**
     * Says what carries the operations, and why.
     *
     * @return one sentence; empty where there is no choice
     */
    String explanation();

    /** Ends its processes. Does nothing the second time. */
    @Override
    void close();

    /**
     * How a contender came to its speed.
     *
     * @param elapsedNs   that it took
     * @param isSettled   false if the compilers of its processes still worked at the end
     * @param operationNs how long an operation took at last
     */
    record WarmUp(long elapsedNs, boolean isSettled, double operationNs) {}
}
