// SPDX-License-Identifier: Apache-2.0
// Copyright the Oriel authors.
package io.oriel.testing.conformance.rules;

/** How far Oriel supports an operation. */
enum Support {
    WORKS("works"),
    NOT_YET("not yet"),
    OUT_OF_SCOPE("out of scope");

    private final String key;

    Support(String key) {
        this.key = key;
    }

    String key() {
        return key;
    }
}
