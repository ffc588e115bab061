// SPDX-License-Identifier: Apache-2.0
// Copyright the Oriel authors.
package io.oriel.udp.seal;

import java.nio.charset.StandardCharsets;
import java.security.InvalidKeyException;
import java.security.NoSuchAlgorithmException;
import java.util.Arrays;
import javax.crypto.Mac;
import javax.crypto.spec.SecretKeySpec;

/** Derives keys from keys: HKDF with SHA-256, RFC 5869. */
public final class Hkdf {
    /** Bytes of what {@link #extract} returns. */
    public static final int LENGTH = 32;

    private static final String ALGORITHM = "HmacSHA256";
    private static final int MAX_BLOCKS = 255;

    private Hkdf() {}

    /**
     * Makes a key of input that may be longer, or not evenly random.
     *
     * @param salt  may be empty
     * @param input keying material
     * @return 32 bytes
     */
    public static byte[] extract(byte[] salt, byte[] input) {
        return mac(salt.length == 0 ? new byte[LENGTH] : salt).doFinal(input);
    }

    /**
     * Makes keys of a key.
     *
     * @param key    of {@link #extract}
     * @param info   what they are for
     * @param length bytes, at most 8160
     * @return as many bytes
     */
    public static byte[] expand(byte[] key, byte[] info, int length) {
        if (length < 0 || length > MAX_BLOCKS * LENGTH) {
            throw new IllegalArgumentException("length must be in 0.." + MAX_BLOCKS * LENGTH + ", was " + length);
        }
        Mac mac = mac(key);
        byte[] output = new byte[length];
        byte[] block = new byte[0];
        int offset = 0;
        for (int number = 1; offset < length; number++) {
            mac.update(block);
            mac.update(info);
            mac.update((byte) number);
            block = mac.doFinal();
            int count = Math.min(block.length, length - offset);
            System.arraycopy(block, 0, output, offset, count);
            offset += count;
        }
        Arrays.fill(block, (byte) 0);
        return output;
    }

    /**
     * Makes keys of a key.
     *
     * @param key    of {@link #extract}
     * @param info   what they are for, in ASCII
     * @param length bytes, at most 8160
     * @return as many bytes
     */
    public static byte[] expand(byte[] key, String info, int length) {
        return expand(key, info.getBytes(StandardCharsets.US_ASCII), length);
    }

    private static Mac mac(byte[] key) {
        try {
            Mac mac = Mac.getInstance(ALGORITHM);
            mac.init(new SecretKeySpec(key, ALGORITHM));
            return mac;
        } catch (NoSuchAlgorithmException | InvalidKeyException e) {
            throw new IllegalStateException("every JDK has " + ALGORITHM, e);
        }
    }
}
