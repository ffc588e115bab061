// SPDX-License-Identifier: Apache-2.0
// Copyright the Oriel authors.
package io.oriel.benchmarks.scenario;

import io.oriel.benchmarks.measure.RunRecorder;

/** The side that starts each operation and holds the clock. */
public interface Initiator extends Scenario {
    /**
     * Runs operations and returns when all have completed. Payloads are checked by sample.
     *
     * @param operations how many, at least 1
     * @param recorder   takes the times; started by this method
     */
    void run(long operations, RunRecorder recorder);

    /**
     * Says what carries the operations, and why.
     *
     * @return one sentence; empty where there is no choice
     */
    default String explanation() {
        return "";
    }
}
