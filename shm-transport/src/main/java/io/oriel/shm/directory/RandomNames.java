// SPDX-License-Identifier: Apache-2.0
// Copyright the Oriel authors.
package io.oriel.shm.directory;

import java.security.SecureRandom;

/** Identities that no other process guesses or repeats. */
public final class RandomNames {
    /** What {@link #next} appends, as a regular expression. */
    public static final String DIGITS = "[0-9a-f]{16}";

    private static final SecureRandom RANDOM = new SecureRandom();

    private RandomNames() {}

    /**
     * Returns a random number.
     *
     * @return 64 random bits
     */
    public static long nextLong() {
        return RANDOM.nextLong();
    }

    /**
     * Returns a random file name.
     *
     * @param prefix what it begins with
     * @return the prefix with 16 hexadecimal digits
     */
    public static String next(String prefix) {
        return prefix + String.format("%016x", nextLong());
    }
}
