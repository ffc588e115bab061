// SPDX-License-Identifier: Apache-2.0
// Copyright the Oriel authors.
package io.oriel.udp.keys;

import java.util.Arrays;

/** What seals datagrams. */
public enum SealCipher {
    /** AES-GCM with keys of 128 bits. */
    AES_128("AES-128", 16),
    /** AES-GCM with keys of 256 bits. */
    AES_256("AES-256", 32);

    private final String title;
    private final int keyLength;

    SealCipher(String title, int keyLength) {
        this.title = title;
        this.keyLength = keyLength;
    }

    /**
     * Finds a cipher.
     *
     * @param title as in a key file
     * @return the cipher
     * @throws IllegalArgumentException if there is none
     */
    public static SealCipher named(String title) {
        return Arrays.stream(values())
                .filter(each -> each.title.equals(title))
                .findFirst()
                .orElseThrow(() ->
                        new IllegalArgumentException("the cipher must be AES-128 or AES-256, was " + Quoted.of(title)));
    }

    /** Returns the name in a key file. */
    public String title() {
        return title;
    }

    /** Returns the bytes of a key. */
    public int keyLength() {
        return keyLength;
    }
}
