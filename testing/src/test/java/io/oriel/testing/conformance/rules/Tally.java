// SPDX-License-Identifier: Apache-2.0
// Copyright the Oriel authors.
package io.oriel.testing.conformance.rules;

import java.util.EnumMap;
import java.util.HashMap;
import java.util.Map;

/** How many rules are proved, and which are not. */
final class Tally {
    /** How a rule stands. */
    enum State {
        PROVED,
        OPEN,
        NOT_YET,
        NOT_APPLICABLE,
        OUT_OF_SCOPE
    }

    private final Map<String, State> states = new HashMap<>();
    private final Map<Support, Integer> operations = new EnumMap<>(Support.class);
    private final Map<State, Integer> counts = new EnumMap<>(State.class);

    private Tally() {}

    static Tally of(Catalogue catalogue, Proofs proofs) {
        Tally tally = new Tally();
        for (Operation operation : catalogue.operations()) {
            tally.operations.merge(operation.support(), 1, Integer::sum);
            for (Rule rule : operation.rules()) {
                State state = stateOf(operation.support(), rule, proofs);
                tally.states.put(rule.id(), state);
                tally.counts.merge(state, 1, Integer::sum);
            }
        }
        return tally;
    }

    State state(Rule rule) {
        return states.getOrDefault(rule.id(), State.OPEN);
    }

    int count(State state) {
        return counts.getOrDefault(state, 0);
    }

    int operations(Support support) {
        return operations.getOrDefault(support, 0);
    }

    private static State stateOf(Support support, Rule rule, Proofs proofs) {
        if (proofs.has(rule)) {
            return State.PROVED;
        }
        if (!rule.notApplicable().isEmpty()) {
            return State.NOT_APPLICABLE;
        }
        return switch (support) {
            case WORKS -> State.OPEN;
            case NOT_YET -> State.NOT_YET;
            case OUT_OF_SCOPE -> State.OUT_OF_SCOPE;
        };
    }
}
