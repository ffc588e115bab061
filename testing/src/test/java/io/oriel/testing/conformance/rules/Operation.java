// SPDX-License-Identifier: Apache-2.0
// Copyright the Oriel authors.
package io.oriel.testing.conformance.rules;

import java.util.List;

/**
 * One operation of Network Direct, or of Oriel.
 *
 * @param id      in rules' names and in links
 * @param title   for people
 * @param names   what it is called
 * @param support how far it works
 * @param note    why it is out of scope, or in which form it works; may be empty
 * @param rules   in the order of the catalogue
 */
record Operation(String id, String title, Names names, Support support, String note, List<Rule> rules) {
    /**
     * What an operation is called in each interface; a dash where it does not exist.
     *
     * @param v1    first version of the user-mode interface
     * @param v2    second version
     * @param ndk   the kernel's interface
     * @param oriel in Java
     */
    record Names(String v1, String v2, String ndk, String oriel) {}

    Operation {
        rules = List.copyOf(rules);
    }

    List<Rule> rules(Rule.Kind kind) {
        return rules.stream().filter(rule -> rule.kind() == kind).toList();
    }
}
