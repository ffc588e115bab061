// SPDX-License-Identifier: Apache-2.0
// Copyright the Oriel authors.
package io.oriel.testing.conformance.rules;

import java.util.List;

/**
 * What Oriel does where the sources disagree or are silent.
 *
 * @param question that the sources leave open
 * @param sources  what each says
 * @param oriel    what Oriel does
 * @param rules    ids of the rules that say so and are tested
 */
record Choice(String question, String sources, String oriel, List<String> rules) {
    Choice {
        rules = List.copyOf(rules);
    }

    /** Tells whether this concerns an operation. */
    boolean concerns(Operation operation) {
        return rules.stream().anyMatch(rule -> rule.startsWith(operation.id() + "."));
    }
}
