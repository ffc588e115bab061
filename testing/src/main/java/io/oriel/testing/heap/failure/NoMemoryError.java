// SPDX-License-Identifier: Apache-2.0
// Copyright the Oriel authors.
package io.oriel.testing.heap.failure;

/** What the Java virtual machine throws when it has no memory, or no thread, thrown by a test. */
public final class NoMemoryError extends OutOfMemoryError {
    private static final long serialVersionUID = 1;

    public NoMemoryError(String lacking) {
        super(lacking + ", says the test");
    }
}
