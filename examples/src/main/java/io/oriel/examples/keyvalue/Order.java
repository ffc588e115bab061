// SPDX-License-Identifier: Apache-2.0
// Copyright the Oriel authors.
package io.oriel.examples.keyvalue;

/**
 * What a client asks the store for: the first eight bytes of a request, its {@link #ordinal()}. Then come a key and a value, where
 * they are needed.
 */
enum Order {
    /** Where is the table? The answer is a port. */
    TABLE,
    /** Puts a value. The answer is empty, and tells that it can be looked up. */
    PUT,
    /** Looks a key up. The answer is its value, or empty. */
    GET,
    /** Takes the table back from its readers. The answer is empty, and tells that they read nothing more. */
    EVICT,
    /** The store is not needed any more. */
    OVER;

    private static final Order[] VALUES = values();

    static final int KEY_LENGTH = 8;
    static final int VALUE_LENGTH = 64;

    // In a request.
    static final int KEY = 8;
    static final int VALUE = KEY + KEY_LENGTH;
    static final int LENGTH = VALUE + VALUE_LENGTH;

    static Order of(long ordinal) {
        return VALUES[Math.toIntExact(ordinal)];
    }
}
