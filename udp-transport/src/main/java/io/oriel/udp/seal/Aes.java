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
 * AES-GCM by one security provider, which {@link SelfTest} has looked at: the same one, whatever becomes of its name.
 *
 * @param provider has the cipher
 */
public record Aes(Provider provider) {
    private static final String ALGORITHM = "AES/GCM/NoPadding";

    /**
     * Finds a provider.
     *
     * @param name of the provider
     * @return its AES-GCM
     * @throws NdException NOT_SUPPORTED if there is no such provider, or it has none
     */
    public static Aes of(String name) {
        Provider found = Security.getProvider(name);
        if (found == null || !hasCipher(found)) {
            throw new NdException(
                    NdStatus.NOT_SUPPORTED,
                    "the property oriel.udp.cipherProvider must name a security provider with " + ALGORITHM + ", was "
                            + name + "; here are: " + known());
        }
        return new Aes(found);
    }

    /**
     * Makes a cipher.
     *
     * @return not initialized
     */
    public Cipher newCipher() {
        try {
            return Cipher.getInstance(ALGORITHM, provider);
        } catch (GeneralSecurityException e) {
            throw new IllegalStateException(provider.getName() + " has " + ALGORITHM, e);
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
