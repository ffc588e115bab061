// SPDX-License-Identifier: Apache-2.0
// Copyright the Oriel authors.
package io.oriel.udp.seal;

import java.security.GeneralSecurityException;
import java.security.NoSuchAlgorithmException;
import javax.crypto.Cipher;
import javax.crypto.NoSuchPaddingException;

/** AES-GCM by the JDK's own provider, whose behaviour is known. */
public final class Aes {
    private static final String ALGORITHM = "AES/GCM/NoPadding";
    private static final String PROVIDER = "SunJCE";

    private Aes() {}

    /**
     * Makes a cipher of the provider that {@link SelfTest} looks at.
     *
     * @return not initialized
     */
    public static Cipher newCipher() {
        try {
            return Cipher.getInstance(ALGORITHM, PROVIDER);
        } catch (NoSuchAlgorithmException | NoSuchPaddingException e) {
            throw new IllegalStateException(PROVIDER + " has " + ALGORITHM, e);
        } catch (GeneralSecurityException e) {
            throw new IllegalStateException(
                    "sealing needs the provider " + PROVIDER + ", which this JDK lacks; use one that has it", e);
        }
    }
}
