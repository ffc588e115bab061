// SPDX-License-Identifier: Apache-2.0
// Copyright the Oriel authors.
package io.oriel.testing.conformance.rules;

import java.util.Comparator;
import java.util.Locale;
import java.util.regex.Pattern;

/**
 * A test that proves a rule.
 *
 * @param path   of its source, from the root of the repository
 * @param method its name
 */
record Proof(String path, String method) implements Comparable<Proof> {
    private static final Pattern UPPER_CASE = Pattern.compile("[A-Z]");
    private static final Comparator<Proof> ORDER =
            Comparator.comparing(Proof::path).thenComparing(Proof::method);

    /** Returns the simple name of the class. */
    String className() {
        return path.substring(path.lastIndexOf('/') + 1).replace(".java", "");
    }

    /** Returns the names of class and method in words. */
    String words() {
        String subject = className().replaceAll("(Conformance)?Test$", "");
        return inWords(subject).strip() + ": " + inWords(method);
    }

    private static String inWords(String name) {
        return UPPER_CASE.matcher(name).replaceAll(" $0").toLowerCase(Locale.ROOT);
    }

    @Override
    public int compareTo(Proof other) {
        return ORDER.compare(this, other);
    }
}
