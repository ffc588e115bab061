// SPDX-License-Identifier: Apache-2.0
// Copyright the Oriel authors.
package io.oriel.examples.keyvalue;

/**
 * What a client asks the store for: the first eight bytes of a request, its {@link #code}. Then come a key and a value, where
 * they are needed.
 */
enum Order {
    /** Where is the table? The answer is a port. */
    TABLE(1),
    /** Puts a value. The answer is empty, and tells that it can be looked up. */
    PUT(2),
    /** Looks a key up. The answer is its value, or empty. */
    GET(3),
    /** Takes the table back from its readers. The answer is empty, and tells that they read nothing more. */
    EVICT(4),
    /** The store is not needed any more. */
    OVER(5);

    private static final Order[] VALUES = values();

    static final int KEY_LENGTH = 8;
    static final int VALUE_LENGTH = 64;

    // In a request.
    static final int KEY = 8;
    static final int VALUE = KEY + KEY_LENGTH;
    static final int LENGTH = VALUE + VALUE_LENGTH;

    final long code;

    Order(long code) {
        this.code = code;
    }

    static Order of(long code) {
        for (Order order : VALUES) {
            if (order.code == code) {
                return order;
            }
        }
        throw new IllegalArgumentException("no order has code " + code);
    }
}
