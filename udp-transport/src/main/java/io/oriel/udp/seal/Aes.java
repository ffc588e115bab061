// SPDX-License-Identifier: Apache-2.0
// Copyright the Oriel authors.
package io.oriel.udp.seal;

import io.oriel.api.NdException;
import io.oriel.api.NdStatus;
import java.security.GeneralSecurityException;
import java.security.Provider;
import java.security.Security;
import java.util.Arrays;
import java.util.stream.Collectors;
import javax.crypto.Cipher;

/**
 * AES-GCM by one security provider, which {@link SelfTest} has looked at.
 *
 * @param provider its name
 */
public record Aes(String provider) {
    /** The JDK's own. */
    public static final Aes OF_JDK = new Aes("SunJCE");

    private static final String ALGORITHM = "AES/GCM/NoPadding";

    /**
     * Makes a cipher.
     *
     * @return not initialized
     * @throws NdException NOT_SUPPORTED if there is no such provider, or it has none
     */
    public Cipher newCipher() {
        try {
            return Cipher.getInstance(ALGORITHM, provider);
        } catch (GeneralSecurityException e) {
            throw new NdException(
                    NdStatus.NOT_SUPPORTED,
                    "the property oriel.udp.cipherProvider must name a security provider with " + ALGORITHM + ", was "
                            + provider + "; here are: " + known(),
                    e);
        }
    }

    private static String known() {
        return Arrays.stream(Security.getProviders())
                .filter(Aes::hasCipher)
                .map(Provider::getName)
                .collect(Collectors.joining(", "));
    }

    private static boolean hasCipher(Provider provider) {
        try {
            var unused = Cipher.getInstance(ALGORITHM, provider);
            return true;
        } catch (GeneralSecurityException e) {
            return false;
        }
    }
}
