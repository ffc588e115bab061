// SPDX-License-Identifier: Apache-2.0
// Copyright the Oriel authors.
package io.oriel.udp.seal;

/**
 * By what a link is sealed, and how long its keys are used.
 *
 * @param aes            makes the ciphers
 * @param keyLength      bytes of an AES key, 16 or 32
 * @param rekeyDatagrams after which a key is changed
 * @param rekeyNs        after which a key is changed
 * @param maxDatagrams   that one key seals, whatever has come back
 */
public record SealRules(Aes aes, int keyLength, int rekeyDatagrams, long rekeyNs, int maxDatagrams) {
    /** The limit for the longest datagrams is just above. */
    private static final int MAX_DATAGRAMS = 1 << 24;

    /**
     * Creates rules with the limit that all keys have.
     *
     * @param aes            as above
     * @param keyLength      as above
     * @param rekeyDatagrams as above
     * @param rekeyNs        as above
     */
    public SealRules(Aes aes, int keyLength, int rekeyDatagrams, long rekeyNs) {
        this(aes, keyLength, rekeyDatagrams, rekeyNs, MAX_DATAGRAMS);
    }
}
