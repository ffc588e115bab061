// SPDX-License-Identifier: Apache-2.0
// Copyright the Oriel authors.
package io.oriel.udp.handshake;

import io.oriel.api.NdException;
import io.oriel.api.NdStatus;
import java.security.GeneralSecurityException;
import java.security.KeyFactory;
import java.security.KeyPairGenerator;
import java.security.NoSuchAlgorithmException;
import java.security.PrivateKey;
import java.security.PublicKey;
import java.security.SecureRandom;
import java.security.spec.NamedParameterSpec;
import java.security.spec.PKCS8EncodedKeySpec;
import java.security.spec.X509EncodedKeySpec;
import java.util.Arrays;
import java.util.HexFormat;
import javax.crypto.KeyAgreement;

/** The JDK's X25519, with keys as they are on the wire. */
public final class Curve25519 {
    /** Bytes of each half of a key, and of what two agree on. */
    public static final int LENGTH = 32;

    private static final String ALGORITHM = "X25519";
    /** Which has the algorithm before JDK 22. */
    private static final String MODULE = "jdk.crypto.ec";
    /** What the encodings of RFC 8410 put before a key. */
    private static final byte[] SECRET_PREFIX = HexFormat.of().parseHex("302e020100300506032b656e04220420");

    private static final byte[] OPEN_PREFIX = HexFormat.of().parseHex("302a300506032b656e032100");
    private static final byte[] BASE = new byte[LENGTH];

    static {
        BASE[0] = 9;
    }

    private Curve25519() {}

    /**
     * Checks that this JVM has the curve.
     *
     * @throws NdException NOT_SUPPORTED, with the remedy
     */
    public static void require() {
        try {
            var unused = KeyAgreement.getInstance(ALGORITHM);
        } catch (NoSuchAlgorithmException e) {
            boolean hasModule = ModuleLayer.boot().findModule(MODULE).isPresent();
            throw new NdException(
                    NdStatus.NOT_SUPPORTED,
                    "oriel.udp.security is SEALED, which needs " + ALGORITHM + ", but "
                            + (hasModule
                                    ? "no security provider of this JVM has it; add SunEC to the file conf/security/java.security"
                                    : "this JVM was started without the module " + MODULE
                                            + ", or its run-time image does not have"
                                            + " it; make the image with jlink --add-modules " + MODULE
                                            + ", or start the JVM with --add-modules " + MODULE),
                    e);
        }
    }

    /**
     * Draws a key.
     *
     * @return another one each time
     */
    public static KeyPair draw() {
        try {
            KeyPairGenerator generator = KeyPairGenerator.getInstance(ALGORITHM);
            generator.initialize(NamedParameterSpec.X25519, new SecureRandom());
            java.security.KeyPair pair = generator.generateKeyPair();
            byte[] encoded = pair.getPrivate().getEncoded();
            KeyPair drawn = new KeyPair(tail(encoded), tail(pair.getPublic().getEncoded()));
            Arrays.fill(encoded, (byte) 0);
            return drawn;
        } catch (GeneralSecurityException e) {
            throw missing(e);
        }
    }

    /**
     * Finds the public half of a key.
     *
     * @param secret half
     * @return both
     */
    public static KeyPair of(byte[] secret) {
        try {
            return new KeyPair(secret.clone(), agree(secret, BASE));
        } catch (GeneralSecurityException e) {
            throw missing(e);
        }
    }

    /**
     * Computes what two keys agree on.
     *
     * @param secret half of this side's
     * @param open   half of the other side's
     * @return 32 bytes
     * @throws GeneralSecurityException if the other side's is none, or of a small order
     */
    static byte[] agree(byte[] secret, byte[] open) throws GeneralSecurityException {
        KeyFactory factory = KeyFactory.getInstance(ALGORITHM);
        byte[] encoded = concatenated(SECRET_PREFIX, secret);
        PrivateKey own = factory.generatePrivate(new PKCS8EncodedKeySpec(encoded));
        Arrays.fill(encoded, (byte) 0);
        PublicKey other = factory.generatePublic(new X509EncodedKeySpec(concatenated(OPEN_PREFIX, open)));
        KeyAgreement agreement = KeyAgreement.getInstance(ALGORITHM);
        agreement.init(own);
        agreement.doPhase(other, true);
        return agreement.generateSecret();
    }

    private static byte[] tail(byte[] encoded) {
        return Arrays.copyOfRange(encoded, encoded.length - LENGTH, encoded.length);
    }

    private static byte[] concatenated(byte[] prefix, byte[] key) {
        byte[] encoded = Arrays.copyOf(prefix, prefix.length + LENGTH);
        System.arraycopy(key, 0, encoded, prefix.length, LENGTH);
        return encoded;
    }

    private static IllegalStateException missing(GeneralSecurityException e) {
        return new IllegalStateException(ALGORITHM + " was there before", e);
    }
}
