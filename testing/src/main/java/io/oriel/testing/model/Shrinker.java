// SPDX-License-Identifier: Apache-2.0
// Copyright the Oriel authors.
package io.oriel.testing.model;

import io.oriel.testing.model.operation.Operation;
import io.oriel.testing.model.run.Divergence;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/** Leaves out of a sequence whatever it diverges without. */
public final class Shrinker {
    private static final int MAX_RUNS = 2_000;

    private final Function<List<Operation>, @Nullable Divergence> run;
    private int runs;

    /**
     * Creates a shrinker.
     *
     * @param run runs a sequence from the beginning; says how it diverged, null if it did not
     */
    public Shrinker(Function<List<Operation>, @Nullable Divergence> run) {
        this.run = run;
    }

    /** Returns the shortest sequence found that diverges, in whatever way. */
    public List<Operation> shrink(List<Operation> operations) {
        List<Operation> shortest = operations;
        for (int length = shortest.size() / 2; length > 0 && runs < MAX_RUNS; ) {
            List<Operation> shorter = withoutPieces(shortest, length);
            boolean again = length == 1 && shorter.size() < shortest.size();
            shortest = shorter;
            length = again ? 1 : length / 2;
        }
        return shortest;
    }

    private List<Operation> withoutPieces(List<Operation> operations, int length) {
        List<Operation> shortest = operations;
        for (int from = 0; from < shortest.size() && runs < MAX_RUNS; ) {
            List<Operation> candidate = new ArrayList<>(shortest.subList(0, from));
            candidate.addAll(shortest.subList(Math.min(from + length, shortest.size()), shortest.size()));
            runs++;
            Divergence divergence = run.apply(candidate);
            if (divergence == null) {
                from += length;
            } else {
                shortest = new ArrayList<>(candidate.subList(0, Math.min(divergence.index() + 1, candidate.size())));
            }
        }
        return shortest;
    }
}
