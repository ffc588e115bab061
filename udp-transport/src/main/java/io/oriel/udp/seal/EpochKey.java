// SPDX-License-Identifier: Apache-2.0
// Copyright the Oriel authors.
package io.oriel.udp.seal;

import io.oriel.engine.counter.CounterStart;
import java.util.Arrays;
import javax.crypto.spec.GCMParameterSpec;

/** What seals the datagrams of one epoch, lane and direction; the next one is made of it, and not the other way round. */
final class EpochKey {
    private static final int SALT_LENGTH = 12;
    private static final int TAG_BITS = SealLayout.TAG_LENGTH * Byte.SIZE;

    private final byte[] secret;
    private final AesKey key;
    private final byte[] salt;
    private final byte[] nonce = new byte[SALT_LENGTH];
    private final int epoch;
    private final int keyLength;

    private EpochKey(byte[] secret, int epoch, int keyLength) {
        this.secret = secret;
        this.epoch = epoch;
        this.keyLength = keyLength;
        key = new AesKey(Hkdf.expand(secret, "oriel key", keyLength));
        salt = Hkdf.expand(secret, "oriel salt", SALT_LENGTH);
    }

    /** Makes the first one of a secret. */
    static EpochKey first(byte[] secret, int keyLength) {
        return new EpochKey(secret, (int) CounterStart.value(), keyLength);
    }

    EpochKey next() {
        return new EpochKey(Hkdf.expand(secret, "oriel next", Hkdf.LENGTH), epoch + 1, keyLength);
    }

    int epoch() {
        return epoch;
    }

    AesKey key() {
        return key;
    }

    /** Returns the nonce of a datagram: the salt, with the counter added without carry. */
    GCMParameterSpec nonce(long counter) {
        System.arraycopy(salt, 0, nonce, 0, SALT_LENGTH);
        for (int index = 0; index < Long.BYTES; index++) {
            nonce[SALT_LENGTH - 1 - index] ^= (byte) (counter >>> (index * Byte.SIZE));
        }
        return new GCMParameterSpec(TAG_BITS, nonce);
    }

    /** Forgets what later keys are made of; this one still opens what comes late. */
    void forget() {
        Arrays.fill(secret, (byte) 0);
    }

    /** Erases all of it. The JDK's cipher keeps what it has made of it until it gets another key. */
    void erase() {
        forget();
        key.destroy();
        Arrays.fill(salt, (byte) 0);
        Arrays.fill(nonce, (byte) 0);
    }
}
