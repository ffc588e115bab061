// SPDX-License-Identifier: Apache-2.0
// Copyright the Oriel authors.
package io.oriel.udp.hosts;

import io.oriel.api.Completion;
import io.oriel.api.NdStatus;
import java.util.EnumMap;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** How the requests of one queue have ended: each once, and in the order in which they were posted. */
final class Ends {
    private final Map<NdStatus, Integer> failures = new EnumMap<>(NdStatus.class);
    private @Nullable NdStatus firstFailure;
    private long posted;
    private long ended;
    private long lastNs;
    private long lastSuccessNs = System.nanoTime();

    /** Returns what the next request is to have as its context. */
    long next() {
        return posted;
    }

    void wasPosted() {
        posted++;
    }

    /** Takes a completion; returns whether it was a success. */
    boolean take(Completion completion) {
        if (completion.requestContext() != ended || ended == posted) {
            throw new IllegalStateException("expected request " + ended + " of " + posted + ", was " + completion);
        }
        ended++;
        lastNs = System.nanoTime();
        if (completion.status() == NdStatus.SUCCESS) {
            if (firstFailure != null) {
                throw new IllegalStateException("a success after " + firstFailure + ": " + completion);
            }
            lastSuccessNs = lastNs;
            return true;
        }
        firstFailure = firstFailure == null ? completion.status() : firstFailure;
        failures.merge(completion.status(), 1, Integer::sum);
        return false;
    }

    long outstanding() {
        return posted - ended;
    }

    long ended() {
        return ended;
    }

    boolean hasFailed() {
        return firstFailure != null;
    }

    /** Returns when the last completion was taken. */
    long lastNs() {
        return lastNs;
    }

    /** Returns when the last success was taken. */
    long lastSuccessNs() {
        return lastSuccessNs;
    }

    /** Names the first failure, then all with their counts. */
    @Override
    public String toString() {
        return (firstFailure + " first of " + failures).replace(" ", "_");
    }
}
