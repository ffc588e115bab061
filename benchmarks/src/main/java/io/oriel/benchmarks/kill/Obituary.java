// SPDX-License-Identifier: Apache-2.0
// Copyright the Oriel authors.
package io.oriel.benchmarks.kill;

import io.oriel.api.Completion;
import io.oriel.api.NdStatus;
import io.oriel.api.RequestType;
import java.util.ArrayList;
import java.util.List;

/**
 * The completions of one round, held against what they must be: each request once; of the Sends the oldest
 * unacknowledged, which is the first, IO_TIMEOUT and the others CANCELED, in order; the Receives CANCELED, in order.
 */
final class Obituary {
    private final int outstanding;
    private final List<String> faults = new ArrayList<>();
    private int sends;
    private int receives;

    Obituary(int outstanding) {
        this.outstanding = outstanding;
    }

    /** Takes a completion into account. */
    void take(Completion completion) {
        boolean isReceive = completion.requestType() == RequestType.RECEIVE;
        if (!isReceive && completion.requestType() != RequestType.SEND) {
            faults.add("a completion of another kind: " + completion);
            return;
        }
        int expectedContext = isReceive ? receives++ : sends++;
        NdStatus expected = !isReceive && expectedContext == 0 ? NdStatus.IO_TIMEOUT : NdStatus.CANCELED;
        if (completion.requestContext() != expectedContext) {
            faults.add("expected the request " + expectedContext + ", was " + completion);
        }
        if (completion.status() != expected) {
            faults.add("expected the status " + expected + ", was " + completion);
        }
    }

    /** Tells whether as many requests have completed as were posted. */
    boolean isComplete() {
        return sends >= outstanding && receives >= outstanding;
    }

    /** How many completions have come. */
    int count() {
        return sends + receives;
    }

    void fault(String text) {
        faults.add(text);
    }

    List<String> faults() {
        return List.copyOf(faults);
    }
}
