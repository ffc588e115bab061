// SPDX-License-Identifier: Apache-2.0
// Copyright the Oriel authors.
package io.oriel.udp.seal;

/**
 * How long keys are used.
 *
 * @param keyLength      bytes of an AES key, 16 or 32
 * @param rekeyDatagrams after which a key is changed
 * @param rekeyNs        after which a key is changed
 * @param maxDatagrams   that one key seals, whatever has come back
 */
public record SealRules(int keyLength, int rekeyDatagrams, long rekeyNs, int maxDatagrams) {
    /** The limit for the longest datagrams is just above. */
    private static final int MAX_DATAGRAMS = 1 << 24;

    /**
     * Creates rules with the limit that all keys have.
     *
     * @param keyLength      as above
     * @param rekeyDatagrams as above
     * @param rekeyNs        as above
     */
    public SealRules(int keyLength, int rekeyDatagrams, long rekeyNs) {
        this(keyLength, rekeyDatagrams, rekeyNs, MAX_DATAGRAMS);
    }
}
