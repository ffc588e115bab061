// SPDX-License-Identifier: Apache-2.0
// Copyright the Oriel authors.
package io.oriel.udp;

import java.security.GeneralSecurityException;
import java.security.InvalidKeyException;
import java.security.Key;
import java.security.NoSuchAlgorithmException;
import java.security.Provider;
import java.security.SecureRandom;
import java.security.Security;
import java.security.spec.AlgorithmParameterSpec;
import javax.crypto.KeyAgreement;
import javax.crypto.KeyAgreementSpi;
import javax.crypto.SecretKey;
import org.jspecify.annotations.Nullable;

/** The JDK's X25519, which counts how often this thread has it agree on something while it is open. */
public final class CountedAgreement extends Provider implements AutoCloseable {
    private static final long serialVersionUID = 1;
    private static final String NAME = "CountedAgreement";
    private static final ThreadLocal<int[]> COUNT = ThreadLocal.withInitial(() -> new int[1]);

    private CountedAgreement() {
        super(NAME, "1", "counts agreements");
        put("KeyAgreement.X25519", Counted.class.getName());
    }

    static CountedAgreement open() {
        CountedAgreement provider = new CountedAgreement();
        COUNT.get()[0] = 0;
        if (Security.insertProviderAt(provider, 1) != 1) {
            throw new IllegalStateException("there is such a provider already");
        }
        return provider;
    }

    static int count() {
        return COUNT.get()[0];
    }

    @Override
    public void close() {
        Security.removeProvider(NAME);
    }

    /** Agrees as the JDK does. */
    public static final class Counted extends KeyAgreementSpi {
        private final KeyAgreement real;

        /** Called by the JDK. */
        public Counted() {
            try {
                real = KeyAgreement.getInstance("X25519", "SunEC");
            } catch (GeneralSecurityException e) {
                throw new IllegalStateException(e);
            }
        }

        @Override
        protected void engineInit(Key key, SecureRandom randomness) throws InvalidKeyException {
            real.init(key, randomness);
        }

        @Override
        protected void engineInit(Key key, AlgorithmParameterSpec spec, SecureRandom randomness)
                throws InvalidKeyException {
            real.init(key, randomness);
        }

        @Override
        protected @Nullable Key engineDoPhase(Key key, boolean isLast) throws InvalidKeyException {
            COUNT.get()[0]++;
            return real.doPhase(key, isLast);
        }

        @Override
        protected byte[] engineGenerateSecret() {
            return real.generateSecret();
        }

        @Override
        protected int engineGenerateSecret(byte[] room, int offset) {
            byte[] secret = real.generateSecret();
            System.arraycopy(secret, 0, room, offset, secret.length);
            return secret.length;
        }

        @Override
        protected SecretKey engineGenerateSecret(String algorithm)
                throws NoSuchAlgorithmException, InvalidKeyException {
            return real.generateSecret(algorithm);
        }
    }
}
