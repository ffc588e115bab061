// SPDX-License-Identifier: Apache-2.0
// Copyright the Oriel authors.
package io.oriel.testing.lives;

/** A promise was broken. */
final class Violation extends AssertionError {
    private static final long serialVersionUID = 1;

    Violation(String promise) {
        super(promise);
    }

    static void unless(boolean kept, String promise) {
        if (!kept) {
            throw new Violation(promise);
        }
    }
}
