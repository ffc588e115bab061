// SPDX-License-Identifier: Apache-2.0
// Copyright the Oriel authors.
package io.oriel.udp.handshake;

import io.oriel.udp.directory.RandomNumbers;
import io.oriel.udp.seal.Aes;
import io.oriel.udp.seal.AesKey;
import java.security.GeneralSecurityException;
import java.util.Arrays;
import javax.crypto.Cipher;
import javax.crypto.spec.GCMParameterSpec;
import org.jspecify.annotations.Nullable;

/**
 * Seals the few things that are said after a hello and make no link: both sides have a secret, though none that nobody else with the
 * pre-shared key could compute. Each is sealed with a nonce of chance, because the listener remembers nothing.
 */
public final class EarlySeal {
    private static final int NONCE_LENGTH = 12;
    private static final int TAG_LENGTH = 16;

    private final Aes aes;
    private final AesKey key;
    private @Nullable Cipher cipher; // made once: forgers are not to cost one each

    private EarlySeal(Aes aes, byte[] secret) {
        this.aes = aes;
        key = new AesKey(secret);
    }

    /**
     * Makes the seal of what the dialler says.
     *
     * @param handshake after the hello
     * @return its seal
     */
    public static EarlySeal ofDialler(Handshake handshake) {
        return new EarlySeal(handshake.aes(), handshake.export("oriel early dialler"));
    }

    /**
     * Makes the seal of what the listener says.
     *
     * @param handshake after the hello
     * @return its seal
     */
    public static EarlySeal ofListener(Handshake handshake) {
        return new EarlySeal(handshake.aes(), handshake.export("oriel early listener"));
    }

    /**
     * Makes the seal of the message with which the listener ends the handshake: it costs little to find that a message is not the
     * listener's.
     *
     * @param handshake after the hello
     * @return its seal
     */
    public static EarlySeal ofWelcome(Handshake handshake) {
        return new EarlySeal(handshake.aes(), handshake.export("oriel early welcome"));
    }

    /** Erases the key. */
    public void erase() {
        key.destroy();
        cipher = null;
    }

    /**
     * Seals.
     *
     * @param plain to be sealed
     * @return nonce, what is sealed, tag
     */
    public byte[] seal(byte[] plain) {
        byte[] nonce = new byte[NONCE_LENGTH];
        RandomNumbers.fill(nonce);
        byte[] message = Arrays.copyOf(nonce, NONCE_LENGTH + plain.length + TAG_LENGTH);
        try {
            int end = cipher(Cipher.ENCRYPT_MODE, nonce).doFinal(plain, 0, plain.length, message, NONCE_LENGTH);
            assert end == plain.length + TAG_LENGTH;
            return message;
        } catch (GeneralSecurityException e) {
            throw new IllegalStateException("an answer cannot be sealed", e);
        }
    }

    /**
     * Opens.
     *
     * @param message received
     * @return what was sealed
     * @throws GeneralSecurityException if it was not sealed by this seal
     */
    public byte[] open(byte[] message) throws GeneralSecurityException {
        if (message.length < NONCE_LENGTH + TAG_LENGTH) {
            throw new GeneralSecurityException("the message is too short");
        }
        byte[] nonce = Arrays.copyOf(message, NONCE_LENGTH);
        return cipher(Cipher.DECRYPT_MODE, nonce).doFinal(message, NONCE_LENGTH, message.length - NONCE_LENGTH);
    }

    private Cipher cipher(int mode, byte[] nonce) throws GeneralSecurityException {
        Cipher made = cipher == null ? aes.newCipher() : cipher;
        cipher = made;
        made.init(mode, key, new GCMParameterSpec(TAG_LENGTH * Byte.SIZE, nonce));
        return made;
    }
}
