// SPDX-License-Identifier: Apache-2.0
// Copyright the Oriel authors.
package io.oriel.udp.directory;

import java.security.SecureRandom;

/** Numbers that nobody guesses. */
public final class RandomNumbers {
    private static final SecureRandom RANDOM = new SecureRandom();

    private RandomNumbers() {}

    /**
     * Returns a random number.
     *
     * @return 64 random bits
     */
    public static long nextLong() {
        return RANDOM.nextLong();
    }

    /**
     * Returns a random number.
     *
     * @return 32 random bits
     */
    public static int nextInt() {
        return RANDOM.nextInt();
    }

    /**
     * Draws a secret.
     *
     * @param bytes are all set
     */
    public static void fill(byte[] bytes) {
        RANDOM.nextBytes(bytes);
    }

    /**
     * Returns a random file name.
     *
     * @param prefix what it begins with
     * @return the prefix with 16 hexadecimal digits
     */
    static String next(String prefix) {
        return prefix + String.format("%016x", nextLong());
    }
}
