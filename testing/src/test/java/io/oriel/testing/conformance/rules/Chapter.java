// SPDX-License-Identifier: Apache-2.0
// Copyright the Oriel authors.
package io.oriel.testing.conformance.rules;

import java.util.List;

/**
 * Operations that belong together.
 *
 * @param title      for people
 * @param text       what they have in common; may be empty
 * @param operations in the order of the catalogue
 */
record Chapter(String title, String text, List<Operation> operations) {
    Chapter {
        operations = List.copyOf(operations);
    }
}
