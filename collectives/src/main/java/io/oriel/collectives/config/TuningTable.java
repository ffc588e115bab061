// SPDX-License-Identifier: Apache-2.0
// Copyright the Oriel authors.
package io.oriel.collectives.config;

import io.oriel.collectives.Algorithm;
import io.oriel.collectives.Collective;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;

/** The text of rules. */
final class TuningTable {
    private static final int MAX_WORDS = 4;

    private TuningTable() {}

    static Tuning read(String table) {
        List<Tuning.Rule> rules = new ArrayList<>();
        for (String line : table.split("[\n;]", -1)) {
            String text = line.split("#", 2)[0].strip();
            if (!text.isEmpty()) {
                rules.add(rule(text));
            }
        }
        return new Tuning(rules);
    }

    private static Tuning.Rule rule(String text) {
        String[] words = text.split("\\s+", -1);
        if (words.length < 2 || words.length > MAX_WORDS) {
            throw new IllegalArgumentException(
                    "a rule must be an operation, an algorithm, and perhaps ranks and bytes, was '" + text + "'");
        }
        long[] ranks = words.length > 2 ? range(words[2], text) : new long[] {1, Integer.MAX_VALUE};
        long[] bytes = words.length > 3 ? range(words[3], text) : new long[] {0, Long.MAX_VALUE};
        return new Tuning.Rule(
                constant(Collective.class, words[0], text),
                constant(Algorithm.class, words[1], text),
                (int) Math.min(ranks[0], Integer.MAX_VALUE),
                (int) Math.min(ranks[1], Integer.MAX_VALUE),
                bytes[0],
                bytes[1]);
    }

    private static <E extends Enum<E>> E constant(Class<E> type, String word, String text) {
        try {
            return Enum.valueOf(type, word.toUpperCase(Locale.ROOT));
        } catch (IllegalArgumentException e) {
            throw new IllegalArgumentException(
                    "'" + word + "' in the rule '" + text + "' must be one of "
                            + Arrays.toString(type.getEnumConstants()),
                    e);
        }
    }

    private static long[] range(String word, String text) {
        try {
            int dash = word.indexOf('-');
            if (dash < 0) {
                long only = Long.parseLong(word);
                return new long[] {only, only};
            }
            String end = word.substring(dash + 1);
            return new long[] {
                Long.parseLong(word.substring(0, dash)), end.isEmpty() ? Long.MAX_VALUE : Long.parseLong(end)
            };
        } catch (NumberFormatException e) {
            throw new IllegalArgumentException(
                    "'" + word + "' in the rule '" + text + "' must be a number, first-last or first-", e);
        }
    }
}
