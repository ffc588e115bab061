// SPDX-License-Identifier: Apache-2.0
// Copyright the Oriel authors.
package io.oriel.udp.handshake;

import io.oriel.udp.seal.Aes;
import io.oriel.udp.seal.Hkdf;
import java.nio.charset.StandardCharsets;
import java.security.GeneralSecurityException;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.Arrays;
import javax.crypto.Cipher;
import javax.crypto.spec.GCMParameterSpec;
import javax.crypto.spec.SecretKeySpec;
import org.jspecify.annotations.Nullable;

/** What Noise mixes everything into that the sides have said, and seals with: its SymmetricState and CipherState. */
final class SymmetricState {
    private static final int LENGTH = 32;
    private static final int TAG_LENGTH = 16;
    private static final int NONCE_LENGTH = 12;

    private final Aes aes;
    private byte[] hash;
    private byte[] chainingKey;
    private byte @Nullable [] key;
    private long nonce;

    SymmetricState(Aes aes, String protocolName) {
        this.aes = aes;
        byte[] name = protocolName.getBytes(StandardCharsets.US_ASCII);
        hash = name.length <= LENGTH ? Arrays.copyOf(name, LENGTH) : digest(name, new byte[0]);
        chainingKey = hash.clone();
    }

    SymmetricState(SymmetricState other) { // each erases its own
        aes = other.aes;
        hash = other.hash.clone();
        chainingKey = other.chainingKey.clone();
        byte[] used = other.key;
        key = used == null ? null : used.clone();
        nonce = other.nonce;
    }

    private static byte[] digest(byte[] first, byte[] second) {
        try {
            MessageDigest digest = MessageDigest.getInstance("SHA-256");
            digest.update(first);
            return digest.digest(second);
        } catch (NoSuchAlgorithmException e) {
            throw new IllegalStateException("every JDK has SHA-256", e);
        }
    }

    byte[] hash() {
        return hash.clone();
    }

    void mixHash(byte[] data) {
        hash = digest(hash, data);
    }

    void mixKey(byte[] input) {
        byte[] output = derive(input, 2);
        eraseKeys();
        chainingKey = Arrays.copyOf(output, LENGTH);
        setKey(Arrays.copyOfRange(output, LENGTH, 2 * LENGTH));
        Arrays.fill(output, (byte) 0);
    }

    void mixKeyAndHash(byte[] input) {
        byte[] output = derive(input, 3);
        eraseKeys();
        chainingKey = Arrays.copyOf(output, LENGTH);
        mixHash(Arrays.copyOfRange(output, LENGTH, 2 * LENGTH));
        setKey(Arrays.copyOfRange(output, 2 * LENGTH, 3 * LENGTH));
        Arrays.fill(output, (byte) 0);
    }

    private void setKey(byte[] next) {
        key = next;
        nonce = 0;
    }

    private byte[] derive(byte[] input, int parts) { // Noise's HKDF is RFC 5869's without info
        byte[] extracted = Hkdf.extract(chainingKey, input);
        byte[] output = Hkdf.expand(extracted, new byte[0], parts * LENGTH);
        Arrays.fill(extracted, (byte) 0);
        return output;
    }

    /** Erases all that it holds. */
    void erase() {
        eraseKeys();
        Arrays.fill(hash, (byte) 0);
    }

    private void eraseKeys() {
        Arrays.fill(chainingKey, (byte) 0);
        byte[] used = key;
        if (used != null) {
            Arrays.fill(used, (byte) 0);
        }
    }

    byte[] encryptAndHash(byte[] plain) {
        try {
            byte[] sealed = apply(Cipher.ENCRYPT_MODE, plain);
            mixHash(sealed);
            return sealed;
        } catch (GeneralSecurityException e) {
            throw new IllegalStateException("a handshake cannot be sealed", e);
        }
    }

    byte[] decryptAndHash(byte[] sealed) throws GeneralSecurityException {
        byte[] plain = apply(Cipher.DECRYPT_MODE, sealed);
        mixHash(sealed);
        return plain;
    }

    /** Returns by how much the next part grows. */
    int overhead() {
        return key == null ? 0 : TAG_LENGTH;
    }

    private byte[] apply(int mode, byte[] data) throws GeneralSecurityException {
        byte[] used = key;
        if (used == null) {
            return data;
        }
        if (mode == Cipher.DECRYPT_MODE && data.length < TAG_LENGTH) {
            throw new GeneralSecurityException("the message is too short");
        }
        byte[] iv = new byte[NONCE_LENGTH]; // four zeros, then the number, its first byte the most significant one
        long number = nonce++;
        for (int index = 0; index < Long.BYTES; index++) {
            iv[NONCE_LENGTH - 1 - index] = (byte) (number >>> (index * Byte.SIZE));
        }
        Cipher cipher = aes.newCipher();
        cipher.init(mode, new SecretKeySpec(used, "AES"), new GCMParameterSpec(TAG_LENGTH * Byte.SIZE, iv));
        cipher.updateAAD(hash);
        return cipher.doFinal(data);
    }

    /** Derives a secret of what has been said up to now, that Noise does not use. */
    byte[] export(String purpose) {
        byte[] extracted = Hkdf.extract(chainingKey, hash);
        byte[] output = Hkdf.expand(extracted, purpose, LENGTH);
        Arrays.fill(extracted, (byte) 0);
        return output;
    }

    /** Returns Noise's two keys, the first one of what the initiator seals. */
    byte[] split() {
        return derive(new byte[0], 2);
    }
}
