// SPDX-License-Identifier: Apache-2.0
// Copyright the Oriel authors.
package io.oriel.udp.keys;

import io.oriel.udp.directory.RandomNumbers;
import io.oriel.udp.seal.Hkdf;
import io.oriel.udp.seal.LinkKeys;
import java.util.Base64;
import java.util.regex.Pattern;

/** A secret that a group of hosts has in common, with a name by which they speak of it. */
public final class PresharedKey {
    /** Bytes of the secret. */
    public static final int LENGTH = 32;
    /** The longest name. */
    public static final int MAX_ID_LENGTH = 32;

    private static final int PRINT_LENGTH = 16;
    private static final Pattern ID = Pattern.compile("[A-Za-z0-9._-]{1," + MAX_ID_LENGTH + "}");

    private final String id;
    private final SealCipher cipher;
    private final byte[] secret;
    private final LinkKeys.Name name;

    private PresharedKey(String id, SealCipher cipher, byte[] secret) {
        if (!isId(id)) {
            throw new IllegalArgumentException("the id of a key must be 1 to " + MAX_ID_LENGTH
                    + " letters, digits, '.', '_' or '-', was " + Quoted.of(id));
        }
        this.id = id;
        this.cipher = cipher;
        this.secret = secret;
        byte[] print = Hkdf.expand(secret, "oriel print " + cipher.title(), PRINT_LENGTH);
        name = new LinkKeys.Name(id, Base64.getEncoder().encodeToString(print));
    }

    /**
     * Tells whether something can be the name of a key.
     *
     * @param text any
     * @return false if it is empty, too long or has other characters
     */
    public static boolean isId(String text) {
        return ID.matcher(text).matches();
    }

    /**
     * Draws a secret.
     *
     * @param id     1 to 32 letters, digits, '.', '_' or '-'
     * @param cipher with which datagrams are sealed where this key is used
     * @return the key
     * @throws IllegalArgumentException if the id is none
     */
    public static PresharedKey draw(String id, SealCipher cipher) {
        byte[] secret = new byte[LENGTH];
        RandomNumbers.fill(secret);
        return new PresharedKey(id, cipher, secret);
    }

    /**
     * Reads what {@link #text} has written.
     *
     * @param text of one line
     * @return the key
     * @throws IllegalArgumentException with what is wrong, without the secret
     */
    static PresharedKey parse(String text) {
        String[] parts = text.trim().split("\\s+", -1);
        if (parts.length != 3) {
            throw new IllegalArgumentException(
                    "there must be three words, an id, a cipher and a secret, were " + parts.length);
        }
        SealCipher cipher = SealCipher.named(parts[1]);
        byte[] secret;
        try {
            secret = Base64.getDecoder().decode(parts[2]);
        } catch (IllegalArgumentException e) {
            throw new IllegalArgumentException(
                    "the secret of the key " + Quoted.of(parts[0]) + " is not in base 64", e);
        }
        if (secret.length != LENGTH) {
            throw new IllegalArgumentException("the secret of the key " + Quoted.of(parts[0]) + " must have " + LENGTH
                    + " bytes, has " + secret.length);
        }
        return new PresharedKey(parts[0], cipher, secret);
    }

    /** Writes the key with its secret. */
    String text() {
        return id + ' ' + cipher.title() + ' ' + Base64.getEncoder().encodeToString(secret);
    }

    /** Returns the name. */
    public String id() {
        return id;
    }

    /** Returns what seals datagrams where this key is used. */
    public SealCipher cipher() {
        return cipher;
    }

    /** Returns the secret. */
    public byte[] secret() {
        return secret.clone();
    }

    /** Returns the name, and what tells this key from another that is given the name later. */
    public LinkKeys.Name name() {
        return name;
    }

    /** Tells whether the other one has the same name, cipher and secret. */
    boolean isSame(PresharedKey other) {
        return text().equals(other.text());
    }

    /** Returns the name, without the secret. */
    @Override
    public String toString() {
        return "key '" + id + "'";
    }
}
