// SPDX-License-Identifier: Apache-2.0
// Copyright the Oriel authors.
package io.oriel.testing.lives;

import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;

/** Control futures that are to complete within a while, though nobody polls. */
final class Pledges {
    /** How long each may take, in the host's time, while nobody is stopped. */
    static final long PATIENCE_NS = 2_000_000_000;

    private final List<Pledge> open = new ArrayList<>();

    private record Pledge(CompletableFuture<?> future, Place place, String what, long sinceNs) {}

    void add(CompletableFuture<?> future, Place place, String what, long nowNs) {
        if (!future.isDone()) {
            open.add(new Pledge(future, place, what, nowNs));
        }
    }

    boolean isEmpty() {
        open.removeIf(each -> each.future().isDone() || each.place().isGone());
        return open.isEmpty();
    }

    /** Looks whether one is broken; what was stopped until some moment has its time from then on. */
    void check(long nowNs, long disturbedUntilNs) {
        if (isEmpty()) {
            return;
        }
        for (Pledge each : open) {
            long sinceNs = Math.max(each.sinceNs(), disturbedUntilNs);
            if (nowNs - sinceNs > PATIENCE_NS) {
                throw new Violation(each.what() + " has not completed in " + (nowNs - sinceNs) / 1_000_000 + " ms");
            }
        }
    }
}
