// SPDX-License-Identifier: Apache-2.0
// Copyright the Oriel authors.
package io.oriel.api.config;

import java.util.Collection;
import java.util.Comparator;
import java.util.List;
import java.util.Locale;
import java.util.Set;
import java.util.stream.Collectors;

/** Refuses system properties that look like Oriel's and are not: a misspelt setting would else be without effect. */
final class UnknownProperties {
    private static final String PREFIX = "oriel.";

    /** Begin the names of what Oriel's own tests read, and of what libraries over the API do. */
    private static final List<String> RESERVED = List.of("oriel.test.", "oriel.collectives.");

    private UnknownProperties() {}

    /**
     * Throws if there is a name that begins like Oriel's and is not known.
     *
     * @param present names of any properties
     * @param known   names of Oriel's
     * @throws IllegalArgumentException with each unknown name and the known one that it is most like
     */
    static void refuse(Collection<String> present, Set<String> known) {
        List<String> unknown = present.stream()
                .filter(name -> name.startsWith(PREFIX)
                        && RESERVED.stream().noneMatch(name::startsWith)
                        && !known.contains(name))
                .sorted()
                .toList();
        if (!unknown.isEmpty()) {
            throw new IllegalArgumentException(unknown.stream()
                            .map(name ->
                                    "system property " + name + " is not known; the nearest is " + nearest(name, known))
                            .collect(Collectors.joining("; "))
                    + "; docs/configuration.md lists all");
        }
    }

    private static String nearest(String name, Set<String> known) {
        return known.stream()
                .min(Comparator.comparingInt(each -> distance(lower(name), lower(each))))
                .orElse("none");
    }

    private static String lower(String name) {
        return name.toLowerCase(Locale.ROOT);
    }

    /** Returns how many characters must be added, removed or changed to make one of the other (Levenshtein). */
    private static int distance(String from, String to) {
        int[] row = new int[to.length() + 1];
        for (int column = 0; column < row.length; column++) {
            row[column] = column;
        }
        for (int line = 1; line <= from.length(); line++) {
            int diagonal = row[0];
            row[0] = line;
            for (int column = 1; column < row.length; column++) {
                int changed = diagonal + (from.charAt(line - 1) == to.charAt(column - 1) ? 0 : 1);
                diagonal = row[column];
                row[column] = Math.min(changed, 1 + Math.min(row[column - 1], row[column]));
            }
        }
        return row[to.length()];
    }
}
