// SPDX-License-Identifier: Apache-2.0
// Copyright the Oriel authors.
package io.oriel.benchmarks.session;

import io.oriel.api.NdStatus;
import io.oriel.api.OpFlags;
import io.oriel.benchmarks.measure.BenchmarkException;

/** What the posts of all scenarios have in common: accepted or not, signalled or silent. */
public final class Posts {
    private final int signalEvery;
    private int untilSignal;

    /**
     * Creates the rhythm of signalled requests.
     *
     * @param signalEvery every n-th is signalled; 0 for none
     */
    public Posts(int signalEvery) {
        this.signalEvery = signalEvery;
        untilSignal = signalEvery;
    }

    /**
     * Returns the flags of the next request: its success is silent unless it is its turn to be signalled.
     *
     * @return NONE or SILENT_SUCCESS
     */
    public int nextFlags() {
        if (--untilSignal == 0) {
            untilSignal = signalEvery;
            return OpFlags.NONE;
        }
        return OpFlags.SILENT_SUCCESS;
    }

    /**
     * Insists that a post was accepted.
     *
     * @param status that it returned
     * @throws BenchmarkException if it is another than SUCCESS
     */
    public static void require(NdStatus status) {
        if (status != NdStatus.SUCCESS) {
            throw refused(status);
        }
    }

    /**
     * Tells whether a post was accepted.
     *
     * @param status that it returned
     * @return true; false if the queue was full, so that it may be tried again
     * @throws BenchmarkException if it was refused for another reason
     */
    public static boolean accepted(NdStatus status) {
        if (status == NdStatus.SUCCESS) {
            return true;
        }
        if (status == NdStatus.NO_MORE_ENTRIES) {
            return false;
        }
        throw refused(status);
    }

    private static BenchmarkException refused(NdStatus status) {
        return new BenchmarkException("a request was refused: " + status);
    }
}
