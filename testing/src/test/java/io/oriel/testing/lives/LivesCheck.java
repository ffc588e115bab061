// SPDX-License-Identifier: Apache-2.0
// Copyright the Oriel authors.
package io.oriel.testing.lives;

import io.oriel.testing.heap.failure.Failure;
import java.util.ArrayList;
import java.util.EnumSet;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/**
 * Plays lives until so many operations were carried out: {@code -Doriel.test.lives.operations}, beginning with {@code
 * -Doriel.test.lives.seed}. With {@code -Doriel.test.lives.survey} it plays so many seeds and tells each kind of failure. A failure names the seed, and those traits without which the seed does not fail.
 */
final class LivesCheck {
    private static final int LENGTH = 3_000;

    private final Set<Trait> traits;
    private final Set<Failure> failures;
    private final Map<String, Long> tally = new TreeMap<>();
    private long performed;

    LivesCheck(Set<Trait> traits, Set<Failure> failures) {
        this.traits = traits;
        this.failures = failures;
    }

    static LivesCheck with(Trait... traits) {
        return new LivesCheck(traits.length == 0 ? Set.of() : EnumSet.copyOf(List.of(traits)), Set.of());
    }

    /** Takes {@code -Doriel.test.lives.traits} and {@code -Doriel.test.lives.failures}, names with commas between. */
    static LivesCheck chosen() {
        return new LivesCheck(
                names(Trait.class, "oriel.test.lives.traits"), names(Failure.class, "oriel.test.lives.failures"));
    }

    private static <E extends Enum<E>> Set<E> names(Class<E> type, String property) {
        Set<E> named = EnumSet.noneOf(type);
        for (String each : System.getProperty(property, "").split(",", -1)) {
            if (!each.isBlank()) {
                named.add(Enum.valueOf(type, each.strip()));
            }
        }
        return named;
    }

    LivesCheck failing(Failure... which) {
        return new LivesCheck(traits, EnumSet.copyOf(List.of(which)));
    }

    /** Plays at least so many operations, or as many as the property says. */
    void run(long operations) {
        int surveyed = Integer.getInteger("oriel.test.lives.survey", 0);
        if (surveyed > 0) {
            System.out.println("Lives with " + traits + failures + ": " + survey(surveyed));
            return;
        }
        long goal = Long.getLong("oriel.test.lives.operations", operations);
        long first = Long.getLong("oriel.test.lives.seed", 1);
        long beganNs = System.nanoTime();
        long seed = first;
        for (; performed < goal; seed++) {
            long before = performed;
            Throwable failure = play(seed, traits);
            if (failure != null) {
                throw new AssertionError(
                        "seed " + seed + " of lives with " + needed(seed) + failures + ", after " + before
                                + " operations of other seeds: " + failure.getMessage()
                                + "\n" + trace(seed),
                        failure);
            }
        }
        double seconds = (System.nanoTime() - beganNs) / 1e9;
        System.out.println(String.format(
                Locale.ROOT,
                "Lives with %s%s: %,d operations, seeds %d to %d, %,.0f a second, in which %s",
                traits,
                failures,
                performed,
                first,
                seed - 1,
                performed / seconds,
                tally));
    }

    /**
     * Plays so many seeds to their ends, whatever fails.
     *
     * @return for each kind of failure how many seeds, and the first of them
     */
    Map<String, String> survey(int seeds) {
        Map<String, Integer> counts = new TreeMap<>();
        Map<String, String> firsts = new TreeMap<>();
        long first = Long.getLong("oriel.test.lives.seed", 1);
        for (long seed = first; seed < first + seeds; seed++) {
            Throwable failure = play(seed, traits);
            if (failure != null) {
                String kind = String.valueOf(failure.getMessage())
                        .replaceAll("operation \\d+ \\([^)]*\\): ", "")
                        .replaceAll("-?\\d+", "#");
                counts.merge(kind, 1, Integer::sum);
                firsts.putIfAbsent(kind, "seed " + seed + ": " + failure.getMessage());
            }
        }
        Map<String, String> found = new TreeMap<>();
        counts.forEach((kind, count) -> found.put(kind, count + " of " + seeds + ", " + firsts.get(kind)));
        return found;
    }

    /** Returns how a seed fails, of so many; null if none does. */
    @Nullable
    String findWithin(int seeds) {
        for (long seed = 1; seed <= seeds; seed++) {
            Throwable failure = play(seed, traits);
            if (failure != null) {
                return "seed " + seed + ": " + failure.getMessage();
            }
        }
        return null;
    }

    private @Nullable Throwable play(long seed, Set<Trait> with) {
        Life life = new Life(seed, with, failures);
        try {
            life.play(LENGTH);
            performed += life.performed();
            life.tally().forEach((what, count) -> tally.merge(what, count, Long::sum));
            return null;
        } catch (AssertionError | RuntimeException e) {
            return new AssertionError("operation " + life.performed() + " (" + life.last() + "): " + e.getMessage(), e);
        }
    }

    /** Plays the seed once more, and tells what happened last. */
    private String trace(long seed) {
        Life life = new Life(seed, traits, failures).traced();
        try {
            life.play(LENGTH);
            return "which does not fail again";
        } catch (AssertionError | RuntimeException e) {
            return String.join("\n", life.told());
        }
    }

    /** Leaves out what the failure does not need. */
    private List<Trait> needed(long seed) {
        EnumSet<Trait> left = traits.isEmpty() ? EnumSet.noneOf(Trait.class) : EnumSet.copyOf(traits);
        for (Trait trait : new ArrayList<>(left)) {
            left.remove(trait);
            if (play(seed, left) == null) {
                left.add(trait);
            }
        }
        return List.copyOf(left);
    }
}
