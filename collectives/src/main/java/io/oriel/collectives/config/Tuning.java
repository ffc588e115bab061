// SPDX-License-Identifier: Apache-2.0
// Copyright the Oriel authors.
package io.oriel.collectives.config;

import io.oriel.collectives.Algorithm;
import io.oriel.collectives.Collective;
import java.util.ArrayList;
import java.util.List;

/**
 * Which algorithms are taken where the built-in choice is not wanted; the same at all ranks.
 *
 * @param rules the first that applies to an operation is followed; if none does, the library chooses
 */
public record Tuning(List<Rule> rules) {
    /**
     * A wish for an algorithm.
     *
     * @param collective of which operation
     * @param algorithm  to be taken
     * @param minRanks   for communicators of so many ranks at least
     * @param maxRanks   and of so many at most
     * @param minBytes   for so many bytes at least, counted as {@link io.oriel.collectives.Communicator#explain} counts
     * @param maxBytes   and for so many at most
     */
    public record Rule(
            Collective collective, Algorithm algorithm, int minRanks, int maxRanks, long minBytes, long maxBytes) {
        /**
         * Returns a rule for all sizes.
         *
         * @param collective of which operation
         * @param algorithm  to be taken
         * @return the rule
         */
        public static Rule always(Collective collective, Algorithm algorithm) {
            return new Rule(collective, algorithm, 1, Integer.MAX_VALUE, 0, Long.MAX_VALUE);
        }

        /**
         * Tells whether the rule applies.
         *
         * @param of    the operation
         * @param ranks of the communicator
         * @param bytes of the operation
         * @return true if it does
         */
        public boolean appliesTo(Collective of, int ranks, long bytes) {
            return of == collective && ranks >= minRanks && ranks <= maxRanks && bytes >= minBytes && bytes <= maxBytes;
        }
    }

    /**
     * Keeps a copy of the rules.
     *
     * @param rules as above
     */
    public Tuning {
        rules = List.copyOf(rules);
    }

    /**
     * Returns no rules.
     *
     * @return the library chooses
     */
    public static Tuning defaults() {
        return new Tuning(List.of());
    }

    /**
     * Reads rules, one a line or separated by semicolons: an operation, an algorithm, and where they are not for all, ranks and
     * bytes, as {@code 8}, {@code 2-8} or {@code 9-}. What follows a {@code #} is left out.
     *
     * @param table such as {@code ALL_REDUCE RING 4- 65536-}
     * @return the rules in their order
     * @throws IllegalArgumentException if it cannot be read
     */
    public static Tuning ofTable(String table) {
        return TuningTable.read(table);
    }

    /**
     * Returns these rules with one that comes before them.
     *
     * @param rule the new one
     * @return a changed copy
     */
    public Tuning withRule(Rule rule) {
        List<Rule> more = new ArrayList<>();
        more.add(rule);
        more.addAll(rules);
        return new Tuning(more);
    }
}
