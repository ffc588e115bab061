// SPDX-License-Identifier: Apache-2.0
// Copyright the Oriel authors.
package io.oriel.collectives.config;

import java.util.Map;
import org.jspecify.annotations.Nullable;

/** The environment of a process. */
record Variables(Map<String, String> values) {
    /** Returns a value that is there and not empty; or null. */
    @Nullable
    String text(String name) {
        String value = values.get(name);
        return value == null || value.isBlank() ? null : value.strip();
    }

    String textOr(String name, String otherwise) {
        String value = text(name);
        return value == null ? otherwise : value;
    }

    boolean has(String name) {
        return text(name) != null;
    }

    /** Returns a number; throws if there is none. */
    int number(String name) {
        String value = text(name);
        if (value == null) {
            throw new IllegalArgumentException("the environment variable " + name + " is missing");
        }
        try {
            return Integer.parseInt(value);
        } catch (NumberFormatException e) {
            throw new IllegalArgumentException(
                    "the environment variable " + name + " must be a whole number, was '" + value + "'", e);
        }
    }
}
